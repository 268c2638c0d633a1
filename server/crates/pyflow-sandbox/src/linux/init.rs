//! The first process inside of the namespaces: builds the root, starts the program, waits for it.
//!
//! The kernel ends every process of the namespace when this one ends, so it ends as soon as the
//! program has. It dies with the supervisor, whatever that dies of.

use super::launch::{self, Failed, Image, Step};
use super::namespaces::{self, Owner};
use super::root;
use super::sys::{self, Exit, Fork};
use crate::grants::Grants;
use crate::spec::{FIRST_INHERITED, Spec};
use std::os::fd::OwnedFd;
use std::time::Duration;

/// Runs as process 1. `setup` as in [`launch::become_program`]; on `end` goes one packet that
/// says how the program ended.
pub(crate) fn run(spec: &Spec, image: &Image, other: Option<&Owner>, setup: OwnedFd, end: OwnedFd) -> ! {
    let started = start(spec, image, other, &setup);
    drop(setup);
    let Ok(main) = started else { sys::exit(125) };
    sys::leave_streams();
    sys::close_range(FIRST_INHERITED, spec.inherit);
    while let Some(exit) = sys::next_exit(true) {
        if exit.pid == main {
            sys::send(&end, &encode(exit));
            break;
        }
    }
    sys::exit(0)
}

fn start(spec: &Spec, image: &Image, other: Option<&Owner>, setup: &OwnedFd) -> Result<sys::Pid, ()> {
    let main =
        prepare(spec, other, setup).and_then(|grants| match sys::fork().step("starting a process")? {
            Fork::Child => launch::become_program(spec, image, other.map(|owner| owner.user), &grants, setup),
            Fork::Parent(pid) => Ok(pid),
        });
    main.map_err(|failed| sys::send(setup, format!("-{failed}").as_bytes()))
}

fn prepare(spec: &Spec, other: Option<&Owner>, setup: &OwnedFd) -> Result<Grants, Failed> {
    sys::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL as libc::c_ulong).step("parent-death signal")?;
    if sys::is_closed(setup) {
        // The supervisor died before that was set.
        sys::exit(125);
    }
    sys::set_umask(0o022);
    namespaces::leave_mounts()?;
    let grants = Grants::of(&spec.policy, namespaces::is_superuser() && other.is_none());
    root::build(&spec.policy, &grants, other, spec.plan.landlock > 0)?;
    Ok(grants)
}

/// Whether the namespaces can be had, with all that a run needs of them.
pub(crate) fn try_out(spec: &Spec, other: Option<&Owner>, setup: OwnedFd) -> ! {
    let user = other.map(|owner| owner.user);
    let done = prepare(spec, other, &setup)
        .and_then(|_| namespaces::drop_rights(&spec.policy, user).step("giving up rights"));
    let answer = match done {
        Ok(()) => "+".to_owned(),
        Err(failed) => format!("-{failed}"),
    };
    sys::send(&setup, answer.as_bytes());
    sys::exit(0)
}

fn encode(exit: Exit) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(20);
    bytes.extend(exit.status.to_ne_bytes());
    bytes.extend(exit.max_rss.to_ne_bytes());
    bytes.extend((exit.cpu.as_micros() as u64).to_ne_bytes());
    bytes
}

/// The packet that [`run`] sends at the end. The process id in it is that of the caller.
pub(crate) fn decode(bytes: &[u8], pid: sys::Pid) -> Option<Exit> {
    Some(Exit {
        pid,
        status: i32::from_ne_bytes(bytes.get(..4)?.try_into().ok()?),
        max_rss: u64::from_ne_bytes(bytes.get(4..12)?.try_into().ok()?),
        cpu: Duration::from_micros(u64::from_ne_bytes(bytes.get(12..20)?.try_into().ok()?)),
    })
}
