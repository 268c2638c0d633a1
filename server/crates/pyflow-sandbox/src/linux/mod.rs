//! The helper on Linux.

mod launch;
mod supervisor;
mod sys;
mod tree;

use crate::event::{Event, encode};
use crate::spec::{CONTROL_FD, SPEC_FD, Spec};
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
        Ok(spec) => supervisor::run(spec, control),
        Err(error) => fail(&control, &format!("the helper cannot read its policy: {error}")),
    }
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
