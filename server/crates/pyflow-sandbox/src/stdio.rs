//! The process's standard streams, and the process that started it.

use std::fs::File;
use std::io;

/// Takes the standard output away from everything else in this process: the file is what descriptor 1 was, and
/// descriptor 1 is the standard error from now on, so that no print of any library corrupts a protocol. The file is
/// not inherited by children.
///
/// # Errors
/// When a descriptor can't be duplicated, for instance because the standard output is closed.
#[cfg(unix)]
pub fn take_stdout() -> io::Result<File> {
    use std::os::fd::FromRawFd;
    // SAFETY: `fcntl` with F_DUPFD_CLOEXEC takes no pointer; a descriptor that is not open is an error.
    let taken = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_DUPFD_CLOEXEC, 3) };
    if taken < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the descriptor was made just now and has no other owner.
    let taken = unsafe { File::from_raw_fd(taken) };
    // SAFETY: `dup2` takes no pointer. Descriptor 1 belongs to the process, not to a value of Rust's, so that nothing
    // that owns it is closed by this.
    if unsafe { libc::dup2(libc::STDERR_FILENO, libc::STDOUT_FILENO) } < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(taken)
}

/// The standard output as a file; descriptor 1 stays what it is, since there is no way to move it here.
#[cfg(not(unix))]
pub fn take_stdout() -> io::Result<File> {
    use std::os::windows::io::{AsHandle, OwnedHandle};
    io::stdout().as_handle().try_clone_to_owned().map(|handle: OwnedHandle| File::from(handle))
}

/// A process that is watched, told from a later one with the same id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcessMark {
    id: u32,
    /// In the kernel's ticks; 0 where it is not known.
    started: u64,
}

impl ProcessMark {
    /// None when no such process can be seen: it is gone, or it lives in another namespace of ids (a container).
    pub fn of(id: u32) -> Option<Self> {
        let started = imp::started(id)?;
        Some(Self { id, started })
    }

    /// Whether the process is still there. A zombie is not.
    pub fn is_alive(&self) -> bool {
        imp::started(self.id).is_some_and(|started| started == self.started)
    }
}

#[cfg(target_os = "linux")]
mod imp {
    /// When a living process started, in the kernel's ticks. The fields are those of proc(5), `/proc/pid/stat`.
    pub(super) fn started(id: u32) -> Option<u64> {
        let stat = std::fs::read(format!("/proc/{id}/stat")).ok()?;
        // The second field is the program's name in parentheses, which may hold anything.
        let fields = stat.get(stat.iter().rposition(|&byte| byte == b')')? + 1..)?;
        let fields = String::from_utf8_lossy(fields);
        let mut fields = fields.split_ascii_whitespace();
        let state = fields.next()?;
        // `state` is field 3, the start time field 22.
        let started = fields.nth(18).and_then(|field| field.parse().ok()).unwrap_or(0);
        (!matches!(state, "Z" | "X" | "x")).then_some(started)
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
mod imp {
    /// Whether there is such a process; when it started is not known here.
    pub(super) fn started(id: u32) -> Option<u64> {
        let id = i32::try_from(id).ok().filter(|id| *id > 0)?;
        // SAFETY: signal 0 is not delivered; the call only looks whether the process exists.
        let seen = unsafe { libc::kill(id, 0) } == 0
            || std::io::Error::last_os_error().raw_os_error() == Some(libc::EPERM);
        seen.then_some(0)
    }
}

#[cfg(not(unix))]
mod imp {
    /// Not known here: the process is then not watched, and the end of input is what ends the server.
    pub(super) fn started(_: u32) -> Option<u64> {
        None
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::process::Command;

    #[test]
    fn a_process_is_alive_until_it_ends_even_when_nobody_waits_for_it() {
        let mut child = Command::new("sleep").arg("100").spawn().unwrap();
        let mark = ProcessMark::of(child.id()).unwrap();
        assert!(mark.is_alive());
        child.kill().unwrap();
        for _ in 0..100 {
            if !mark.is_alive() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        assert!(!mark.is_alive(), "a zombie counts as ended");
        child.wait().unwrap();
        assert!(ProcessMark::of(child.id()).is_none());
    }

    #[test]
    fn a_later_process_with_the_same_id_is_another() {
        let mut mark = ProcessMark::of(std::process::id()).unwrap();
        assert!(mark.is_alive());
        mark.started += 1;
        assert!(!mark.is_alive());
    }
}
