//! The settings that stand in files: the workspace's pyproject.toml, and the user's own.

use super::asker::Paths;
use super::layer::{Layer, Source};
use crate::disk;
use crate::messages::Message;
use crate::msg;
use serde_json::Value as Json;
use std::path::Path;

/// The user's own file, in the folder [`disk::UserFolders::config`].
pub const USER_FILE: &str = "config.toml";

/// The most bytes of a settings file.
const MOST_BYTES: u64 = 1 << 20;

/// `[tool.pyflow]` of the workspace's pyproject.toml. A file that can't be read or parsed gives an empty layer that
/// says so: it does not keep programs from running.
pub fn project_layer(root: &Path) -> Layer {
    let path = root.join("pyproject.toml");
    match read_toml(&path) {
        Ok(Some(json)) => match json.get("tool").and_then(|tool| tool.get("pyflow")) {
            Some(section) => Layer::from_json(Source::Project, section),
            None => Layer::empty(Source::Project),
        },
        Ok(None) => Layer::empty(Source::Project),
        Err(problem) => Layer { problems: vec![problem], ..Layer::empty(Source::Project) },
    }
}

/// The user's file: what holds everywhere, then what `[workspace."PATH"]` says of the workspace at `root` or of the
/// nearest folder above it.
pub fn user_layers(config: &Path, root: &Path, home: Option<&Path>) -> Vec<Layer> {
    let path = config.join(USER_FILE);
    let mut json = match read_toml(&path) {
        Ok(Some(json)) => json,
        Ok(None) => return Vec::new(),
        Err(problem) => return vec![Layer { problems: vec![problem], ..Layer::empty(Source::User) }],
    };
    let workspaces = json.as_object_mut().and_then(|object| object.remove("workspace"));
    let mut layers = vec![Layer::from_json(Source::User, &json)];
    // Trust in everything there is would be trust in the next thing that is downloaded.
    layers[0].trusted = None;
    if let Some(Json::Object(workspaces)) = &workspaces {
        let paths = Paths { root: Path::new("/"), home };
        let nearest = workspaces
            .iter()
            .map(|(folder, section)| (paths.expand(folder), section))
            .filter(|(folder, _)| root.starts_with(folder))
            .max_by_key(|(folder, _)| folder.components().count());
        layers.extend(nearest.map(|(_, section)| Layer::from_json(Source::User, section)));
    }
    layers
}

fn read_toml(path: &Path) -> Result<Option<Json>, Message> {
    let unreadable = |why: String| msg!("settings-unreadable", file = path.to_string_lossy(), why = why);
    let Some(text) = disk::read_text(path, MOST_BYTES).map_err(|error| unreadable(error.to_string()))? else {
        return Ok(None);
    };
    let json = toml::from_str(&text).map_err(|error| {
        let line = error.span().map(|span| text[..span.start.min(text.len())].matches('\n').count() + 1);
        let place = line.map(|line| format!("line {line}: ")).unwrap_or_default();
        unreadable(format!("{place}{}", error.message()))
    })?;
    Ok(Some(json))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Locale;
    use crate::settings::Value;

    #[test]
    fn a_pyproject_without_the_section_sets_nothing_and_a_broken_one_says_where() {
        let root = tempfile::tempdir().unwrap();
        assert_eq!(project_layer(root.path()), Layer::empty(Source::Project));
        std::fs::write(root.path().join("pyproject.toml"), "[tool.other]\nx = 1979-05-27\n").unwrap();
        assert_eq!(project_layer(root.path()), Layer::empty(Source::Project));
        std::fs::write(root.path().join("pyproject.toml"), "[project]\nname = 'é'\n[tool.pyflow\n").unwrap();
        let problem = project_layer(root.path()).problems[0].render(Locale::English);
        assert!(problem.contains("pyproject.toml") && problem.contains("line 3"), "{problem}");
    }

    #[test]
    fn the_users_file_speaks_of_everything_and_of_the_nearest_workspace() {
        let config = tempfile::tempdir().unwrap();
        let text = r#"
            trusted = true
            locale = "pt"
            [workspace."~/projects"]
            trusted = false
            [workspace."/home/ann/projects/app"]
            trusted = true
            sandbox.write = ["~/data"]
            [workspace."/home/ann/projects/app2"]
            locale = "ru"
        "#;
        std::fs::write(config.path().join(USER_FILE), text).unwrap();
        let of = |root: &str| user_layers(config.path(), Path::new(root), Some(Path::new("/home/ann")));
        let app = of("/home/ann/projects/app/sub");
        assert_eq!((app[0].trusted, app[1].trusted), (None, Some(true)));
        assert_eq!(app[1].values["sandbox.write"], Value::Folders(vec!["~/data".into()]));
        assert_eq!(of("/home/ann/projects/other")[1].trusted, Some(false));
        assert_eq!(of("/srv").len(), 1);
    }
}
