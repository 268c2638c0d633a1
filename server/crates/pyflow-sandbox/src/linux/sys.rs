//! System calls in safe clothes. Each checks its result; none knows what it is used for.

use std::ffi::CString;
use std::fs::File;
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::time::Duration;

pub(crate) type Pid = libc::pid_t;

/// The result of a call that says -1 and sets errno when it fails.
pub(crate) fn check(result: libc::c_int) -> io::Result<libc::c_int> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

fn check_long(result: libc::c_long) -> io::Result<libc::c_long> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}

pub(crate) fn exit(code: i32) -> ! {
    // SAFETY: ends the process, without handlers that belong to the other side of a fork.
    unsafe { libc::_exit(code) }
}

/// The helper's two descriptors, when both are open: else it was started by hand.
pub(crate) fn take_helper_descriptors(spec: RawFd, control: RawFd) -> Option<(File, OwnedFd)> {
    for fd in [spec, control] {
        // SAFETY: fcntl is allowed on any number.
        check(unsafe { libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC) }).ok()?;
    }
    // SAFETY: both are open, and nothing else in this process owns them yet.
    unsafe { Some((File::from_raw_fd(spec), OwnedFd::from_raw_fd(control))) }
}

/// Which side of a fork this is.
pub(crate) enum Fork {
    Child,
    Parent(Pid),
}

/// Only the helper calls this, which has a single thread: so the child may allocate.
pub(crate) fn fork() -> io::Result<Fork> {
    // SAFETY: single-threaded, see above.
    match check(unsafe { libc::fork() })? {
        0 => Ok(Fork::Child),
        pid => Ok(Fork::Parent(pid)),
    }
}

pub(crate) fn set_session() {
    // SAFETY: no arguments. It fails only for a process group's leader, which a child is not.
    unsafe { libc::setsid() };
}

pub(crate) fn set_umask(mask: libc::mode_t) {
    // SAFETY: cannot fail.
    unsafe { libc::umask(mask) };
}

/// `prctl` with one argument.
pub(crate) fn prctl(option: i32, value: libc::c_ulong) -> io::Result<()> {
    // SAFETY: the options used take numbers, no pointers.
    check(unsafe { libc::prctl(option, value, 0, 0, 0) }).map(drop)
}

pub(crate) fn chdir(path: &CString) -> io::Result<()> {
    // SAFETY: a NUL-terminated string.
    check(unsafe { libc::chdir(path.as_ptr()) }).map(drop)
}

/// A pair of packet sockets. With `credentials` the first says who sent a packet.
pub(crate) fn packet_pair(credentials: bool) -> io::Result<(OwnedFd, OwnedFd)> {
    let mut pair = [0; 2];
    // SAFETY: room for two descriptors.
    check(unsafe {
        libc::socketpair(libc::AF_UNIX, libc::SOCK_SEQPACKET | libc::SOCK_CLOEXEC, 0, pair.as_mut_ptr())
    })?;
    // SAFETY: just made.
    let pair = unsafe { (OwnedFd::from_raw_fd(pair[0]), OwnedFd::from_raw_fd(pair[1])) };
    if credentials {
        let on: libc::c_int = 1;
        // SAFETY: the option is an int.
        check(unsafe {
            libc::setsockopt(
                pair.0.as_raw_fd(),
                libc::SOL_SOCKET,
                libc::SO_PASSCRED,
                (&raw const on).cast(),
                size_of::<libc::c_int>() as libc::socklen_t,
            )
        })?;
    }
    Ok(pair)
}

/// Sends without ever waiting or raising SIGPIPE; a peer that is gone is no error here.
pub(crate) fn send(socket: &OwnedFd, bytes: &[u8]) {
    // SAFETY: the pointer and the length are those of `bytes`.
    unsafe {
        libc::send(
            socket.as_raw_fd(),
            bytes.as_ptr().cast(),
            bytes.len(),
            libc::MSG_NOSIGNAL | libc::MSG_DONTWAIT,
        )
    };
}

/// What was received, and the sender's process id in our namespace where credentials are on.
/// An empty packet is the end. Never waits.
pub(crate) fn receive(socket: &OwnedFd, buffer: &mut [u8]) -> io::Result<(usize, Option<Pid>)> {
    let mut part = libc::iovec { iov_base: buffer.as_mut_ptr().cast(), iov_len: buffer.len() };
    let mut control = [0u64; 16];
    // SAFETY: an all-zero header is valid.
    let mut header: libc::msghdr = unsafe { MaybeUninit::zeroed().assume_init() };
    header.msg_iov = &raw mut part;
    header.msg_iovlen = 1;
    header.msg_control = control.as_mut_ptr().cast();
    header.msg_controllen = size_of_val(&control);
    // SAFETY: the header's pointers live until the call returns.
    let got = unsafe { libc::recvmsg(socket.as_raw_fd(), &raw mut header, libc::MSG_DONTWAIT) };
    if got < 0 {
        return Err(io::Error::last_os_error());
    }
    let mut sender = None;
    // SAFETY: the kernel filled the control buffer; the macros stay within its length, and the
    // payload of SCM_CREDENTIALS is a ucred, read unaligned.
    unsafe {
        let message = libc::CMSG_FIRSTHDR(&raw const header);
        if !message.is_null()
            && (*message).cmsg_level == libc::SOL_SOCKET
            && (*message).cmsg_type == libc::SCM_CREDENTIALS
        {
            let credentials: libc::ucred = libc::CMSG_DATA(message).cast::<libc::ucred>().read_unaligned();
            sender = Some(credentials.pid).filter(|&pid| pid > 0);
        }
    }
    Ok((got as usize, sender))
}

/// How a process ended.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Exit {
    pub(crate) pid: Pid,
    pub(crate) status: i32,
    pub(crate) max_rss: u64,
    pub(crate) cpu: Duration,
}

impl Exit {
    pub(crate) fn code(&self) -> Option<i32> {
        libc::WIFEXITED(self.status).then(|| libc::WEXITSTATUS(self.status))
    }

    pub(crate) fn signal(&self) -> Option<i32> {
        libc::WIFSIGNALED(self.status).then(|| libc::WTERMSIG(self.status))
    }
}

/// The next child that has ended. `wait`: or will end. `None`: there is none.
pub(crate) fn next_exit(wait: bool) -> Option<Exit> {
    loop {
        let mut status = 0;
        let mut usage = MaybeUninit::<libc::rusage>::zeroed();
        let flags = if wait { 0 } else { libc::WNOHANG };
        // SAFETY: room for a status and a usage; `__WALL` also takes children of odd kinds.
        let pid = unsafe { libc::wait4(-1, &raw mut status, flags | libc::__WALL, usage.as_mut_ptr()) };
        if pid > 0 {
            // SAFETY: filled by the kernel; zero is valid too.
            let usage = unsafe { usage.assume_init() };
            let time = |t: libc::timeval| {
                Duration::from_secs(t.tv_sec as u64) + Duration::from_micros(t.tv_usec as u64)
            };
            return Some(Exit {
                pid,
                status,
                max_rss: usage.ru_maxrss as u64 * 1024,
                cpu: time(usage.ru_utime) + time(usage.ru_stime),
            });
        }
        if pid == 0 || io::Error::last_os_error().kind() != io::ErrorKind::Interrupted {
            return None;
        }
    }
}

pub(crate) fn kill(pid: Pid, signal: i32) {
    // SAFETY: any number is allowed; a process that is gone is no error here.
    unsafe { libc::kill(pid, signal) };
}

/// A descriptor that stands for that very process, also after its number is used again.
pub(crate) fn open_pid(pid: Pid) -> io::Result<OwnedFd> {
    // SAFETY: two numbers; the result is a new descriptor.
    let fd = check_long(unsafe { libc::syscall(libc::SYS_pidfd_open, pid, 0) })?;
    // SAFETY: just made.
    Ok(unsafe { OwnedFd::from_raw_fd(fd as RawFd) })
}

pub(crate) fn signal_pid(process: &OwnedFd, signal: i32) {
    // SAFETY: numbers and a null pointer.
    unsafe {
        libc::syscall(
            libc::SYS_pidfd_send_signal,
            process.as_raw_fd(),
            signal,
            std::ptr::null::<libc::siginfo_t>(),
            0,
        )
    };
}

/// Blocks SIGCHLD and gives a descriptor that is readable when one came.
pub(crate) fn child_signals() -> io::Result<OwnedFd> {
    let mut set = MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: the set is initialised by the first call.
    let fd = unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        libc::sigaddset(set.as_mut_ptr(), libc::SIGCHLD);
        libc::sigprocmask(libc::SIG_BLOCK, set.as_ptr(), std::ptr::null_mut());
        check(libc::signalfd(-1, set.as_ptr(), libc::SFD_CLOEXEC | libc::SFD_NONBLOCK))?
    };
    // SAFETY: just made.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

/// Reads a descriptor of signals empty.
pub(crate) fn drain(fd: &OwnedFd) {
    let mut buffer = [0u8; 1024];
    // SAFETY: the pointer and the length are those of `buffer`; the descriptor does not block.
    while unsafe { libc::read(fd.as_raw_fd(), buffer.as_mut_ptr().cast(), buffer.len()) } > 0 {}
}

/// What a process does on a signal.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Disposition {
    Default,
    Ignore,
}

pub(crate) fn set_signal(signal: i32, disposition: Disposition) {
    let handler = if disposition == Disposition::Default { libc::SIG_DFL } else { libc::SIG_IGN };
    // SAFETY: no handler function is installed; signals that cannot be set give an error.
    unsafe { libc::signal(signal, handler) };
}

/// Every signal to its default, and none blocked.
pub(crate) fn reset_signals() {
    // By the system call itself: the C library refuses to touch the two signals that it uses.
    // A handler, flags, restorer and mask of zero are the default action.
    let default = [0u64; 4];
    for signal in 1..=64 {
        // SAFETY: the structure is that of the kernel on 64-bit machines, with a mask of 8 bytes.
        unsafe {
            libc::syscall(
                libc::SYS_rt_sigaction,
                signal,
                default.as_ptr(),
                std::ptr::null_mut::<u64>(),
                8usize,
            )
        };
    }
    let mut set = MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: the set is initialised by the first call.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        libc::sigprocmask(libc::SIG_SETMASK, set.as_ptr(), std::ptr::null_mut());
    }
}

/// Waits until one of the descriptors is readable or at its end. The answer says which.
pub(crate) fn poll<const N: usize>(fds: [Option<&OwnedFd>; N], timeout: Option<Duration>) -> [bool; N] {
    let mut list = fds.map(|fd| libc::pollfd {
        fd: fd.map_or(-1, AsRawFd::as_raw_fd),
        events: libc::POLLIN,
        revents: 0,
    });
    let ms = timeout.map_or(-1, |t| i32::try_from(t.as_millis()).unwrap_or(i32::MAX));
    // SAFETY: the pointer and the count are those of `list`.
    unsafe { libc::poll(list.as_mut_ptr(), N as libc::nfds_t, ms) };
    list.map(|entry| entry.revents != 0)
}

/// The same file at a number from `floor` on. The old number stays open until exec closes it.
pub(crate) fn above(fd: &OwnedFd, floor: RawFd) -> OwnedFd {
    // SAFETY: numbers only; a result that is not negative is a new descriptor.
    unsafe {
        let copy = libc::fcntl(fd.as_raw_fd(), libc::F_DUPFD_CLOEXEC, floor);
        OwnedFd::from_raw_fd(if copy >= 0 { copy } else { fd.as_raw_fd() })
    }
}

/// Whether the other end of a socket is closed.
pub(crate) fn is_closed(socket: &OwnedFd) -> bool {
    let mut entry = libc::pollfd { fd: socket.as_raw_fd(), events: 0, revents: 0 };
    // SAFETY: one valid pollfd.
    unsafe { libc::poll(&raw mut entry, 1, 0) };
    entry.revents & libc::POLLHUP != 0
}

/// Puts the `count` descriptors from `first` on at 3, 4 and so on.
pub(crate) fn place_descriptors(first: RawFd, count: usize) -> io::Result<()> {
    for index in 0..count as RawFd {
        // SAFETY: numbers only. Sources are above targets and taken in rising order.
        check(unsafe { libc::dup2(first + index, 3 + index) })?;
    }
    Ok(())
}

/// Moves the program's descriptors from 3 on to [`crate::LIFTED_FD`] and up, past the soft limit of `soft`: programs
/// that count, close or select the low ones do not meet them. Where the hard limit is too low they stay.
pub(crate) fn lift_descriptors(count: usize, soft: u64, hard: u64) -> io::Result<()> {
    let count = count as RawFd;
    set_limit(libc::RLIMIT_NOFILE, hard, hard)?;
    for index in 0..count {
        // SAFETY: numbers only.
        if let Err(error) = check(unsafe { libc::dup2(3 + index, crate::LIFTED_FD + index) }) {
            set_limit(libc::RLIMIT_NOFILE, soft, hard)?;
            return if error.raw_os_error() == Some(libc::EBADF) { Ok(()) } else { Err(error) };
        }
    }
    for index in 0..count {
        // SAFETY: numbers only; the descriptors are this process's own.
        unsafe { libc::close(3 + index) };
    }
    set_limit(libc::RLIMIT_NOFILE, soft, hard)
}

/// Marks all descriptors from `first` on to be closed by exec.
pub(crate) fn close_on_exec_from(first: RawFd) -> io::Result<()> {
    // SAFETY: numbers only.
    let result =
        unsafe { libc::syscall(libc::SYS_close_range, first, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    if result == 0 {
        return Ok(());
    }
    // Kernels before 5.11.
    for entry in std::fs::read_dir("/proc/self/fd")? {
        if let Some(fd) = entry?.file_name().to_str().and_then(|name| name.parse::<RawFd>().ok())
            && fd >= first
        {
            // SAFETY: numbers only.
            unsafe { libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC) };
        }
    }
    Ok(())
}

/// Descriptors 0, 1 and 2 become the null device, so that pipes end with the program.
pub(crate) fn leave_streams() {
    // SAFETY: a NUL-terminated path and numbers.
    unsafe {
        let null = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR | libc::O_CLOEXEC);
        for fd in 0..3 {
            if null < 0 || libc::dup2(null, fd) < 0 {
                libc::close(fd);
            }
        }
        if null > 2 {
            libc::close(null);
        }
    }
}

/// Closes the descriptors from `first` on, `count` of them.
pub(crate) fn close_range(first: RawFd, count: usize) {
    for fd in first..first + count as RawFd {
        // SAFETY: nothing in this process owns them as values.
        unsafe { libc::close(fd) };
    }
}

/// Becomes the program. Returns only when that failed.
pub(crate) fn exec(program: &CString, args: &[CString], env: &[CString]) -> io::Error {
    let pointers = |list: &[CString]| {
        let mut pointers: Vec<*const libc::c_char> = list.iter().map(|text| text.as_ptr()).collect();
        pointers.push(std::ptr::null());
        pointers
    };
    let (args, env) = (pointers(args), pointers(env));
    // SAFETY: NUL-terminated strings in lists that end with a null pointer.
    unsafe { libc::execve(program.as_ptr(), args.as_ptr(), env.as_ptr()) };
    io::Error::last_os_error()
}

/// Sets both values of a resource limit, at most to what the hard one is now.
pub(crate) fn set_limit(resource: libc::__rlimit_resource_t, soft: u64, hard: u64) -> io::Result<()> {
    set_limit_of(0, resource, soft, hard)
}

/// The same for another process; 0 is this one.
pub(crate) fn set_limit_of(
    pid: Pid,
    resource: libc::__rlimit_resource_t,
    soft: u64,
    hard: u64,
) -> io::Result<()> {
    let mut now = MaybeUninit::<libc::rlimit>::zeroed();
    // SAFETY: room for one limit.
    check(unsafe { libc::prlimit(pid, resource, std::ptr::null(), now.as_mut_ptr()) })?;
    // SAFETY: filled by the kernel.
    let most = unsafe { now.assume_init() }.rlim_max;
    let limit = libc::rlimit { rlim_cur: soft.min(most), rlim_max: hard.min(most) };
    // SAFETY: a valid limit.
    check(unsafe { libc::prlimit(pid, resource, &raw const limit, std::ptr::null_mut()) }).map(drop)
}
