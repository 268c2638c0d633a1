//! Entering namespaces, and giving up rights.
//!
//! A normal user gets a user namespace that maps the user to itself. The superuser needs none:
//! the others are entered directly, and the program becomes another user, because neither the
//! limit on processes nor Unix permissions bind the superuser. Only the user's own act as root
//! stays root, with the rights to files: a container's files belong to all kinds of users, and a
//! script there must be able to write them.

use super::launch::{Failed, Step};
use super::sys::{self, check};
use crate::policy::{Network, Origin, Policy, Profile, ReadScope};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

/// Who the program will be, when that is not who the helper is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OtherUser(pub(crate) u32);

/// The same, with what shows it the superuser's files as its own, where that can be had.
#[derive(Debug)]
pub(crate) struct Owner {
    pub(crate) user: OtherUser,
    pub(crate) map: Option<OwnedFd>,
}

/// The first of 4000 user ids that nobody has: below those of systemd's dynamic users, above
/// those of people. By its process id each run gets one, so that runs cannot signal each other.
const FIRST_USER: u32 = 57_000;

/// Whether the program stays the user. The user's own act does, in a container the superuser's;
/// so does a trial that repeats it. What reads everything reads it as the user.
fn keeps_user(policy: &Policy) -> bool {
    match (policy.origin, policy.profile) {
        (Origin::Agent, _) => false,
        (Origin::Editor, Profile::Standard) => true,
        _ => policy.read == ReadScope::All,
    }
}

/// Who the program of a policy becomes, when namespaces hold it. To be asked before they are
/// entered: in them, the processes of `/proc` have other numbers.
pub(crate) fn other_user(policy: &Policy) -> Option<Owner> {
    let own_act = keeps_user(policy);
    let privileged = is_superuser() && has_capability(CAP_SYS_ADMIN);
    (privileged && !own_act).then(|| {
        let user = OtherUser(FIRST_USER + std::process::id() % 4000);
        Owner { user, map: owner_map(user).ok() }
    })
}

pub(crate) fn is_superuser() -> bool {
    // SAFETY: cannot fail.
    unsafe { libc::geteuid() == 0 }
}

const CAP_CHOWN: u32 = 0;
const CAP_DAC_OVERRIDE: u32 = 1;
const CAP_FOWNER: u32 = 3;
const CAP_FSETID: u32 = 4;
const CAP_SYS_ADMIN: u32 = 21;
const CAP_SYS_RESOURCE: u32 = 24;

/// Leaves the helper's process for namespaces of its own: all but the mounts, which the first
/// process inside leaves. Children land inside; this process still sees the host's processes.
pub(crate) fn enter(policy: &Policy) -> Result<(), Failed> {
    let mut flags = libc::CLONE_NEWPID | libc::CLONE_NEWIPC | libc::CLONE_NEWUTS;
    if policy.network != Network::On {
        flags |= libc::CLONE_NEWNET;
    }
    let direct = is_superuser() && unshare(flags).is_ok();
    if !direct {
        // SAFETY: cannot fail.
        let (user, group) = unsafe { (libc::geteuid(), libc::getegid()) };
        unshare(flags | libc::CLONE_NEWUSER).step("entering namespaces")?;
        let write = |name: &str, text: String| {
            std::fs::write(format!("/proc/self/{name}"), text).step(format_args!("writing {name}"))
        };
        write("setgroups", "deny".into())?;
        write("uid_map", format!("{user} {user} 1"))?;
        write("gid_map", format!("{group} {group} 1"))?;
    }
    if policy.network == Network::Loopback {
        raise_loopback().step("the loopback interface")?;
    }
    Ok(())
}

fn unshare(flags: i32) -> io::Result<()> {
    // SAFETY: numbers only; single-threaded.
    check(unsafe { libc::unshare(flags) }).map(drop)
}

/// The first process inside leaves the helper's mounts, which the helper still needs.
pub(crate) fn leave_mounts() -> Result<(), Failed> {
    unshare(libc::CLONE_NEWNS).step("entering a mount namespace")
}

fn raise_loopback() -> io::Result<()> {
    // SAFETY: a zeroed request is valid; the name and the flags are within it.
    unsafe {
        let socket = check(libc::socket(libc::AF_INET, libc::SOCK_DGRAM | libc::SOCK_CLOEXEC, 0))?;
        let socket = OwnedFd::from_raw_fd(socket);
        let mut request: libc::ifreq = std::mem::zeroed();
        for (to, from) in request.ifr_name.iter_mut().zip(b"lo") {
            *to = *from as libc::c_char;
        }
        request.ifr_ifru.ifru_flags = libc::IFF_UP as libc::c_short;
        check(libc::ioctl(socket.as_raw_fd(), libc::SIOCSIFFLAGS, &raw const request)).map(drop)
    }
}

/// Becomes another user, without groups.
pub(crate) fn become_user(OtherUser(id): OtherUser) -> io::Result<()> {
    // SAFETY: numbers and an empty list.
    unsafe {
        check(libc::setgroups(0, std::ptr::null()))?;
        check(libc::setresgid(id, id, id))?;
        check(libc::setresuid(id, id, id)).map(drop)
    }
}

/// `struct __user_cap_header_struct` and two of `__user_cap_data_struct`, version 3.
#[repr(C)]
struct CapabilityHeader {
    version: u32,
    pid: i32,
}

#[repr(C)]
#[derive(Default, Clone, Copy)]
struct CapabilityData {
    effective: u32,
    permitted: u32,
    inheritable: u32,
}

const CAPABILITY_VERSION: u32 = 0x2008_0522;

fn has_capability(capability: u32) -> bool {
    let header = CapabilityHeader { version: CAPABILITY_VERSION, pid: 0 };
    let mut data = [CapabilityData::default(); 2];
    // SAFETY: version 3 fills two structures.
    unsafe { libc::syscall(libc::SYS_capget, &raw const header, data.as_mut_ptr()) };
    data[0].effective & (1 << capability) != 0
}

/// Keeps what exec can give back to these.
fn bound_capabilities(keep: &[u32]) {
    for capability in (0..64u32).filter(|capability| !keep.contains(capability)) {
        // Fails above the last capability, and where there is none to drop with.
        let _ = sys::prctl(libc::PR_CAPBSET_DROP, capability.into());
    }
}

/// Keeps these capabilities at most.
fn keep_capabilities(keep: &[u32]) -> io::Result<()> {
    let header = CapabilityHeader { version: CAPABILITY_VERSION, pid: 0 };
    let mut data = [CapabilityData::default(); 2];
    // SAFETY: version 3 fills and takes two structures.
    unsafe {
        check(libc::syscall(libc::SYS_capget, &raw const header, data.as_mut_ptr()) as i32)?;
        let mask = keep.iter().fold(0, |mask, capability| mask | 1 << capability);
        data[0].effective &= mask;
        data[0].permitted &= mask;
        data[0].inheritable = 0;
        data[1] = CapabilityData::default();
        check(libc::syscall(libc::SYS_capset, &raw const header, data.as_ptr()) as i32).map(drop)
    }
}

/// What is left of the superuser in the program.
pub(crate) fn drop_rights(policy: &Policy, other: Option<OtherUser>) -> io::Result<()> {
    let keep: Vec<u32> = if policy.profile == Profile::Off {
        // All rights of the user but the one to raise limits again.
        (0..32).filter(|&capability| capability != CAP_SYS_RESOURCE).collect()
    } else if keeps_user(policy) && is_superuser() {
        // For the files only; which files, mounts and Landlock decide.
        vec![CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_FOWNER, CAP_FSETID]
    } else {
        Vec::new()
    };
    bound_capabilities(&keep);
    if keep.is_empty() {
        let bits = libc::SECBIT_NOROOT | libc::SECBIT_NOROOT_LOCKED;
        let _ = sys::prctl(libc::PR_SET_SECUREBITS, bits as libc::c_ulong);
    }
    if let Some(user) = other {
        become_user(user)?;
    }
    keep_capabilities(&keep)
}

/// A user namespace that shows the superuser's files as those of `user`, and the other way round:
/// to be given to [`super::mount::map_owners`].
fn owner_map(OtherUser(user): OtherUser) -> io::Result<OwnedFd> {
    let (read, write) = sys::packet_pair(false)?;
    // SAFETY: a new process with a copy of this one's memory, as fork, in a new user namespace.
    let pid = unsafe {
        libc::syscall(libc::SYS_clone, libc::CLONE_NEWUSER | libc::SIGCHLD, 0, 0, 0, 0) as sys::Pid
    };
    if pid == 0 {
        drop(write);
        sys::poll([Some(&read)], None);
        sys::exit(0);
    }
    check(pid)?;
    let map = |name: &str| std::fs::write(format!("/proc/{pid}/{name}"), format!("0 {user} 1"));
    let namespace = map("uid_map")
        .and_then(|()| map("gid_map"))
        .and_then(|()| std::fs::File::open(format!("/proc/{pid}/ns/user")));
    drop(write);
    // SAFETY: our own child; a null status is allowed.
    unsafe { libc::waitpid(pid, std::ptr::null_mut(), 0) };
    namespace.map(OwnedFd::from)
}
