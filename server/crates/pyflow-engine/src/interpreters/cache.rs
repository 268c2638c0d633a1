//! What is known of interpreters, in memory and in the user's state folder.
//!
//! An entry holds for one path, as long as the program there and its `pyvenv.cfg` are the same files, for one version
//! of PyFlow and of the worker's sources. The state folder, other than a cache folder, is never writable to programs
//! that PyFlow runs; what can't be understood there is asked anew.

use super::probe::{self, Interpreter, ProbeError};
use crate::diagnose::InterpreterFacts;
use crate::disk;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::UNIX_EPOCH;
use tokio::sync::Mutex as AsyncMutex;

/// Changes with the shape of the files.
const FORMAT: u32 = 1;
const MOST_BYTES: u64 = 32 << 20;
/// The most entries kept; the oldest go.
const MOST_ENTRIES: usize = 64;

/// Names of a module's public members, by module.
type Names = BTreeMap<String, BTreeSet<String>>;

/// All interpreters that were asked so far.
#[derive(Debug)]
pub struct Interpreters {
    folder: Option<PathBuf>,
    parts: Vec<(&'static str, &'static str)>,
    /// Hash of the worker's sources and of PyFlow's version.
    build: u64,
    slots: Mutex<HashMap<PathBuf, Arc<Slot>>>,
}

/// One interpreter's place. Its lock is held while it is asked, so that it is asked once.
#[derive(Debug, Default)]
struct Slot {
    known: AsyncMutex<Option<(Stamp, Arc<Interpreter>)>>,
    names: AsyncMutex<Option<(Stamp, Arc<Names>)>>,
}

/// What tells that a program is still the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Stamp {
    size: u64,
    /// Nanoseconds since 1970.
    modified: u64,
    /// The same of the virtual environment's file.
    environment: Option<u64>,
}

impl Stamp {
    fn of(path: &Path) -> Option<Self> {
        let modified = |path: &Path| {
            let time = std::fs::metadata(path).ok()?.modified().ok()?;
            Some(time.duration_since(UNIX_EPOCH).ok()?.as_nanos() as u64)
        };
        let environment =
            path.parent().and_then(Path::parent).and_then(|folder| modified(&folder.join("pyvenv.cfg")));
        Some(Self { size: std::fs::metadata(path).ok()?.len(), modified: modified(path)?, environment })
    }
}

/// A file of the state folder.
#[derive(Serialize, Deserialize)]
struct Entry<T> {
    format: u32,
    build: u64,
    path: PathBuf,
    stamp: Stamp,
    value: T,
}

impl Interpreters {
    /// Remembers in `state`, the user's state folder, if there is one. `parts` are the worker's sources by name.
    pub fn new(state: Option<&Path>, parts: &[(&'static str, &'static str)]) -> Self {
        let mut hasher = DefaultHasher::new();
        (env!("CARGO_PKG_VERSION"), parts).hash(&mut hasher);
        Self {
            folder: state.map(|state| state.join("interpreters")),
            parts: parts.to_vec(),
            build: hasher.finish(),
            slots: Mutex::default(),
        }
    }

    /// What is known of the interpreter at a path without starting it.
    pub fn known(&self, path: &Path) -> Option<Arc<Interpreter>> {
        let slot = self.slot(path);
        let stamp = Stamp::of(path)?;
        let mut known = slot.known.try_lock().ok()?;
        if let Some((at, interpreter)) = known.as_ref()
            && *at == stamp
        {
            return Some(interpreter.clone());
        }
        let interpreter = Arc::new(self.load::<Interpreter>(path, &stamp, "json")?);
        *known = Some((stamp, interpreter.clone()));
        Some(interpreter)
    }

    /// The interpreter at a path, started and asked if it is not known yet. Takes up to 10 s where it hangs.
    pub async fn get(&self, path: &Path) -> Result<Arc<Interpreter>, ProbeError> {
        let slot = self.slot(path);
        let mut known = slot.known.lock().await;
        let stamp = Stamp::of(path);
        if let (Some((at, interpreter)), Some(stamp)) = (known.as_ref(), &stamp)
            && at == stamp
        {
            return Ok(interpreter.clone());
        }
        let loaded = stamp.as_ref().and_then(|stamp| self.load::<Interpreter>(path, stamp, "json"));
        let interpreter = if let Some(interpreter) = loaded {
            interpreter
        } else {
            let interpreter = probe::probe(path, &self.parts, probe::PATIENCE).await?;
            self.save(path, stamp.as_ref(), &interpreter, "json");
            interpreter
        };
        let interpreter = Arc::new(interpreter);
        *known = stamp.map(|stamp| (stamp, interpreter.clone()));
        Ok(interpreter)
    }

    /// Learns the public names of common standard modules, once an interpreter. Starts it and imports them, so it is
    /// for the background.
    pub async fn learn_names(&self, interpreter: &Interpreter) -> Result<(), ProbeError> {
        let path = &interpreter.executable;
        let slot = self.slot(path);
        let mut names = slot.names.lock().await;
        let Some(stamp) = Stamp::of(path) else { return Ok(()) };
        if names.as_ref().is_some_and(|(at, _)| *at == stamp) {
            return Ok(());
        }
        let learnt = if let Some(learnt) = self.load(path, &stamp, "names.json") {
            learnt
        } else {
            let learnt = probe::module_names(path).await?;
            self.save(path, Some(&stamp), &learnt, "names.json");
            learnt
        };
        *names = Some((stamp, Arc::new(learnt)));
        Ok(())
    }

    /// What explanations and rules may know of an interpreter: never starts it, so names of modules are there only
    /// once they were learnt. Reads the folders of installed packages.
    pub fn facts(&self, interpreter: &Interpreter) -> InterpreterFacts {
        let path = &interpreter.executable;
        let slot = self.slot(path);
        let mut names = Arc::default();
        if let (Ok(mut known), Some(stamp)) = (slot.names.try_lock(), Stamp::of(path)) {
            if !known.as_ref().is_some_and(|(at, _)| *at == stamp) {
                *known =
                    self.load::<Names>(path, &stamp, "names.json").map(|learnt| (stamp, Arc::new(learnt)));
            }
            names = known.as_ref().map(|(_, names)| names.clone()).unwrap_or_default();
        }
        InterpreterFacts {
            version: (interpreter.version.0, interpreter.version.1),
            stdlib: interpreter.stdlib_modules.clone(),
            stdlib_names: names.as_ref().clone(),
            installed: super::installed_modules(&interpreter.packages),
            builtins: interpreter.builtins.clone(),
        }
    }

    fn slot(&self, path: &Path) -> Arc<Slot> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.entry(path.to_owned()).or_default().clone()
    }

    fn file(&self, path: &Path, ending: &str) -> Option<PathBuf> {
        let mut hasher = DefaultHasher::new();
        path.hash(&mut hasher);
        Some(self.folder.as_ref()?.join(format!("{:016x}.{ending}", hasher.finish())))
    }

    fn load<T: for<'de> Deserialize<'de>>(&self, path: &Path, stamp: &Stamp, ending: &str) -> Option<T> {
        let bytes = disk::read_bounded(&self.file(path, ending)?, MOST_BYTES).ok()??;
        let entry: Entry<T> = serde_json::from_slice(&bytes).ok()?;
        let same = entry.format == FORMAT
            && entry.build == self.build
            && entry.path == path
            && entry.stamp == *stamp;
        same.then_some(entry.value)
    }

    /// Remembers a value; a folder that can't be written costs time at the next start, nothing else.
    fn save<T: Serialize>(&self, path: &Path, stamp: Option<&Stamp>, value: &T, ending: &str) {
        let (Some(file), Some(stamp)) = (self.file(path, ending), stamp) else { return };
        let entry =
            Entry { format: FORMAT, build: self.build, path: path.to_owned(), stamp: stamp.clone(), value };
        let written = serde_json::to_vec(&entry).map_err(std::io::Error::other).and_then(|bytes| {
            let folder = file.parent().unwrap_or(Path::new("."));
            disk::private_folder(folder)?;
            drop_oldest(folder);
            disk::write_atomically(&file, &bytes)
        });
        if let Err(error) = written {
            tracing::debug!(file = %file.display(), %error, "what is known of an interpreter could not be kept");
        }
    }
}

fn drop_oldest(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut files: Vec<_> = entries
        .flatten()
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    files.sort();
    for (_, file) in files.iter().rev().skip(MOST_ENTRIES) {
        // Gone already, or not ours to remove: both leave one file more.
        let _ = std::fs::remove_file(file);
    }
}
