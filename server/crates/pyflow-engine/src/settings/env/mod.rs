//! The environment that a program gets.
//!
//! The user's own run has the user's environment without PyFlow's keys; an agent's is built from nothing. Invariant:
//! no variable that PyFlow itself reads keys or commands from reaches a child.

mod file;

pub use file::{EnvFile, parse, read};

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Variables by name.
pub type Variables = BTreeMap<OsString, OsString>;

/// Keys that PyFlow reads from its own environment to ask a model.
pub const MODEL_KEYS: [&str; 5] =
    ["PYFLOW_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "ANTHROPIC_API_KEY"];

/// Whether a variable of PyFlow's own environment is kept from programs.
pub fn is_kept_back(name: &OsStr) -> bool {
    let name = name.to_string_lossy().to_ascii_uppercase();
    name.starts_with("PYFLOW_")
        || MODEL_KEYS.contains(&name.as_str())
        // Set by an editor for the programs that it starts, wrong for those that the user starts.
        || name == "ELECTRON_RUN_AS_NODE"
}

/// The interpreter's folders that a program's environment depends on.
#[derive(Debug, Clone, Copy)]
pub struct PythonFolders<'a> {
    pub executable: &'a Path,
    pub prefix: &'a Path,
    pub base_prefix: &'a Path,
}

/// What the user's own run gets: the inherited environment without what is kept back, the virtual environment of the
/// interpreter as its activation would set it, then the variables of the file, then those of the setting.
pub fn for_user(
    inherited: impl IntoIterator<Item = (OsString, OsString)>,
    python: PythonFolders<'_>,
    file: &EnvFile,
    setting: &BTreeMap<String, String>,
) -> Variables {
    let mut variables: Variables = inherited.into_iter().filter(|(name, _)| !is_kept_back(name)).collect();
    activate(&mut variables, python);
    let given = file.variables.iter().map(|(name, value)| (name, value)).chain(setting);
    for (name, value) in given {
        // A key for the program itself is given here on purpose; PyFlow's own variables never are.
        if !name.to_ascii_uppercase().starts_with("PYFLOW_") {
            variables.insert(name.into(), value.into());
        }
    }
    stream_encoding(&mut variables);
    variables
}

/// What an agent's code gets: enough to run Python, nothing of the user's.
pub fn for_agent(python: PythonFolders<'_>, run_folder: &Path, memory_mb: Option<u64>) -> Variables {
    let mut path: Vec<PathBuf> = python.executable.parent().map(Path::to_owned).into_iter().collect();
    path.extend(["/usr/local/bin", "/usr/bin", "/bin"].map(PathBuf::from));
    // Numeric libraries reserve memory for each thread; more of them than the limit feeds would end the program.
    let cores = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let threads = cores.min(4).min(memory_mb.map_or(4, |memory| memory / 128)).max(1).to_string();
    let mut variables: Variables = [
        ("PATH", std::env::join_paths(path).unwrap_or_else(|_| "/usr/bin:/bin".into())),
        ("LANG", "C.UTF-8".into()),
        ("HOME", run_folder.into()),
        ("PYTHONDONTWRITEBYTECODE", "1".into()),
        ("MALLOC_ARENA_MAX", "2".into()),
        ("OMP_NUM_THREADS", threads.clone().into()),
        ("OPENBLAS_NUM_THREADS", threads.clone().into()),
        ("MKL_NUM_THREADS", threads.clone().into()),
        ("NUMEXPR_MAX_THREADS", threads.into()),
    ]
    .map(|(name, value)| (OsString::from(name), value))
    .into();
    redirect_temporary(&mut variables, run_folder);
    stream_encoding(&mut variables);
    variables
}

/// Points temporary files to a folder that goes with the run.
pub fn redirect_temporary(variables: &mut Variables, run_folder: &Path) {
    for name in ["TMPDIR", "TEMP", "TMP"] {
        variables.insert(name.into(), run_folder.into());
    }
}

/// Streams are UTF-8 whatever the locale; what the user chose for characters that can't be encoded is kept.
fn stream_encoding(variables: &mut Variables) {
    let name = OsStr::new("PYTHONIOENCODING");
    let chosen = variables.get(name).map(|value| value.to_string_lossy().into_owned());
    let errors = chosen.as_deref().and_then(|value| value.split_once(':')).map(|(_, errors)| errors);
    let value = errors.map_or_else(|| "utf-8".to_owned(), |errors| format!("utf-8:{errors}"));
    variables.insert(name.into(), value.into());
}

/// What the activation of a virtual environment does, so that `subprocess.run(["pip", …])` finds the right one.
fn activate(variables: &mut Variables, python: PythonFolders<'_>) {
    if python.prefix == python.base_prefix {
        return;
    }
    let scripts = python.prefix.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let path = variables.get(OsStr::new("PATH")).cloned().unwrap_or_default();
    let rest = std::env::split_paths(&path).filter(|folder| *folder != scripts);
    if let Ok(path) = std::env::join_paths(std::iter::once(scripts.clone()).chain(rest)) {
        variables.insert("PATH".into(), path);
    }
    variables.insert("VIRTUAL_ENV".into(), python.prefix.into());
    variables.remove(OsStr::new("PYTHONHOME"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain() -> PythonFolders<'static> {
        PythonFolders {
            executable: Path::new("/py/bin/python3"),
            prefix: Path::new("/py"),
            base_prefix: Path::new("/py"),
        }
    }

    fn inherited(pairs: &[(&str, &str)]) -> Vec<(OsString, OsString)> {
        pairs.iter().map(|(name, value)| (name.into(), value.into())).collect()
    }

    fn get<'a>(variables: &'a Variables, name: &str) -> Option<&'a str> {
        variables.get(OsStr::new(name)).map(|value| value.to_str().unwrap())
    }

    #[test]
    fn the_users_run_has_the_users_environment_without_pyflows_keys() {
        let all = [
            ("HOME", "/home/ann"),
            ("OPENAI_API_KEY", "s1"),
            ("GEMINI_API_KEY", "s2"),
            ("ANTHROPIC_API_KEY", "s3"),
            ("PYFLOW_API_KEY", "s4"),
            ("Pyflow_Token", "s5"),
            ("MY_TOKEN", "mine"),
            ("PYTHONDONTWRITEBYTECODE", "1"),
        ];
        let variables = for_user(inherited(&all), plain(), &EnvFile::default(), &BTreeMap::new());
        let expected = [
            ("HOME", "/home/ann"),
            ("MY_TOKEN", "mine"),
            ("PYTHONDONTWRITEBYTECODE", "1"),
            ("PYTHONIOENCODING", "utf-8"),
        ];
        assert_eq!(variables, inherited(&expected).into_iter().collect());
    }

    #[test]
    fn the_setting_beats_the_file_and_the_file_what_was_inherited() {
        let file = parse("A=file\nB=file\nC=file\nPYFLOW_X=1\nOPENAI_API_KEY=for the program", &|_| None);
        let setting = BTreeMap::from([("A".to_owned(), "setting".to_owned())]);
        let variables = for_user(inherited(&[("A", "i"), ("B", "i"), ("D", "i")]), plain(), &file, &setting);
        let of = |name| get(&variables, name);
        assert_eq!(
            [of("A"), of("B"), of("C"), of("D")],
            [Some("setting"), Some("file"), Some("file"), Some("i")]
        );
        assert_eq!((of("PYFLOW_X"), of("OPENAI_API_KEY")), (None, Some("for the program")));
    }

    #[test]
    fn streams_are_utf8_and_the_users_error_handler_stays() {
        let variables = for_user(
            inherited(&[("PYTHONIOENCODING", "latin-1:replace")]),
            plain(),
            &EnvFile::default(),
            &BTreeMap::new(),
        );
        assert_eq!(get(&variables, "PYTHONIOENCODING"), Some("utf-8:replace"));
    }

    #[cfg(unix)]
    #[test]
    fn a_virtual_environment_is_active() {
        let python = PythonFolders { prefix: Path::new("/ws/.venv"), ..plain() };
        let start = [("PATH", "/usr/bin:/ws/.venv/bin"), ("PYTHONHOME", "/x"), ("VIRTUAL_ENV", "/other")];
        let variables = for_user(inherited(&start), python, &EnvFile::default(), &BTreeMap::new());
        assert_eq!(get(&variables, "PATH"), Some("/ws/.venv/bin:/usr/bin"));
        assert_eq!(
            (get(&variables, "VIRTUAL_ENV"), get(&variables, "PYTHONHOME")),
            (Some("/ws/.venv"), None)
        );
    }

    #[cfg(unix)]
    #[test]
    fn an_agents_environment_is_built_from_nothing() {
        let variables = for_agent(plain(), Path::new("/run/1"), Some(256));
        assert_eq!(get(&variables, "HOME"), Some("/run/1"));
        assert_eq!(get(&variables, "TMPDIR"), Some("/run/1"));
        assert_eq!(get(&variables, "PATH"), Some("/py/bin:/usr/local/bin:/usr/bin:/bin"));
        assert!(["1", "2"].contains(&get(&variables, "OMP_NUM_THREADS").unwrap()));
        assert_eq!(get(&variables, "USER"), None);
    }
}
