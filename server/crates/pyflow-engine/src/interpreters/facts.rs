//! What lies around an interpreter and a project: installed packages, and the tool that installs them.

use super::find::small_text;
use super::probe::Interpreter;
use crate::diagnose::PackageTool;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// More entries than this in one folder are not looked at.
const MOST_ENTRIES: usize = 20_000;

/// The top-level modules in folders of installed packages. Packages that are installed to be edited elsewhere are
/// found by their `.pth` file's lines that are folders.
pub fn installed_modules(folders: &[PathBuf]) -> BTreeSet<String> {
    let mut modules = BTreeSet::new();
    for folder in folders {
        for elsewhere in list(folder, &mut modules) {
            list(&elsewhere, &mut modules);
        }
    }
    modules
}

/// Adds a folder's modules; gives the folders that its `.pth` files name.
fn list(folder: &Path, modules: &mut BTreeSet<String>) -> Vec<PathBuf> {
    let mut named = Vec::new();
    let Ok(entries) = std::fs::read_dir(folder) else { return named };
    for entry in entries.take(MOST_ENTRIES).flatten() {
        let Ok(name) = entry.file_name().into_string() else { continue };
        let stem = name.split('.').next().unwrap_or_default();
        let ending = name.rsplit('.').next().unwrap_or_default();
        if ending == "pth" {
            let text = small_text(&entry.path());
            named.extend(
                text.lines()
                    .map(|line| folder.join(line.trim()))
                    .filter(|path| path != folder && path.is_dir()),
            );
        } else if is_identifier(stem)
            && stem != "__pycache__"
            && (matches!(ending, "py" | "so" | "pyd") || !name.contains('.') && entry.path().is_dir())
        {
            modules.insert(stem.to_owned());
        }
    }
    named
}

fn is_identifier(name: &str) -> bool {
    name.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// The tool that the project installs packages with: the nearest lock file from `folder` up to `root`, else what made
/// the interpreter's environment.
pub fn package_tool(folder: &Path, root: &Path, interpreter: Option<&Interpreter>) -> PackageTool {
    const MARKS: [(&str, PackageTool); 7] = [
        ("uv.lock", PackageTool::Uv),
        ("poetry.lock", PackageTool::Poetry),
        ("Pipfile.lock", PackageTool::Pipenv),
        ("Pipfile", PackageTool::Pipenv),
        ("environment.yml", PackageTool::Conda),
        ("environment.yaml", PackageTool::Conda),
        ("conda-lock.yml", PackageTool::Conda),
    ];
    let inside = folder.starts_with(root);
    for folder in
        folder.ancestors().take_while(|at| !inside || at.starts_with(root)).take(if inside { 64 } else { 1 })
    {
        if let Some((_, tool)) = MARKS.iter().find(|(name, _)| folder.join(name).is_file()) {
            return *tool;
        }
    }
    let Some(interpreter) = interpreter else { return PackageTool::Pip };
    if interpreter.prefix.join("conda-meta").is_dir() {
        return PackageTool::Conda;
    }
    // uv says so in the environments that it makes, which have no pip.
    let made_by_uv =
        small_text(&interpreter.prefix.join("pyvenv.cfg")).lines().any(|line| line.starts_with("uv ="));
    if made_by_uv { PackageTool::Uv } else { PackageTool::Pip }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_listed_as_they_are_imported() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["numpy", "numpy-1.0.dist-info", "__pycache__", "src", "src/editable", "my.egg-info"] {
            std::fs::create_dir(at(name)).unwrap();
        }
        for name in
            ["six.py", "_ssl.cpython-312-x86_64-linux-gnu.so", "README.txt", "with-dash.py", "LICENSE"]
        {
            std::fs::write(at(name), "").unwrap();
        }
        std::fs::write(at("e.pth"), "import evil; evil.run()\nsrc\n/no/such/folder\n").unwrap();
        let modules = installed_modules(&[folder.path().to_owned(), at("missing")]);
        assert_eq!(
            modules.iter().map(String::as_str).collect::<Vec<_>>(),
            ["_ssl", "editable", "numpy", "six", "src"]
        );
    }

    #[test]
    fn the_nearest_lock_file_tells_the_tool() {
        let root = tempfile::tempdir().unwrap();
        let inner = root.path().join("a/b");
        std::fs::create_dir_all(&inner).unwrap();
        assert_eq!(package_tool(&inner, root.path(), None), PackageTool::Pip);
        std::fs::write(root.path().join("Pipfile"), "").unwrap();
        assert_eq!(package_tool(&inner, root.path(), None), PackageTool::Pipenv);
        std::fs::write(root.path().join("a/uv.lock"), "").unwrap();
        assert_eq!(package_tool(&inner, root.path(), None), PackageTool::Uv);
        assert_eq!(package_tool(&inner, &inner, None), PackageTool::Pip);
    }
}
