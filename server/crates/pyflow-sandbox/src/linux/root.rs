//! The root directory of a run: what it may see, and nothing else.
//!
//! Built by the first process inside, from clones of the host's trees that are taken before the
//! old root is left. When everything is readable, the base is a read-only clone of the whole
//! root, with masks; else it is an empty file system in memory, with the granted trees.

use super::launch::{Failed, Step};
use super::mount::{self, NO_DEVICES, NO_EXEC, NO_SETUID, READ_ONLY};
use super::namespaces::{OtherUser, Owner};
use crate::grants::Grants;
use crate::policy::{Origin, Policy};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::fs::{DirBuilderExt, chown, symlink};
use std::path::{Component, Path, PathBuf};

/// What lies at a path.
enum Source {
    /// A clone of a tree of the host.
    Tree(OwnedFd),
    /// A file system in memory: mode, megabytes, files.
    Memory(u32, u64, u64),
    /// An empty folder in memory that gets read-only when all is in place.
    Shell,
    Link(PathBuf),
}

/// Where a program may write in memory when it has no limit on its disk.
const MEMORY_MB: u64 = 256;
/// Files in a run folder in memory.
const FILES: u64 = 20_000;
/// Trees are granted to the run read-only with these.
const FOREIGN: u64 = READ_ONLY | NO_SETUID | NO_DEVICES;
const OWN: u64 = NO_SETUID | NO_DEVICES;

/// What lies where, by path: a folder comes before what lies in it.
struct Plan<'a> {
    at: BTreeMap<PathBuf, Source>,
    everything: bool,
    grants: &'a Grants,
    /// Who the program is, when that is not the superuser who asked for it.
    other: Option<&'a Owner>,
}

/// Makes the new root and enters it. `landlock`: a ruleset will follow.
pub(crate) fn build(
    policy: &Policy,
    grants: &Grants,
    other: Option<&Owner>,
    landlock: bool,
) -> Result<(), Failed> {
    mount::make_private().step("separating the mounts")?;
    let run_dir = fs::canonicalize(&policy.run_dir).step(format_args!("{}", policy.run_dir.display()))?;
    // Kept open: a run folder in memory starts with a copy of its files.
    let run_files = mount::clone_tree(&run_dir).step("the run folder")?;
    let mut plan = Plan { at: BTreeMap::new(), everything: grants.everything, grants, other };
    let _ = plan.follow(&policy.run_dir);
    plan.add_trees(policy)?;
    plan.add_devices(policy)?;
    let base = if grants.everything { Some(whole_root()?) } else { None };

    // The run folder, which the plan covers anyway, is where the pieces are put together.
    let stage = &run_dir;
    mount::mount_memory(stage, 0o755, MEMORY_MB, FILES).step("a file system in memory")?;
    plan.add_masks(policy, stage)?;
    if let Some(disk) = policy.limits.disk_mb {
        plan.at.insert(run_dir.clone(), Source::Memory(0o700, disk, FILES));
    }
    if policy.overlay_workspace {
        plan.add_overlay(policy, stage)?;
    }
    match base {
        Some(root) => mount::attach(&root, stage).step("attaching the root")?,
        None => mount::mount_memory(stage, 0o755, 4, 10_000).step("the new root")?,
    }
    std::env::set_current_dir(stage).step("the new root")?;
    make_folder(Path::new("proc"), 0o555).step("/proc")?;
    let mut safe = libc::MS_NOSUID | libc::MS_NODEV | libc::MS_NOEXEC;
    if !(landlock && grants.everything) {
        safe |= libc::MS_RDONLY;
    } // else Landlock keeps it, and the user's own program is told "permission denied", as anywhere.
    mount::mount("proc", Path::new("proc"), safe, "").step("mounting /proc")?;
    mount::enter_working_directory().step("changing the root")?;
    plan.put_in_place(grants.everything)?;
    if policy.limits.disk_mb.is_some() {
        copy_files(&PathBuf::from(format!("/proc/self/fd/{}", run_files.as_raw_fd())), &run_dir, other);
    }
    if let Some(Owner { user: OtherUser(id), .. }) = other {
        chown(&run_dir, Some(*id), Some(*id)).step("the run folder's owner")?;
    }
    Ok(())
}

impl Plan<'_> {
    /// A clone at its own path, restricted. What is not there is no error.
    fn tree(&mut self, path: &Path, flags: u64) -> Result<(), Failed> {
        let Some(real) = self.follow(path) else { return Ok(()) };
        if self.at.contains_key(&real) && flags & READ_ONLY != 0 {
            return Ok(());
        }
        let tree = match mount::clone_tree(&real) {
            Ok(tree) => tree,
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return Ok(()),
            Err(error) => return Err(error).step(format_args!("the folder {}", real.display())),
        };
        mount::restrict_tree(&tree, flags).step(format_args!("restricting {}", real.display()))?;
        if let Some(map) = self.owner_map().filter(|_| !is_system(&real)) {
            // Without it the program sees what everybody may: a file system that cannot is no error.
            let _ = mount::map_owners(&tree, map);
        }
        self.at.insert(real, Source::Tree(tree));
        Ok(())
    }

    fn owner_map(&self) -> Option<&'_ OwnedFd> {
        self.other.and_then(|owner| owner.map.as_ref())
    }

    /// The path without symbolic links. The links on the way are made again in the new root,
    /// where it does not have them.
    fn follow(&mut self, path: &Path) -> Option<PathBuf> {
        let real = fs::canonicalize(path).ok()?;
        let mut links = 0;
        let mut done = PathBuf::from("/");
        let mut rest: Vec<PathBuf> =
            path.components().rev().map(|part| PathBuf::from(part.as_os_str())).collect();
        while let Some(part) = rest.pop() {
            match part.components().next() {
                Some(Component::Normal(_)) => done.push(&part),
                Some(Component::ParentDir) => {
                    done.pop();
                    continue;
                }
                _ => continue,
            }
            let Ok(target) = fs::read_link(&done) else { continue };
            links += 1;
            if links > 40 {
                return None;
            }
            if !self.everything {
                self.at.entry(done.clone()).or_insert_with(|| Source::Link(target.clone()));
            }
            done.pop();
            if target.is_absolute() {
                done = PathBuf::from("/");
            }
            rest.extend(target.components().rev().map(|part| PathBuf::from(part.as_os_str())));
        }
        Some(real)
    }

    fn add_trees(&mut self, policy: &Policy) -> Result<(), Failed> {
        let grants = self.grants;
        if self.everything {
            // Below a mask only what was granted by name is there.
            let below = |path: &&PathBuf| grants.masked.iter().any(|mask| path.starts_with(mask));
            for path in grants.read.iter().filter(below) {
                self.tree(path, FOREIGN)?;
            }
        } else {
            for path in grants.read.iter().filter(|path| !grants.write.contains(path)) {
                self.tree(path, FOREIGN)?;
            }
            // Programs that ignore TMPDIR find an empty folder of their own.
            let size = policy.limits.disk_mb.unwrap_or(MEMORY_MB);
            for path in ["/tmp", "/var/tmp"] {
                self.at.insert(path.into(), Source::Memory(0o1777, size, FILES));
            }
        }
        for path in &grants.write {
            let copied = policy.overlay_workspace && policy.workspace.as_ref() == Some(path);
            let in_memory = policy.limits.disk_mb.is_some() && *path == policy.run_dir;
            if !copied && !in_memory && path != Path::new("/dev/shm") {
                self.tree(path, OWN)?;
            }
        }
        for path in &grants.protected {
            // The folder around it becomes a mount too: then it cannot be renamed away.
            if let Some(parent) = path.parent().filter(|parent| policy.workspace.as_deref() != Some(*parent))
            {
                self.tree(parent, OWN)?;
            }
            self.tree(path, FOREIGN)?;
        }
        Ok(())
    }

    fn add_devices(&mut self, policy: &Policy) -> Result<(), Failed> {
        self.at.insert("/dev".into(), Source::Shell);
        for name in ["null", "zero", "full", "random", "urandom", "tty"] {
            self.device(&Path::new("/dev").join(name))?;
        }
        let links = [("fd", "/proc/self/fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")];
        for (name, target) in links.into_iter().chain([("ptmx", "pts/ptmx")]) {
            self.at.insert(Path::new("/dev").join(name), Source::Link(target.into()));
        }
        if policy.origin == Origin::Editor && self.everything {
            // Graphics cards, for the user's own programs.
            for entry in fs::read_dir("/dev").into_iter().flatten().flatten() {
                let name = entry.file_name();
                let name = name.to_string_lossy();
                if name.starts_with("nvidia") || matches!(&*name, "dri" | "kfd" | "accel" | "dxg") {
                    self.device(&entry.path())?;
                }
            }
        }
        let half = policy.limits.memory_mb.map_or(MEMORY_MB, |memory| memory / 4);
        self.at.insert("/dev/shm".into(), Source::Memory(0o1777, half.max(16), FILES));
        Ok(())
    }

    fn device(&mut self, path: &Path) -> Result<(), Failed> {
        let Ok(tree) = mount::clone_tree(path) else { return Ok(()) };
        mount::restrict_tree(&tree, NO_SETUID | NO_EXEC).step(format_args!("{}", path.display()))?;
        self.at.insert(path.into(), Source::Tree(tree));
        Ok(())
    }

    /// Covers what is kept out of sight with something that nobody may open.
    fn add_masks(&mut self, policy: &Policy, stage: &Path) -> Result<(), Failed> {
        let (folder, file) = (stage.join("folder"), stage.join("file"));
        make_folder(&folder, 0o000).step("masks")?;
        // No file but a socket: not even the superuser opens that.
        mount::make_socket(&file).step("masks")?;
        let grants = self.grants;
        for path in &grants.masked {
            let Ok(real) = fs::canonicalize(path) else { continue };
            let seen = self.everything || self.at.keys().any(|at| real.starts_with(at));
            if !seen || real == Path::new("/") {
                continue;
            }
            let holds_grants =
                self.at.keys().any(|at| at.starts_with(&real)) || policy.run_dir.starts_with(&real);
            let source = if real.is_dir() && holds_grants {
                if self.at.contains_key(&real) {
                    continue;
                }
                Source::Shell
            } else {
                let tree = mount::clone_tree(if real.is_dir() { &folder } else { &file }).step("masks")?;
                mount::restrict_tree(&tree, FOREIGN | NO_EXEC).step("masks")?;
                Source::Tree(tree)
            };
            self.at.insert(real, source);
        }
        Ok(())
    }

    /// The workspace as a copy: what is written goes to memory.
    fn add_overlay(&mut self, policy: &Policy, stage: &Path) -> Result<(), Failed> {
        let Some(workspace) = policy.workspace.as_ref().and_then(|path| self.follow(path)) else {
            return Ok(());
        };
        let (upper, work, merged) = (stage.join("upper"), stage.join("work"), stage.join("merged"));
        for folder in [&upper, &work, &merged] {
            make_folder(folder, 0o755).step("a copy of the workspace")?;
        }
        let mode = fs::metadata(&workspace).step("the workspace")?.permissions();
        fs::set_permissions(&upper, mode).step("a copy of the workspace")?;
        let mut lower = workspace.clone();
        if let Some(Owner { user: OtherUser(id), map }) = self.other {
            let tree = mount::clone_tree(&workspace).step("the workspace")?;
            if map.as_ref().is_some_and(|map| mount::map_owners(&tree, map).is_ok()) {
                lower = stage.join("lower");
                make_folder(&lower, 0o755).step("a copy of the workspace")?;
                mount::attach(&tree, &lower).step("a copy of the workspace")?;
            }
            chown(&upper, Some(*id), Some(*id)).step("a copy of the workspace")?;
        }
        let option = |path: &Path| {
            let text = path.to_string_lossy();
            text.replace('\\', "\\\\").replace(':', "\\:").replace(',', "\\,")
        };
        let mut options =
            format!("lowerdir={},upperdir={},workdir={}", option(&lower), option(&upper), option(&work));
        if self.other.is_none() {
            options.push_str(",userxattr");
        }
        mount::mount("overlay", &merged, libc::MS_NOSUID | libc::MS_NODEV, &options)
            .step("a copy of the workspace (overlayfs)")?;
        let tree = mount::clone_tree(&merged).step("a copy of the workspace")?;
        self.at.insert(workspace, Source::Tree(tree));
        Ok(())
    }

    /// Makes it so. The working directory is the new root already.
    fn put_in_place(self, everything: bool) -> Result<(), Failed> {
        let mut shells = Vec::new();
        for (path, source) in &self.at {
            let what = || format!("placing {}", path.display());
            match source {
                Source::Link(target) => {
                    make_parents(path).step(what())?;
                    if fs::symlink_metadata(path).is_err() {
                        symlink(target, path).step(what())?;
                    }
                }
                Source::Tree(tree) => {
                    make_place(path, is_folder(tree)).step(what())?;
                    mount::attach(tree, path).step(what())?;
                }
                Source::Memory(mode, megabytes, files) => {
                    make_place(path, true).step(what())?;
                    mount::mount_memory(path, *mode, *megabytes, *files).step(what())?;
                }
                Source::Shell => {
                    make_place(path, true).step(what())?;
                    mount::mount_memory(path, 0o755, 1, 1000).step(what())?;
                    shells.push(path.clone());
                }
            }
        }
        let terminals = Path::new("/dev/pts");
        make_folder(terminals, 0o755).step("/dev/pts")?;
        let safe = libc::MS_NOSUID | libc::MS_NOEXEC;
        mount::mount("devpts", terminals, safe, "newinstance,ptmxmode=0666,mode=620").step("/dev/pts")?;
        if !everything {
            shells.push("/".into());
        }
        for path in shells {
            mount::restrict(&path, READ_ONLY).step(format_args!("closing {}", path.display()))?;
        }
        Ok(())
    }
}

fn whole_root() -> Result<OwnedFd, Failed> {
    let root = mount::clone_tree(Path::new("/")).step("the root directory")?;
    mount::restrict_tree(&root, FOREIGN).step("restricting the root directory")?;
    Ok(root)
}

/// Trees whose files are meant to be seen with their owners.
fn is_system(path: &Path) -> bool {
    ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/sys"]
        .iter()
        .any(|system| path.starts_with(system))
}

fn is_folder(tree: &OwnedFd) -> bool {
    fs::metadata(format!("/proc/self/fd/{}", tree.as_raw_fd())).is_ok_and(|data| data.is_dir())
}

fn make_folder(path: &Path, mode: u32) -> io::Result<()> {
    match fs::DirBuilder::new().mode(mode).create(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

fn make_parents(path: &Path) -> io::Result<()> {
    match path.parent() {
        Some(parent) if !parent.exists() => fs::DirBuilder::new().recursive(true).mode(0o755).create(parent),
        _ => Ok(()),
    }
}

/// A place to mount on.
fn make_place(path: &Path, folder: bool) -> io::Result<()> {
    if path.exists() {
        return Ok(());
    }
    make_parents(path)?;
    if folder { make_folder(path, 0o755) } else { fs::File::create(path).map(drop) }
}

/// Files and bytes that are copied into a run folder in memory.
const MOST_FILES: usize = 256;
const MOST_BYTES: u64 = 16 << 20;

/// The files of a run folder, a few of them: what the server put there for the program.
fn copy_files(from: &Path, to: &Path, other: Option<&Owner>) {
    let mut folders = vec![(from.to_path_buf(), to.to_path_buf())];
    let (mut files, mut bytes) = (0, 0);
    while let Some((from, to)) = folders.pop() {
        for entry in fs::read_dir(from).into_iter().flatten().flatten() {
            files += 1;
            let target = to.join(entry.file_name());
            let Ok(data) = entry.metadata() else { continue };
            if data.is_file() {
                bytes += data.len();
            }
            if files > MOST_FILES || bytes > MOST_BYTES {
                return;
            }
            if data.is_dir() {
                let _ = make_folder(&target, 0o755);
                folders.push((entry.path(), target.clone()));
            } else if data.is_file() {
                let _ = fs::copy(entry.path(), &target);
            } else {
                continue;
            }
            if let Some(Owner { user: OtherUser(id), .. }) = other {
                let _ = chown(&target, Some(*id), Some(*id));
            }
        }
    }
}
