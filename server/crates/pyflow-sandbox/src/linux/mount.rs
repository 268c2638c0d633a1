//! Mounts, by the calls that work on descriptors: a tree is cloned and restricted before it is
//! seen anywhere, so no name is looked up twice and no mount is ever there without its flags.

use super::sys::check;
use std::ffi::CString;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

// From linux/mount.h.
pub(crate) const READ_ONLY: u64 = 0x1;
pub(crate) const NO_SETUID: u64 = 0x2;
pub(crate) const NO_DEVICES: u64 = 0x4;
pub(crate) const NO_EXEC: u64 = 0x8;
const ID_MAPPED: u64 = 0x0010_0000;
const OPEN_TREE_CLONE: libc::c_uint = 1;
const AT_RECURSIVE: libc::c_uint = 0x8000;
const MOVE_MOUNT_F_EMPTY_PATH: libc::c_uint = 4;

/// `struct mount_attr`.
#[repr(C)]
#[derive(Default)]
struct Attributes {
    set: u64,
    clear: u64,
    propagation: u64,
    user_namespace: u64,
}

pub(crate) fn c_path(path: &Path) -> io::Result<CString> {
    CString::new(path.as_os_str().as_bytes()).map_err(|_| io::ErrorKind::InvalidInput.into())
}

/// A private copy of what is mounted at `path` and below, attached nowhere.
pub(crate) fn clone_tree(path: &Path) -> io::Result<OwnedFd> {
    let path = c_path(path)?;
    let flags = OPEN_TREE_CLONE | libc::O_CLOEXEC as libc::c_uint | AT_RECURSIVE;
    // SAFETY: a NUL-terminated string and numbers.
    let fd = unsafe { libc::syscall(libc::SYS_open_tree, libc::AT_FDCWD, path.as_ptr(), flags) };
    check(fd as i32)?;
    // SAFETY: just made.
    Ok(unsafe { OwnedFd::from_raw_fd(fd as RawFd) })
}

fn set_attributes(fd: RawFd, path: &CString, flags: u32, attributes: &Attributes) -> io::Result<()> {
    // SAFETY: the pointers live until the call returns; the size is that of the structure.
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            fd,
            path.as_ptr(),
            flags,
            std::ptr::from_ref(attributes),
            size_of::<Attributes>(),
        )
    };
    check(result as i32).map(drop)
}

/// Restricts a tree that is attached nowhere, with all mounts in it.
pub(crate) fn restrict_tree(tree: &OwnedFd, flags: u64) -> io::Result<()> {
    let attributes = Attributes { set: flags, ..Attributes::default() };
    let flags = AT_RECURSIVE | libc::AT_EMPTY_PATH as u32;
    set_attributes(tree.as_raw_fd(), &CString::default(), flags, &attributes)
}

/// Shows the owners of a tree's top mount by the map of a user namespace. Needs the superuser,
/// and a file system that knows how.
pub(crate) fn map_owners(tree: &OwnedFd, user_namespace: &OwnedFd) -> io::Result<()> {
    let attributes = Attributes {
        set: ID_MAPPED,
        user_namespace: user_namespace.as_raw_fd() as u64,
        ..Attributes::default()
    };
    set_attributes(tree.as_raw_fd(), &CString::default(), libc::AT_EMPTY_PATH as u32, &attributes)
}

/// Restricts the mount at `path`, and no other.
pub(crate) fn restrict(path: &Path, flags: u64) -> io::Result<()> {
    let attributes = Attributes { set: flags, ..Attributes::default() };
    set_attributes(libc::AT_FDCWD, &c_path(path)?, 0, &attributes)
}

/// Attaches a tree at `path`.
pub(crate) fn attach(tree: &OwnedFd, path: &Path) -> io::Result<()> {
    let path = c_path(path)?;
    // SAFETY: NUL-terminated strings and numbers.
    let result = unsafe {
        libc::syscall(
            libc::SYS_move_mount,
            tree.as_raw_fd(),
            c"".as_ptr(),
            libc::AT_FDCWD,
            path.as_ptr(),
            MOVE_MOUNT_F_EMPTY_PATH,
        )
    };
    check(result as i32).map(drop)
}

/// A new file system of a kind.
pub(crate) fn mount(kind: &str, path: &Path, flags: libc::c_ulong, options: &str) -> io::Result<()> {
    let text = |text: &str| CString::new(text).map_err(|_| io::Error::from(io::ErrorKind::InvalidInput));
    let (kind, path, options) = (text(kind)?, c_path(path)?, text(options)?);
    // SAFETY: NUL-terminated strings.
    check(unsafe { libc::mount(kind.as_ptr(), path.as_ptr(), kind.as_ptr(), flags, options.as_ptr().cast()) })
        .map(drop)
}

/// A file system in memory, bounded in bytes and files.
pub(crate) fn mount_memory(path: &Path, mode: u32, megabytes: u64, files: u64) -> io::Result<()> {
    let options = format!("mode={mode:o},size={megabytes}m,nr_inodes={files}");
    mount("tmpfs", path, libc::MS_NOSUID | libc::MS_NODEV, &options)
}

/// Cuts the connection of this mount namespace to the one it was copied from.
pub(crate) fn make_private() -> io::Result<()> {
    let flags = libc::MS_REC | libc::MS_PRIVATE;
    // SAFETY: a NUL-terminated path and null pointers, which this flag ignores.
    check(unsafe { libc::mount(std::ptr::null(), c"/".as_ptr(), std::ptr::null(), flags, std::ptr::null()) })
        .map(drop)
}

/// Makes the mount at the working directory the root, and lets go of the old root.
pub(crate) fn enter_working_directory() -> io::Result<()> {
    // SAFETY: NUL-terminated paths. With the same path twice the old root lies over the new one,
    // from where it is detached.
    unsafe {
        check(libc::syscall(libc::SYS_pivot_root, c".".as_ptr(), c".".as_ptr()) as i32)?;
        check(libc::umount2(c".".as_ptr(), libc::MNT_DETACH))?;
        check(libc::chdir(c"/".as_ptr()))?;
    }
    Ok(())
}

/// A socket that nobody listens at, and that cannot be opened.
pub(crate) fn make_socket(path: &Path) -> io::Result<()> {
    let path = c_path(path)?;
    // SAFETY: a NUL-terminated path and numbers.
    check(unsafe { libc::mknod(path.as_ptr(), libc::S_IFSOCK, 0) }).map(drop)
}
