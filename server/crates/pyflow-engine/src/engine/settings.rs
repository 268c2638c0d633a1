//! Which settings hold where: the client's, the project's and the user's, laid over each other for each root.

use super::Engine;
use crate::api::{DocumentSnapshot, Level};
use crate::handle::ClientConfig;
use crate::messages::Message;
use crate::settings::{Layer, Settings, Source, project_layer, user_layers};
use pyflow_core::uri;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Engine {
    pub(super) fn configure(&mut self, config: ClientConfig) {
        if !config.settings.is_null() {
            match config.folder.as_deref().and_then(uri::to_path) {
                Some(folder) => {
                    self.folder_settings.insert(folder, config.settings);
                }
                None => self.client.settings = config.settings,
            }
        }
        self.client.trusted = config.trusted.or(self.client.trusted);
        self.client.asks_input = config.asks_input.or(self.client.asks_input);
        if config.locale.is_some() {
            self.client.locale = config.locale;
        }
        self.launcher.drop_spares(true);
    }

    pub(super) fn change_folders(&mut self, added: &[String], removed: &[String]) {
        let paths = |uris: &[String]| uris.iter().filter_map(|uri| uri::to_path(uri)).collect::<Vec<_>>();
        let removed = paths(removed);
        self.folders.retain(|folder| !removed.contains(folder));
        for folder in paths(added) {
            if !self.folders.contains(&folder) {
                self.folders.push(folder);
            }
        }
        self.folders.sort_by_key(|folder| std::cmp::Reverse(folder.components().count()));
    }

    pub(super) fn files_changed(&mut self, paths: &[PathBuf]) {
        // Settings are read for each run; what a spare was started with may be old.
        let matters = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            matches!(&*name, "pyproject.toml" | ".env" | ".python-version" | "pyvenv.cfg")
        };
        if paths.iter().any(matters) {
            self.launcher.drop_spares(true);
        }
    }

    /// The workspace folder with the longest path above a file; without one, the file's folder.
    pub(super) fn root_of(&self, path: Option<&Path>) -> PathBuf {
        let folder = path.and_then(Path::parent);
        let above = path.and_then(|path| self.folders.iter().find(|folder| path.starts_with(folder)));
        above
            .map(PathBuf::as_path)
            .or(folder)
            .or(self.folders.last().map(PathBuf::as_path))
            .unwrap_or(&self.launcher.config.cwd)
            .to_owned()
    }

    /// The settings of a root, read anew: they are a few small files.
    pub(super) fn settings_of(&mut self, root: &Path) -> Arc<Settings> {
        let config = &self.launcher.config;
        let mut layers = vec![project_layer(root)];
        if let Some(file) = config.config_file.as_deref().and_then(Path::parent) {
            layers.extend(user_layers(file, root, config.home.as_deref()));
        }
        let mut client = |value: &Value| {
            let mut layer = Layer::from_json(Source::Client, value);
            // Trust is the user's word and comes by `trusted` alone.
            layer.trusted = self.client.trusted;
            layers.push(layer);
        };
        client(&self.client.settings);
        if let Some(value) = self.folder_settings.get(root) {
            client(value);
        }
        let (settings, problems) = Settings::resolve(root, config.home.as_deref(), &layers);
        let locale = settings.locale.unwrap_or_else(|| self.locale());
        for problem in problems {
            self.say_problem(&problem, locale);
        }
        Arc::new(settings)
    }

    fn say_problem(&mut self, problem: &Message, locale: crate::messages::Locale) {
        self.notice_once(Level::Warning, problem.render(locale));
    }

    pub(super) fn settings_for(&mut self, snapshot: &DocumentSnapshot) -> Arc<Settings> {
        let root = self.root_of(snapshot.path.as_deref());
        self.settings_of(&root)
    }
}
