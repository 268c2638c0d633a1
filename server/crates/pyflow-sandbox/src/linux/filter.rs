//! seccomp: the kernel's surface that no Python program needs, and what Landlock lacks.
//!
//! A list of what is refused, not of what is allowed: programs bring any library they like. Calls
//! that programs try first and can do without answer "not implemented", so that they take the
//! other way; the others answer "not permitted".

use crate::policy::{Network, Policy};
use crate::spec::Plan;
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as Len, SeccompCmpOp as Op, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch, sock_filter,
};
use std::collections::BTreeMap;

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Whether the kernel filters system calls.
pub(crate) fn available() -> bool {
    const SECCOMP_GET_ACTION_AVAIL: libc::c_ulong = 2;
    let action: u32 = libc::SECCOMP_RET_ERRNO;
    // SAFETY: the call reads one number.
    unsafe { libc::syscall(libc::SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &raw const action) == 0 }
}

/// Programs try these and have another way.
const NOT_IMPLEMENTED: &[libc::c_long] = &[
    // Its arguments lie in memory, where no filter sees the namespaces that it asks for; the C
    // library then takes clone.
    libc::SYS_clone3,
    // Work in the kernel past the filter.
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    // Memory that is in nobody's resident set.
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_userfaultfd,
];

/// No business of a program that computes.
const NOT_PERMITTED: &[libc::c_long] = &[
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    // Memory that outlives the process.
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_semget,
    libc::SYS_msgget,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    // Namespaces, mounts, roots.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_open_tree,
    libc::SYS_move_mount,
    libc::SYS_mount_setattr,
    libc::SYS_open_by_handle_at,
    libc::SYS_quotactl,
    libc::SYS_fanotify_init,
    // Keys, which all processes of the user share.
    libc::SYS_keyctl,
    libc::SYS_add_key,
    libc::SYS_request_key,
    // The kernel's own machinery.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_kexec_file_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_acct,
    libc::SYS_syslog,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_clock_adjtime,
    libc::SYS_adjtimex,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_vhangup,
    libc::SYS_lookup_dcookie,
    libc::SYS_personality,
    libc::SYS_mbind,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    libc::SYS_vmsplice,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_iopl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_ioperm,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_modify_ldt,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_uselib,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_ustat,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_sysfs,
    #[cfg(target_arch = "x86_64")]
    libc::SYS__sysctl,
    #[cfg(target_arch = "x86_64")]
    libc::SYS_nfsservctl,
];

/// Binds the calling process, for good. Without privileges it needs no_new_privs.
pub(crate) fn apply(policy: &Policy, plan: &Plan) -> Result<(), String> {
    for program in programs(policy, plan)? {
        seccompiler::apply_filter(&program).map_err(|error| error.to_string())?;
    }
    Ok(())
}

fn programs(policy: &Policy, plan: &Plan) -> Result<Vec<BpfProgram>, String> {
    let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(|error| error.to_string())?;
    let whole = |calls: &[libc::c_long]| calls.iter().map(|call| (*call, Vec::new())).collect::<Rules>();
    let mut refused = whole(NOT_PERMITTED);
    refused.extend(partly(policy, plan).map_err(|error| error.to_string())?);
    let mut list = Vec::new();
    for (rules, errno) in [(refused, libc::EPERM), (whole(NOT_IMPLEMENTED), libc::ENOSYS)] {
        let filter =
            SeccompFilter::new(rules, SeccompAction::Allow, SeccompAction::Errno(errno as u32), arch);
        list.push(filter.and_then(BpfProgram::try_from).map_err(|error| error.to_string())?);
    }
    if cfg!(target_arch = "x86_64") {
        list.push(x32_guard());
    }
    Ok(list)
}

/// Calls that are refused for some arguments.
fn partly(policy: &Policy, plan: &Plan) -> Result<Rules, seccompiler::BackendError> {
    let is = |index, op, value| SeccompCondition::new(index, Len::Dword, op, value);
    let mut rules = Rules::new();

    let namespaces = [
        libc::CLONE_NEWUSER,
        libc::CLONE_NEWNS,
        libc::CLONE_NEWPID,
        libc::CLONE_NEWNET,
        libc::CLONE_NEWIPC,
        libc::CLONE_NEWUTS,
        libc::CLONE_NEWCGROUP,
    ];
    let mut clone = Vec::new();
    for flag in namespaces {
        let flag = flag as u32 as u64;
        clone.push(SeccompRule::new(vec![is(0, Op::MaskedEq(flag), flag)?])?);
    }
    rules.insert(libc::SYS_clone, clone);

    let mut ioctl = Vec::new();
    for request in [libc::TIOCSTI, libc::TIOCLINUX, libc::TIOCSETD] {
        ioctl.push(SeccompRule::new(vec![is(1, Op::Eq, request as u32 as u64)?])?);
    }
    rules.insert(libc::SYS_ioctl, ioctl);

    // With a network of its own a run may have sockets: they lead nowhere.
    let sockets = policy.network == Network::On || plan.namespaces;
    let families: &[i32] = if sockets { &[libc::AF_UNIX, libc::AF_INET, libc::AF_INET6] } else { &[] };
    let others =
        families.iter().map(|family| is(0, Op::Ne, *family as u64)).collect::<Result<Vec<_>, _>>()?;
    if others.is_empty() {
        rules.insert(libc::SYS_socket, Vec::new());
        return Ok(rules);
    }
    let kind = |value: i32| is(1, Op::MaskedEq(0xf), value as u64);
    let mut socket = vec![SeccompRule::new(others)?, SeccompRule::new(vec![kind(libc::SOCK_RAW)?])?];
    for protocol in [libc::IPPROTO_ICMP, libc::IPPROTO_ICMPV6] {
        // So-called ping sockets.
        let internet = is(0, Op::Ne, libc::AF_UNIX as u64)?;
        socket.push(SeccompRule::new(vec![internet, is(2, Op::Eq, protocol as u64)?])?);
    }
    rules.insert(libc::SYS_socket, socket);
    let pair = vec![SeccompRule::new(vec![is(0, Op::Ne, libc::AF_UNIX as u64)?])?];
    rules.insert(libc::SYS_socketpair, pair);
    Ok(rules)
}

/// Refuses the calls of the x32 ABI, which have other numbers under the same architecture:
/// "load the number; from 0x40000000 on refuse; else allow".
fn x32_guard() -> BpfProgram {
    const LOAD: u16 = 0x20;
    const JUMP_AT_LEAST: u16 = 0x35;
    const RETURN: u16 = 0x06;
    let refuse = libc::SECCOMP_RET_ERRNO | libc::EPERM as u32;
    vec![
        sock_filter { code: LOAD, jt: 0, jf: 0, k: 0 },
        sock_filter { code: JUMP_AT_LEAST, jt: 0, jf: 1, k: 0x4000_0000 },
        sock_filter { code: RETURN, jt: 0, jf: 0, k: refuse },
        sock_filter { code: RETURN, jt: 0, jf: 0, k: libc::SECCOMP_RET_ALLOW },
    ]
}
