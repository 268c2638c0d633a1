//! The helper, alone in a binary, for the tests of this crate.

fn main() {
    pyflow_sandbox::helper_main();
}
