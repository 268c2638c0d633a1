//! The last steps in the process that becomes the program.
//!
//! The order matters: limits, folder, privileges, files, descriptors, signals, seccomp, exec.

use super::sys;
use crate::spec::{FIRST_INHERITED, Spec};
use std::ffi::CString;
use std::fmt;
use std::io;
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

/// Becomes the program, or says on `setup` why not. A first packet tells the
/// supervisor who it is; the end of `setup` by exec tells that all went well.
pub(crate) fn become_program(spec: &Spec, image: &Image, setup: OwnedFd) -> ! {
    // Out of the way of the program's own descriptors, which are put at 3, 4 and so on.
    let setup = sys::above(setup, FIRST_INHERITED + spec.inherit as i32);
    sys::send(&setup, b"+");
    let Err(failed) = prepare(spec, image);
    sys::send(&setup, format!("-{failed}").as_bytes());
    sys::exit(125)
}

fn prepare(spec: &Spec, image: &Image) -> Result<std::convert::Infallible, Failed> {
    // A second net under the supervisor's own: the main process does not outlive it.
    sys::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL as libc::c_ulong).step("parent-death signal")?;
    sys::set_umask(0o022);
    limits().step("resource limits")?;
    sys::chdir(&image.cwd).step(format_args!("the working folder {:?}", image.cwd))?;
    sys::prctl(libc::PR_SET_NO_NEW_PRIVS, 1).step("no_new_privs")?;
    sys::place_descriptors(FIRST_INHERITED, spec.inherit).step("descriptors")?;
    sys::close_on_exec_from(3 + spec.inherit as i32).step("closing descriptors")?;
    sys::reset_signals();
    Err(sys::exec(&image.program, &image.args, &image.env)).step(format_args!("{:?}", image.program))
}

/// How many descriptors a program may have open: enough for real work, and bounded.
const DESCRIPTORS: u64 = 4096;

fn limits() -> io::Result<()> {
    sys::set_limit(libc::RLIMIT_CORE, 0, 0)?;
    sys::set_limit(libc::RLIMIT_NOFILE, 1024, DESCRIPTORS)
}
