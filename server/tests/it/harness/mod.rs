//! A server with a client that behaves as an editor does.
//!
//! The client has the capabilities that the real editor sent (`fixtures/clients`), does what that editor would do with
//! each message, and takes note of what the server should not have sent to it. [`TestServer::finish`] ends the server as
//! an editor does and looks that nothing is left over. The server is the real program on pipes; with
//! `PYFLOW_TEST_SERVER=memory` it is the same code in this process.

mod client;
mod editor;
mod processes;
pub(crate) mod text;

pub(crate) use client::Client;

use processes::Token;
use serde_json::{Value, json};
use server::lsp::transport::Output;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::process::Child;
use tokio::task::JoinHandle;

/// An editor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    VsCode,
    Neovim,
    Helix,
    /// The version that Debian stable has.
    Helix2501,
}

impl Profile {
    fn file(self) -> &'static str {
        match self {
            Self::VsCode => "vscode.json",
            Self::Neovim => "neovim.json",
            Self::Helix => "helix.json",
            Self::Helix2501 => "helix_25_01.json",
        }
    }

    /// What the editor sends with `initialize`.
    pub(crate) fn initialize(self) -> Value {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/clients").join(self.file());
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        serde_json::from_str(&text).unwrap()
    }
}

/// Runs a test in each of the four editors.
#[macro_export]
macro_rules! in_all_clients {
    ($(#[$meta:meta])* $name:ident, |$profile:ident| $body:block) => {
        $(#[$meta])*
        mod $name {
            #[allow(unused_imports, reason = "not each test needs all that its file imports")]
            use super::*;
            async fn check($profile: $crate::harness::Profile) $body
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn vscode() { check($crate::harness::Profile::VsCode).await; }
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn neovim() { check($crate::harness::Profile::Neovim).await; }
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn helix() { check($crate::harness::Profile::Helix).await; }
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn helix_25_01() { check($crate::harness::Profile::Helix2501).await; }
        }
    };
}

/// How a server is started, where it is not the usual way.
#[derive(Debug, Default)]
pub(crate) struct Setup {
    pub(crate) options: Value,
    pub(crate) settings: Value,
    /// Announced as `experimental.pyflow`.
    pub(crate) extensions: Value,
    /// Files to lay into the folder first.
    pub(crate) files: Vec<(&'static str, Vec<u8>)>,
    pub(crate) environment: Vec<(&'static str, String)>,
}

/// A server, its client and a folder.
#[derive(Debug)]
pub(crate) struct TestServer {
    pub(crate) client: Client,
    pub(crate) folder: TempDir,
    token: Token,
    running: Running,
}

#[derive(Debug)]
enum Running {
    Process(Child),
    Memory(JoinHandle<u8>),
}

impl TestServer {
    pub(crate) async fn start(profile: Profile) -> Self {
        Self::with(profile, Setup::default()).await
    }

    pub(crate) async fn with(profile: Profile, setup: Setup) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, content) in &setup.files {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, content).unwrap();
        }
        let token = Token::new();
        let mut environment = vec![token.variable()];
        environment.extend(setup.environment.clone());
        // The user's own settings and state are not the tests'.
        for name in ["XDG_CONFIG_HOME", "XDG_STATE_HOME"] {
            environment.push((name, folder.path().join(".home").display().to_string()));
        }
        let in_memory = std::env::var("PYFLOW_TEST_SERVER").is_ok_and(|kind| kind == "memory");
        let (client, running) = if in_memory {
            let (client, serving) = in_this_process(profile, &environment, folder.path());
            (client, Running::Memory(serving))
        } else {
            let mut child = command(&environment).spawn().unwrap();
            let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
            (Client::new(profile, input, output), Running::Process(child))
        };
        let mut server = Self { client, folder, token, running };
        server.initialize(setup).await;
        server
    }

    async fn initialize(&mut self, setup: Setup) {
        let mut params = self.client.profile.initialize();
        let root = text::uri_of(self.folder.path());
        params["processId"] = json!(std::process::id());
        // Helix without a project names no folder, and so it stays.
        if params["rootUri"].is_string() {
            params["rootUri"] = json!(root);
            params["workspaceFolders"] = json!([{"uri": root, "name": "w"}]);
        }
        params["rootPath"] = json!(self.folder.path());
        params["initializationOptions"] = setup.options;
        if !setup.extensions.is_null() {
            params["capabilities"]["experimental"] = json!({"pyflow": setup.extensions});
        }
        self.client.set_settings(setup.settings);
        let answer = self.client.request("initialize", params.clone()).await.unwrap();
        self.client.initialized(&params["capabilities"], &answer["capabilities"]).await;
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn uri(&self, name: &str) -> String {
        text::uri_of(&self.path(name))
    }

    /// Writes a file and opens it.
    pub(crate) async fn open(&mut self, name: &str, text: &str) -> String {
        std::fs::write(self.path(name), text).unwrap();
        let uri = self.uri(name);
        self.client.open(&uri, text).await;
        uri
    }

    /// `pyflow.runFile` to its end.
    pub(crate) async fn run_file(&mut self, uri: &str) -> Value {
        self.client.command("pyflow.runFile", json!({"uri": uri, "wait": true})).await.unwrap()
    }

    /// How many processes of this server's there are, itself left out.
    pub(crate) fn children(&self) -> usize {
        self.token.processes().len()
    }

    /// Ends the server as an editor does, and looks that nothing is left over.
    pub(crate) async fn finish(mut self) {
        self.client.request("shutdown", Value::Null).await.unwrap();
        self.client.progresses_end().await;
        let started = Instant::now();
        self.client.notify("exit", Value::Null).await;
        let code = self.ended().await;
        assert!(started.elapsed() < Duration::from_secs(2), "exit took {:?}", started.elapsed());
        assert_eq!(code, 0, "the exit code");
        self.client.nothing_is_left();
        self.token.no_process_is_left().await;
    }

    /// The exit code, which comes within two seconds.
    pub(crate) async fn ended(&mut self) -> u8 {
        let limit = Duration::from_secs(2);
        match &mut self.running {
            Running::Process(child) => {
                let status =
                    tokio::time::timeout(limit, child.wait()).await.expect("ends within 2 s").unwrap();
                u8::try_from(status.code().expect("an exit code")).unwrap()
            }
            Running::Memory(serving) => {
                tokio::time::timeout(limit, serving).await.expect("ends within 2 s").unwrap()
            }
        }
    }
}

/// The program, as an editor starts it.
pub(crate) fn command(environment: &[(&'static str, String)]) -> tokio::process::Command {
    let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_pyflow"));
    command.arg("lsp").stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
    command.envs(environment.iter().map(|(name, value)| (*name, value)));
    command
}

fn in_this_process(
    profile: Profile,
    environment: &[(&'static str, String)],
    folder: &Path,
) -> (Client, JoinHandle<u8>) {
    let mut config = pyflow_engine::EngineConfig::from_process();
    // The usual name has the process's id in it, which many servers have here.
    config.temp_dir = folder.join(".home/tmp");
    config.helper = env!("CARGO_BIN_EXE_pyflow").into();
    config.environment.extend(environment.iter().map(|(name, value)| ((*name).into(), value.into())));
    let engine = pyflow_engine::EngineHandle::start(config);
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let (input, output) = tokio::io::split(theirs);
    let (our_input, our_output) = tokio::io::split(ours);
    let serving = tokio::spawn(async move {
        let options = server::lsp::Options::default();
        server::lsp::serve(input, Output::Stream(Box::pin(output)), engine, options).await.exit_code()
    });
    (Client::new(profile, our_output, our_input), serving)
}
