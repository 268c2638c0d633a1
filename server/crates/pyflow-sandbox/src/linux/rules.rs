//! Landlock: which files a run may open, and that it signals nobody outside.
//!
//! With namespaces the new root holds only what may be read, so the rules repeat the writable
//! places: a second fence, should a mount be wrong. Without namespaces they are the only one, and
//! as rules only ever grant, a readable folder with a hole in it is granted by its parts.

use crate::grants::Grants;
use crate::policy::{Network, Origin, Policy};
use crate::spec::Plan;
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};
use std::fs;
use std::path::{Path, PathBuf};

/// The version that the kernel has, 0 without.
pub(crate) fn version() -> u32 {
    const LANDLOCK_CREATE_RULESET_VERSION: u32 = 1;
    // SAFETY: with this flag the call takes a null pointer and changes nothing.
    let version = unsafe {
        libc::syscall(
            libc::SYS_landlock_create_ruleset,
            std::ptr::null::<u8>(),
            0usize,
            LANDLOCK_CREATE_RULESET_VERSION,
        )
    };
    u32::try_from(version).unwrap_or(0)
}

/// The newest version whose rights are used: those after it restrict what is allowed here by
/// other means, and are not to be tested on the kernels at hand.
const NEWEST: ABI = ABI::V7;

/// Binds the calling process, for good. `Err` says why that failed.
pub(crate) fn apply(policy: &Policy, plan: &Plan, grants: &Grants) -> Result<(), String> {
    let status = restrict(policy, plan, grants).map_err(|error| error.to_string())?;
    if status == RulesetStatus::NotEnforced {
        return Err("the kernel does not enforce it".into());
    }
    Ok(())
}

fn restrict(policy: &Policy, plan: &Plan, grants: &Grants) -> Result<RulesetStatus, RulesetError> {
    let all = AccessFs::from_all(NEWEST);
    let read = AccessFs::from_read(NEWEST);
    let mut ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)?
        .scope(Scope::Signal)?;
    if policy.network != Network::On {
        ruleset = ruleset.scope(Scope::AbstractUnixSocket)?;
        if !plan.namespaces {
            ruleset = ruleset.handle_access(AccessNet::from_all(NEWEST))?;
        }
    }
    let mut ruleset = ruleset.create()?;
    if plan.namespaces {
        ruleset = grant(ruleset, Path::new("/"), read)?;
        for path in ["/tmp", "/var/tmp", "/dev/shm", "/dev/pts"] {
            if !grants.everything {
                ruleset = grant(ruleset, Path::new(path), all)?;
            }
        }
    } else {
        for (path, access) in parts(grants, read) {
            ruleset = grant(ruleset, &path, access)?;
        }
        for path in ["/sys/devices/system", "/sys/fs/cgroup"] {
            ruleset = grant(ruleset, Path::new(path), read)?;
        }
        // What the kernel says of other processes it keeps to itself, but for the names of their
        // descriptors: no folder may be listed, except the program's own.
        ruleset = grant(ruleset, Path::new("/proc"), AccessFs::ReadFile.into())?;
        ruleset = grant(ruleset, Path::new("/proc/self"), read)?;
        if policy.origin == Origin::Editor {
            ruleset = grant(ruleset, Path::new("/dev"), read)?;
        }
    }
    for path in &grants.write {
        ruleset = grant(ruleset, path, all)?;
    }
    let device = read | AccessFs::WriteFile | AccessFs::Truncate | AccessFs::IoctlDev;
    for name in ["null", "zero", "full", "random", "urandom", "tty", "ptmx", "pts"] {
        ruleset = grant(ruleset, &Path::new("/dev").join(name), device)?;
    }
    if policy.origin == Origin::Editor && grants.everything {
        ruleset = grant(ruleset, Path::new("/dev/shm"), all)?;
        for entry in fs::read_dir("/dev").into_iter().flatten().flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name.starts_with("nvidia") || matches!(&*name, "dri" | "kfd" | "accel" | "dxg") {
                ruleset = grant(ruleset, &entry.path(), device)?;
            }
        }
    }
    Ok(ruleset.restrict_self()?.ruleset)
}

/// One rule. A path that is not there needs none.
fn grant(
    ruleset: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    let Ok(fd) = PathFd::new(path) else { return Ok(ruleset) };
    let folder = fs::metadata(path).is_ok_and(|data| data.is_dir());
    let access = if folder { access } else { access & AccessFs::from_file(NEWEST) };
    if access.is_empty() { Ok(ruleset) } else { ruleset.add_rule(PathBeneath::new(fd, access)) }
}

/// Most entries of one folder that are granted one by one.
const MOST_PARTS: usize = 4000;

/// What may be read, with holes where the masks are.
fn parts(grants: &Grants, read: BitFlags<AccessFs>) -> Vec<(PathBuf, BitFlags<AccessFs>)> {
    let masked: Vec<PathBuf> = grants.masked.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
    let mut granted = Vec::new();
    let mut folders: Vec<PathBuf> =
        grants.read.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
    if grants.everything {
        folders.push("/".into());
        // Names everywhere, contents where they are granted: else no folder above a hole could
        // be listed.
        for entry in fs::read_dir("/").into_iter().flatten().flatten() {
            if entry.file_name() != "proc" {
                granted.push((entry.path(), AccessFs::ReadDir.into()));
            }
        }
    }
    while let Some(folder) = folders.pop() {
        if folder == Path::new("/proc") || (masked.contains(&folder) && !grants.read.contains(&folder)) {
            continue;
        }
        let proc_inside = folder == Path::new("/");
        if !proc_inside && !masked.iter().any(|mask| mask.starts_with(&folder) && *mask != folder) {
            granted.push((folder, read));
            continue;
        }
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten().take(MOST_PARTS) {
            // A link's target is granted where it lies, or not at all.
            if entry.file_type().is_ok_and(|kind| !kind.is_symlink()) {
                folders.push(entry.path());
            }
        }
    }
    granted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_with_a_hole_is_granted_by_its_parts() {
        let root = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(root.path()).unwrap();
        for name in ["home/.ssh", "home/.config/gh", "home/.config/other", "home/work"] {
            fs::create_dir_all(root.join(name)).unwrap();
        }
        let grants = Grants {
            read: vec![root.clone()],
            masked: vec![root.join("home/.ssh"), root.join("home/.config/gh"), root.join("absent")],
            ..Grants::default()
        };
        let mut paths: Vec<PathBuf> =
            parts(&grants, AccessFs::ReadFile.into()).into_iter().map(|(path, _)| path).collect();
        paths.sort();
        assert_eq!(paths, [root.join("home/.config/other"), root.join("home/work")]);
    }
}
