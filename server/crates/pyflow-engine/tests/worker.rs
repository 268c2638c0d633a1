//! The worker's own tests, which are Python: each starts the worker as the engine does and talks to it.

use std::path::Path;
use std::process::Command;

/// Runs `tests/worker/test_worker.py` under the interpreters named in `PYFLOW_TEST_PYTHONS` (a path list), or under
/// `python3`; all must be 3.8 or newer.
#[test]
fn worker_does_what_its_protocol_says() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/worker/test_worker.py");
    let mut command = Command::new("python3");
    command.arg(&script);
    if let Some(interpreters) = std::env::var_os("PYFLOW_TEST_PYTHONS") {
        for interpreter in std::env::split_paths(&interpreters) {
            command.arg("--python").arg(interpreter);
        }
    }
    let output = match command.output() {
        Ok(output) => output,
        Err(error) => panic!("python3 is needed for this test: {error}"),
    };
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains(" 0 failed"), "{said}");
}
