//! The helper on Linux.

mod filter;
mod init;
mod launch;
mod limits;
mod mount;
mod namespaces;
mod root;
mod rules;
mod supervisor;
mod sys;
mod tree;
mod watch;

use crate::event::{Event, encode};
use crate::spec::{CONTROL_FD, SPEC_FD, Spec};
pub(crate) use filter::available as has_seccomp;
pub(crate) use rules::version as landlock_version;
use std::io::Read;
use std::os::fd::OwnedFd;

pub(crate) fn helper_main() -> ! {
    let Some((mut input, control)) = sys::take_helper_descriptors(SPEC_FD, CONTROL_FD) else {
        eprintln_raw("pyflow __sandbox is started by pyflow itself\n");
        sys::exit(2);
    };
    let mut text = Vec::new();
    let spec = match input.read_to_end(&mut text) {
        Ok(_) => serde_json::from_slice::<Spec>(&text).map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    drop(input);
    match spec {
        Ok(spec) if spec.try_out => supervisor::try_out(&spec, control),
        Ok(spec) => supervisor::run(spec, control),
        Err(error) => fail(&control, &format!("the helper cannot read its policy: {error}")),
    }
}

/// See [`crate::protect_process`].
pub(crate) fn protect_process() {
    let _ = sys::prctl(libc::PR_SET_DUMPABLE, 0);
    let _ = sys::set_limit(libc::RLIMIT_CORE, 0, 0);
}

/// Says why nothing was started, and ends the helper.
fn fail(control: &OwnedFd, reason: &str) -> ! {
    sys::send(control, &encode(&Event::SetupFailed { reason: reason.to_owned() }));
    sys::send(control, &encode(&Event::TreeGone));
    sys::exit(125);
}

fn eprintln_raw(text: &str) {
    use std::io::Write;
    let _ = std::io::stderr().write_all(text.as_bytes());
}
