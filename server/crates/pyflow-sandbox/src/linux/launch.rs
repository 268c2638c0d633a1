//! The last steps in the process that becomes the program.
//!
//! The order matters: limits, rights, folder, files, descriptors, signals, seccomp, exec.

use super::namespaces::{self, OtherUser};
use super::{filter, limits, rules, sys};
use crate::grants::Grants;
use crate::spec::{FIRST_INHERITED, Spec};
use std::convert::Infallible;
use std::ffi::CString;
use std::fmt;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStringExt;

/// A step that failed, in words.
pub(crate) struct Failed(String);

impl fmt::Display for Failed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Names the step of an error.
pub(crate) trait Step<T> {
    fn step(self, what: impl fmt::Display) -> Result<T, Failed>;
}

impl<T, E: fmt::Display> Step<T> for Result<T, E> {
    fn step(self, what: impl fmt::Display) -> Result<T, Failed> {
        self.map_err(|error| Failed(format!("{what}: {error}")))
    }
}

/// What exec takes, made before the fork.
pub(crate) struct Image {
    program: CString,
    args: Vec<CString>,
    env: Vec<CString>,
    cwd: CString,
}

impl Image {
    pub(crate) fn new(spec: &Spec) -> Result<Image, Failed> {
        let text = |text: &crate::spec::Text| {
            CString::new(text.clone().into_os().into_vec())
                .step("a NUL in a path, an argument or the environment")
        };
        let program = text(&spec.program)?;
        let mut args = vec![program.clone()];
        for arg in &spec.args {
            args.push(text(arg)?);
        }
        let mut env = Vec::new();
        for (name, value) in &spec.env {
            let mut pair = name.clone().into_os().into_vec();
            pair.push(b'=');
            pair.extend(value.clone().into_os().into_vec());
            env.push(CString::new(pair).step("a NUL in the environment")?);
        }
        Ok(Image { program, args, env, cwd: text(&spec.cwd)? })
    }
}

/// Becomes the program, or says on `setup` why not. A first packet tells the supervisor who it
/// is; the end of `setup` by exec tells that all went well.
pub(crate) fn become_program(
    spec: &Spec,
    image: &Image,
    other: Option<OtherUser>,
    grants: &Grants,
    setup: &OwnedFd,
) -> ! {
    // Out of the way of the program's own descriptors, which are put at 3, 4 and so on.
    let setup = sys::above(setup, FIRST_INHERITED + spec.inherit as i32);
    sys::send(&setup, b"+");
    let Err(failed) = prepare(spec, image, other, grants);
    sys::send(&setup, format!("-{failed}").as_bytes());
    sys::exit(125)
}

fn prepare(
    spec: &Spec,
    image: &Image,
    other: Option<OtherUser>,
    grants: &Grants,
) -> Result<Infallible, Failed> {
    let (policy, plan) = (&spec.policy, &spec.plan);
    // The scheduler shares the processor between sessions: a tree that takes all it can does not
    // starve its watchdog.
    sys::set_session();
    sys::set_umask(0o022);
    limits::apply(policy, plan).step("resource limits")?;
    namespaces::drop_rights(policy, other).step("giving up rights")?;
    // A second net under the supervisor's own: the main process does not outlive it. Becoming
    // another user clears it, so it comes after.
    sys::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL as libc::c_ulong).step("parent-death signal")?;
    sys::chdir(&image.cwd).step(format_args!("the working folder {:?}", image.cwd))?;
    sys::prctl(libc::PR_SET_NO_NEW_PRIVS, 1).step("no_new_privs")?;
    if plan.landlock > 0 {
        rules::apply(policy, plan, grants).step("Landlock")?;
    }
    sys::place_descriptors(FIRST_INHERITED, spec.inherit).step("descriptors")?;
    sys::close_on_exec_from(3 + spec.inherit as i32).step("closing descriptors")?;
    limits::lift_descriptors(spec.inherit).step("lifting descriptors")?;
    sys::reset_signals();
    if plan.seccomp {
        filter::apply(policy, plan).step("seccomp")?;
    }
    Err(sys::exec(&image.program, &image.args, &image.env)).step(format_args!("{:?}", image.program))
}
