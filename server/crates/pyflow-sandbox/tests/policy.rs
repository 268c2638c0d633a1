//! What the three origins may read, write and reach, on each tier.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr)]

mod common;

use common::{Place, write};
use pyflow_sandbox::{
    Event, Layer, Network, Origin, Policy, Profile, ReadScope, SpawnError, Tier, WriteScope,
};
use std::path::Path;

const TIERS: [(Tier, &[Layer]); 2] = [(Tier::Namespaces, &[]), (Tier::Landlock, &[Layer::Namespaces])];

/// Runs the code with `p` as the list of paths; it prints which of them it may.
fn which<P: AsRef<Path>>(place: &Place, policy: Policy, what: &str, paths: &[P]) -> Vec<bool> {
    let list: Vec<String> =
        paths.iter().map(|path| format!("{:?}", path.as_ref().to_str().unwrap())).collect();
    let code = format!(
        "import os\nfor p in [{}]:\n    try: {what}; print('1')\n    except OSError as e: print('0')",
        list.join(", ")
    );
    let outcome = place.python(policy, &code).run();
    assert_eq!(outcome.end(), (Some(0), None), "{outcome:?}");
    outcome.output.lines().map(|line| line == "1").collect()
}

fn place() -> Place {
    let place = Place::new();
    write(&place.home.join(".ssh/id_ed25519"), "key");
    write(&place.home.join(".netrc"), "key");
    write(&place.home.join("notes.txt"), "notes");
    write(&place.home.join(".cache/x"), "");
    write(&place.home.join("tmp/x"), "");
    write(&place.workspace.join("main.py"), "");
    write(&place.workspace.join(".git/hooks/sample"), "");
    write(&place.workspace.join(".git/config"), "");
    write(&place.workspace.join(".vscode/settings.json"), "");
    write(&place.workspace.join(".env"), "TOKEN=x");
    write(&place.outside.join("file"), "");
    place
}

fn policy(place: &Place, profile: Profile, origin: Origin, without: &[Layer]) -> Policy {
    let mut policy = place.policy(profile, origin);
    policy.without = without.to_vec();
    policy
}

#[test]
fn an_editors_run_reads_all_but_keys_and_writes_the_workspace() {
    let place = place();
    for (tier, without) in TIERS {
        eprintln!("{tier:?}");
        let policy = || policy(&place, Profile::Standard, Origin::Editor, without);
        let home = &place.home;
        let read = [
            &place.workspace.join("main.py"),
            &place.outside.join("file"),
            &home.join("notes.txt"),
            Path::new("/etc/passwd"),
            &home.join(".ssh/id_ed25519"),
            &home.join(".netrc"),
            Path::new("/etc/shadow"),
        ];
        let may = which(&place, policy(), "open(p).read(1)", &read);
        assert_eq!(may, [true, true, true, true, false, false, false]);
        let write = [
            &place.workspace.join("new.txt"),
            &place.run_dir.join("x"),
            &home.join(".cache/x"),
            &home.join("tmp/x"),
            &home.join(".bashrc"),
            &place.outside.join("file"),
        ];
        let may = which(&place, policy(), "open(p, 'a').close()", &write);
        assert_eq!(may, [true, true, true, true, false, false]);
        std::fs::remove_file(place.workspace.join("new.txt")).unwrap();
    }
}

#[test]
fn what_the_users_tools_obey_is_not_written_in_a_writable_workspace() {
    let place = place();
    let at = |name: &str| place.workspace.join(name);
    let files =
        [&*at(".git/hooks/pre-commit"), &*at(".git/config"), &*at(".vscode/tasks.json"), &*at(".git/x")];
    let policy = || policy(&place, Profile::Standard, Origin::Editor, &[]);
    assert_eq!(which(&place, policy(), "open(p, 'a').close()", &files), [false, false, false, true]);
    let folders = [&*at(".git"), &*at(".vscode"), &*at(".git/hooks")];
    assert_eq!(which(&place, policy(), "os.rename(p, p + '2')", &folders), [false, false, false]);
}

#[test]
fn an_agents_run_reads_the_workspace_and_writes_its_own_folder() {
    let place = place();
    for (tier, without) in TIERS {
        eprintln!("{tier:?}");
        let policy = || policy(&place, Profile::Standard, Origin::Agent, without);
        let read = [
            &place.workspace.join("main.py"),
            Path::new("/etc/passwd"),
            &place.outside.join("file"),
            &place.home.join("notes.txt"),
            &place.home.join(".ssh/id_ed25519"),
            Path::new("/etc/shadow"),
        ];
        let may = which(&place, policy(), "open(p).read(1)", &read);
        assert_eq!(may, [true, true, false, false, false, false]);
        let write =
            [&place.run_dir.join("x"), &place.workspace.join("main.py"), &place.workspace.join("new")];
        assert_eq!(which(&place, policy(), "open(p, 'a').close()", &write), [true, false, false]);
        let all = [&place.workspace.join("main.py")];
        let remove = which(&place, policy(), "os.unlink(p)", &all);
        assert_eq!(remove, [false]);
    }
}

#[test]
fn a_trial_changes_a_copy_of_the_workspace() {
    let place = place();
    let code = format!(
        "import os\nos.chdir({:?})\nopen('main.py', 'w').write('changed')\nos.unlink('.env')\n\
         os.makedirs('deep/er'); open('deep/er/x', 'w').write('1')\n\
         print(open('main.py').read(), sorted(os.listdir('.')))",
        place.workspace.to_str().unwrap()
    );
    let outcome = place.python(policy(&place, Profile::Strict, Origin::Trial, &[]), &code).run();
    outcome.printed("changed ['.git', '.vscode', 'deep', 'main.py']");
    assert_eq!(std::fs::read_to_string(place.workspace.join("main.py")).unwrap(), "");
    assert!(place.workspace.join(".env").exists() && !place.workspace.join("deep").exists());
}

#[test]
fn strict_hides_secrets_of_the_workspace_but_not_from_a_trial() {
    let place = place();
    let secrets = [&*place.workspace.join(".env"), &*place.workspace.join(".git/config")];
    let of = |origin| which(&place, policy(&place, Profile::Strict, origin, &[]), "open(p).read()", &secrets);
    assert_eq!(of(Origin::Agent), [false, false]);
    assert_eq!(of(Origin::Editor), [false, false]);
    assert_eq!(of(Origin::Trial), [true, true]);
}

#[test]
fn scopes_that_are_named_are_those_that_hold() {
    let place = place();
    for (tier, without) in TIERS {
        eprintln!("{tier:?}");
        let mut policy = policy(&place, Profile::Standard, Origin::Agent, without);
        policy.read = ReadScope::Folders(vec![place.home.join(".ssh"), place.workspace.clone()]);
        policy.write = WriteScope::Folders(vec![place.outside.clone()]);
        let read = [&place.home.join(".ssh/id_ed25519"), &place.home.join("notes.txt")];
        assert_eq!(which(&place, policy.clone(), "open(p).read()", &read), [true, false]);
        let write = [&place.outside.join("file"), &place.workspace.join("main.py")];
        assert_eq!(which(&place, policy.clone(), "open(p, 'a').close()", &write), [true, false]);
        policy.read = ReadScope::Home;
        let read = [place.home.join("notes.txt"), place.home.join(".netrc"), "/srv".into()];
        let list = "os.listdir(p) if os.path.isdir(p) else open(p).read()";
        assert_eq!(which(&place, policy, list, &read), [true, false, false]);
    }
}

const CONNECT: &str = "
import socket, sys
def attempt(name, work):
    try: work(); print(name, end=' ')
    except OSError: pass
def tcp():
    socket.create_connection(('127.0.0.1', PORT), timeout=2).close()
def own():
    s = socket.create_server(('127.0.0.1', 0)); socket.create_connection(s.getsockname(), timeout=2).close()
def udp():
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.connect(('127.0.0.1', PORT)); s.send(b'x')
def pair():
    a, b = socket.socketpair(); a.send(b'x'); b.recv(1)
attempt('tcp', tcp); attempt('own', own); attempt('udp', udp); attempt('pair', pair)
attempt('netlink', lambda: socket.socket(16, 3, 0))
";

#[test]
fn the_network_is_what_the_policy_says() {
    let place = place();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let code = CONNECT.replace("PORT", &listener.local_addr().unwrap().port().to_string());
    let run = |network, without: &[Layer]| {
        let mut policy = policy(&place, Profile::Standard, Origin::Agent, without);
        policy.network = network;
        place.python(policy, &code).run().output
    };
    for (_, without) in TIERS {
        assert_eq!(run(Network::On, without), "tcp own udp pair ");
        assert_eq!(run(Network::Off, without), "pair ");
    }
    // A loopback of its own, on which the host's listener is not.
    assert_eq!(run(Network::Loopback, &[]), "own udp pair ");
    listener.set_nonblocking(true).unwrap();
    let arrived = std::iter::from_fn(|| listener.accept().ok()).count();
    assert_eq!(arrived, 2);
}

#[test]
fn the_report_names_tier_and_what_is_missing() {
    let place = place();
    for (tier, without) in TIERS {
        let outcome = place.python(policy(&place, Profile::Standard, Origin::Agent, without), "").run();
        let Event::Started { report, .. } = &outcome.events[0] else { panic!("{outcome:?}") };
        assert_eq!(report.tier, tier);
        assert_eq!(report.missing.is_empty(), without.is_empty());
    }
}

#[test]
fn a_relative_run_folder_is_refused_by_name() {
    let place = place();
    let mut policy = policy(&place, Profile::Standard, Origin::Agent, &[]);
    policy.run_dir = "run".into();
    let error = place.python(policy, "").start().err().unwrap();
    assert!(matches!(&error, SpawnError::Invalid(text) if text.contains("run folder")), "{error}");
}

#[test]
fn files_put_into_the_run_folder_are_there_and_what_is_written_stays_inside() {
    let place = place();
    write(&place.run_dir.join("sub/worker.py"), "the worker");
    let policy = policy(&place, Profile::Standard, Origin::Agent, &[]);
    let outcome = place.python(policy, "print(open('sub/worker.py').read()); open('new', 'w')").run();
    outcome.printed("the worker");
    assert!(!place.run_dir.join("new").exists());
}

#[test]
fn links_on_the_way_to_what_is_granted_are_followed() {
    let place = place();
    let link = place.root.path().join("link");
    std::os::unix::fs::symlink(&place.workspace, &link).unwrap();
    for (_, without) in TIERS {
        let mut policy = policy(&place, Profile::Standard, Origin::Agent, without);
        policy.workspace = Some(link.clone());
        let paths = [&*link.join("main.py"), &*place.workspace.join("main.py")];
        assert_eq!(which(&place, policy, "open(p).read()", &paths), [true, true]);
    }
}
