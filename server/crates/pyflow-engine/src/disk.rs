//! Reading and writing small files of uncertain origin: bounded, regular files only, whole or not at all.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Reads a regular file of at most `limit` bytes. `None` where there is none. A pipe, a device or a larger file is
/// an error: reading one could take for ever, or all memory.
pub fn read_bounded(path: &Path, limit: u64) -> io::Result<Option<Vec<u8>>> {
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(error) => return Err(error),
    };
    if !metadata.is_file() {
        return Err(io::Error::other("not a regular file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(io::Error::other(format!("larger than {limit} bytes")));
    }
    Ok(Some(bytes))
}

/// [`read_bounded`] as text without a byte order mark; bytes that are no UTF-8 are replaced.
pub fn read_text(path: &Path, limit: u64) -> io::Result<Option<String>> {
    Ok(read_bounded(path, limit)?.map(|bytes| {
        let text = String::from_utf8_lossy(&bytes);
        text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned()
    }))
}

/// Replaces a file's content: readers see the old bytes or the new ones, never a part. The permissions of a file
/// that is there already are kept, and a link is followed to the file that it names.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().ok_or_else(|| io::Error::other("a path without a folder"))?;
    let temporary = folder.join(temporary_name(&path));
    let written = write_new(&temporary, bytes)
        .and_then(|()| match fs::metadata(&path) {
            Ok(metadata) => fs::set_permissions(&temporary, metadata.permissions()),
            Err(_) => Ok(()),
        })
        .and_then(|()| fs::rename(&temporary, &path));
    if written.is_err() {
        // The error worth telling is the one before; a left-over is named so that people can see what it is.
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::options().write(true).create_new(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn temporary_name(path: &Path) -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    format!(".{name}.pyflow-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// Makes a folder that only its user can enter.
pub fn private_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::DirBuilderExt;
        builder.mode(0o700);
    }
    builder.create(path)
}

/// The user's folders that PyFlow uses, by the rules of the platform.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct UserFolders {
    /// Where the user writes settings. Absent where the user has no home.
    pub config: Option<PathBuf>,
    /// What PyFlow remembers. Programs that it runs can't write here, which they can in a cache folder.
    pub state: Option<PathBuf>,
    pub home: Option<PathBuf>,
}

impl UserFolders {
    /// The folders as an environment names them: the XDG variables, else the platform's own places.
    pub fn from_env(var: &dyn Fn(&str) -> Option<std::ffi::OsString>) -> Self {
        let absolute = |name: &str| var(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let home = absolute("HOME").or_else(|| absolute("USERPROFILE"));
        let (config, state) = if cfg!(windows) {
            (absolute("APPDATA"), absolute("LOCALAPPDATA"))
        } else if cfg!(target_os = "macos") {
            let support = home.as_ref().map(|home| home.join("Library/Application Support"));
            (support.clone(), support)
        } else {
            (
                home.as_ref().map(|home| home.join(".config")),
                home.as_ref().map(|home| home.join(".local/state")),
            )
        };
        Self {
            config: absolute("XDG_CONFIG_HOME").or(config).map(|folder| folder.join("pyflow")),
            state: absolute("XDG_STATE_HOME").or(state).map(|folder| folder.join("pyflow")),
            home,
        }
    }

    /// The folders of this process's user.
    pub fn of_process() -> Self {
        Self::from_env(&|name| std::env::var_os(name))
    }
}

/// Removes a folder with all that lies in it, however its owner left it: folders without rights, paths longer than the
/// system takes, links (which are never followed). A folder that is not there is removed.
#[cfg(unix)]
pub fn remove_tree(path: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, fchmod, openat, unlinkat};
    use std::ffi::CString;
    use std::os::fd::{AsFd, OwnedFd};
    use std::os::unix::ffi::OsStrExt;

    /// Folders inside one another, each of which takes a descriptor while it is emptied.
    const DEEPEST: usize = 900;

    fn open(parent: impl AsFd, name: &std::ffi::CStr) -> io::Result<OwnedFd> {
        let flags = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        openat(&parent, name, flags | OFlags::RDONLY, Mode::empty())
            .or_else(|error| {
                if error != rustix::io::Errno::ACCESS {
                    return Err(error);
                }
                rustix::fs::chmodat(&parent, name, Mode::RWXU, AtFlags::empty())?;
                openat(&parent, name, flags | OFlags::RDONLY, Mode::empty())
            })
            .map_err(io::Error::from)
    }

    fn empty(folder: &OwnedFd, depth: usize) -> io::Result<()> {
        // Its owner may have taken the right to remove from it.
        fchmod(folder, Mode::RWXU).ok();
        for entry in Dir::read_from(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            if matches!(name.to_bytes(), b"." | b"..") {
                continue;
            }
            if entry.file_type() == FileType::Directory && depth < DEEPEST {
                empty(&open(folder, name)?, depth + 1)?;
                unlinkat(folder, name, AtFlags::REMOVEDIR)?;
            } else {
                unlinkat(folder, name, AtFlags::empty())?;
            }
        }
        Ok(())
    }

    let name = CString::new(path.as_os_str().as_bytes())?;
    let folder = match open(CWD, &name) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        other => other?,
    };
    empty(&folder, 0)?;
    match unlinkat(CWD, &name, AtFlags::REMOVEDIR) {
        Err(rustix::io::Errno::NOENT) => Ok(()),
        other => Ok(other?),
    }
}

/// Removes a folder with all that lies in it.
#[cfg(not(unix))]
pub fn remove_tree(path: &Path) -> io::Result<()> {
    match std::fs::remove_dir_all(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_keeps_its_permissions_and_its_link() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("a.py"), folder.path().join("b.py"));
        fs::write(&file, "old").unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&file, fs::Permissions::from_mode(0o750)).unwrap();
            std::os::unix::fs::symlink(&file, &link).unwrap();
            write_atomically(&link, b"new").unwrap();
            assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o750);
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        }
        #[cfg(not(unix))]
        write_atomically(&file, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert!(fs::read_dir(folder.path()).unwrap().count() <= 2, "nothing is left behind");
    }

    #[cfg(unix)]
    #[test]
    fn only_regular_files_of_a_fair_size_are_read() {
        let folder = tempfile::tempdir().unwrap();
        assert!(read_bounded(Path::new("/dev/zero"), 10).is_err());
        assert!(read_bounded(folder.path(), 10).is_err());
        fs::write(folder.path().join("a"), "12345678901").unwrap();
        assert!(read_bounded(&folder.path().join("a"), 10).is_err());
        assert_eq!(read_bounded(&folder.path().join("b"), 10).unwrap(), None);
        assert_eq!(read_bounded(&folder.path().join("a/b"), 10).unwrap(), None);
    }

    #[test]
    fn folders_follow_the_environment_and_relative_ones_are_not_believed() {
        let folders = UserFolders::from_env(&|name| match name {
            "HOME" => Some("/home/ann".into()),
            "XDG_STATE_HOME" => Some("relative".into()),
            "XDG_CONFIG_HOME" => Some("/cfg".into()),
            _ => None,
        });
        assert_eq!(folders.config, Some(PathBuf::from("/cfg/pyflow")));
        #[cfg(target_os = "linux")]
        assert_eq!(folders.state, Some(PathBuf::from("/home/ann/.local/state/pyflow")));
    }
}
