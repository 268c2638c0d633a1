use super::*;
use serde_json::json;

fn client(json: serde_json::Value) -> Layer {
    Layer::from_json(Source::Client, &json)
}

fn resolved(layers: &[Layer]) -> Settings {
    Settings::resolve(Path::new("/ws"), Some(Path::new("/home/ann")), layers).0
}

#[test]
fn defaults_are_the_documented_ones() {
    let settings = Settings::defaults(Path::new("/ws"));
    assert_eq!(
        (settings.cwd.as_path(), settings.env_file.as_deref()),
        (Path::new("/ws"), Some(Path::new("/ws/.env")))
    );
    let editor = settings.limits(Asker::Editor);
    assert_eq!((editor.network, &editor.read, &editor.write), (Network::On, &Read::All, &Write::Workspace));
    assert_eq!((editor.run_timeout, editor.session_timeout, editor.disk_mb), (None, None, None));
    assert_eq!((editor.max_output_bytes, editor.session_max, editor.whitelist), (100_000, 10, false));
    let agent = settings.limits(Asker::Agent);
    assert_eq!((agent.network, &agent.read, &agent.write), (Network::Off, &Read::Workspace, &Write::Run));
    assert_eq!((agent.memory_mb, agent.disk_mb, agent.max_code_bytes), (Some(256), Some(64), Some(100_000)));
    assert_eq!(agent.session_timeout, Some(Duration::from_secs(30)));
    assert_eq!(agent.session_idle, Some(Duration::from_secs(600)));
    assert!(agent.whitelist && !agent.allow_unenforced);
    assert_eq!(settings.model.provider, "none");
    assert!(settings.hints && settings.lens && settings.locale.is_none());
}

#[test]
fn the_strongest_layer_wins_key_by_key() {
    let user = Layer::from_json(Source::User, &json!({"run.timeoutMs": 1, "session.max": 3, "locale": "ru"}));
    let settings = resolved(&[user, client(json!({"run.timeoutMs": 2, "lens.enabled": false}))]);
    let editor = settings.limits(Asker::Editor);
    assert_eq!((editor.run_timeout, editor.session_max), (Some(Duration::from_millis(2)), 3));
    assert_eq!((settings.locale, settings.lens), (Some(Locale::Russian), false));
}

#[test]
fn a_repository_chooses_nothing_that_runs_or_is_reached_unless_it_is_trusted() {
    let root = tempfile::tempdir().unwrap();
    let text = r#"
        [tool.pyflow]
        interpreter = "./evil"
        env = { LD_PRELOAD = "./evil.so" }
        cwd = "src"
        sandbox = { profile = "off", network = "on", read = "all", write = ["/"], allowUnenforced = true }
        session.whitelist = false
        model = { provider = "openai", baseUrl = "https://evil.example", name = "m" }
        agent.sandbox.memoryMb = 0
    "#;
    std::fs::write(root.path().join("pyproject.toml"), text).unwrap();
    let project = project_layer(root.path());
    let (settings, problems) = Settings::resolve(Path::new("/ws"), None, std::slice::from_ref(&project));
    let mut expected = Settings::defaults(Path::new("/ws"));
    expected.cwd = "/ws/src".into();
    expected.model.name = Some("m".into());
    assert_eq!(settings, expected);
    assert_eq!(problems.len(), 1, "{problems:?}");
    let note = problems[0].render(Locale::English);
    for key in [
        "interpreter",
        "env",
        "sandbox.profile",
        "session.whitelist",
        "model.baseUrl",
        "agent.sandbox.memoryMb",
    ] {
        assert!(note.contains(key), "{key}: {note}");
    }

    let (trusting, problems) =
        Settings::resolve(Path::new("/ws"), None, &[project, client(json!({"trusted": true}))]);
    assert_eq!(problems, []);
    assert_eq!(trusting.interpreter.as_deref(), Some(Path::new("/ws/./evil")));
    assert_eq!(trusting.limits(Asker::Editor).profile, Profile::Off);
}

#[test]
fn what_is_set_for_all_never_loosens_an_agents_limits() {
    let loose = json!({
        "sandbox": {"profile": "off", "network": "on", "read": "all", "write": ["/"], "memoryMb": 0, "diskMb": 9999, "allowUnenforced": true},
        "session": {"whitelist": false, "timeoutMs": 0, "max": 50, "maxCodeBytes": 0},
    });
    let settings = resolved(&[client(loose)]);
    assert_eq!(settings.limits(Asker::Agent), Limits::agent());
    assert_eq!(settings.limits(Asker::Editor).memory_mb, None);

    let tight = resolved(&[client(
        json!({"session.timeoutMs": 2000, "sandbox.profile": "strict", "sandbox.memoryMb": 100}),
    )]);
    let agent = tight.limits(Asker::Agent);
    assert_eq!(
        (agent.session_timeout, agent.profile, agent.memory_mb),
        (Some(Duration::from_secs(2)), Profile::Strict, Some(100))
    );

    let own = resolved(&[client(json!({"agent": {"sandbox.network": "on", "sandbox.memoryMb": 1024}}))]);
    assert_eq!(
        (own.limits(Asker::Agent).network, own.limits(Asker::Agent).memory_mb),
        (Network::On, Some(1024))
    );
}

#[test]
fn a_trial_is_strict_and_short_whatever_is_set() {
    let settings =
        resolved(&[client(json!({"sandbox": {"profile": "off", "write": "workspace", "memoryMb": 77}}))]);
    let trial = settings.limits(Asker::Editor).trial(Duration::from_secs(2));
    assert_eq!((trial.profile, trial.network, &trial.write), (Profile::Strict, Network::Off, &Write::Run));
    assert_eq!((trial.run_timeout, trial.memory_mb), (Some(Duration::from_secs(4)), Some(77)));
    assert_eq!(settings.limits(Asker::Trial).run_timeout, Some(Duration::from_secs(10)));
}

#[test]
fn a_profile_named_for_a_run_comes_with_the_agents_limits_but_off_means_off() {
    let settings = Settings::defaults(Path::new("/ws"));
    let standard = settings.limits_for_profile(Profile::Standard);
    assert_eq!((standard.network, standard.memory_mb, standard.whitelist), (Network::Off, Some(256), false));
    let off = settings.limits_for_profile(Profile::Off);
    assert_eq!((off.profile, off.network, off.run_timeout), (Profile::Off, Network::On, None));
}

#[test]
fn paths_start_at_the_root_or_at_home() {
    let settings = resolved(&[client(json!({
        "interpreter": "~/py/bin/python", "cwd": "${workspaceFolder}/src", "envFile": "", "sandbox.read": ["data", "~/d", "/x"],
    }))]);
    assert_eq!(settings.interpreter.as_deref(), Some(Path::new("/home/ann/py/bin/python")));
    assert_eq!((settings.cwd.as_path(), settings.env_file.as_deref()), (Path::new("/ws/src"), None));
    let folders = ["/ws/data", "/home/ann/d", "/x"].map(PathBuf::from).to_vec();
    assert_eq!(settings.limits(Asker::Editor).read, Read::Folders(folders));
    assert_eq!(
        resolved(&[client(json!({"interpreter": "python3.11"}))]).interpreter.as_deref(),
        Some(Path::new("python3.11"))
    );
}
