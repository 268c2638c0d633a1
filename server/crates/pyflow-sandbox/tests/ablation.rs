//! What each layer is good for: with one left out, attacks succeed that the whole stops. A test
//! that passes without its layer would show nothing.
#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stderr)]

mod common;

use common::{Place, write};
use pyflow_sandbox::{Event, Layer, Origin, Profile};
use std::collections::BTreeSet;
use std::time::Duration;

/// Attacks by name. Each prints its name when it succeeds.
const ATTACKS: &str = r"
import ctypes, os, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
X86 = os.uname().machine == 'x86_64'
def call(x86, arm, *args):
    return libc.syscall(ctypes.c_long(x86 if X86 else arm), *args) >= 0
def memfd(): return call(319, 279, b'x', 0)
def userns():
    pid = os.fork()
    if pid == 0: os._exit(0 if call(272, 97, 0x10000000) else 1)
    return os.waitpid(pid, 0)[1] == 0
def keyring(): return call(250, 219, 0, -4, 0)
def io_uring(): return call(425, 425, 8, ctypes.create_string_buffer(120))
def vsock(): socket.socket(40, 1, 0).close(); return True
def udp():
    s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); s.sendto(b'x', ('127.0.0.1', 9)); return True
def unix_path(): socket.socket(socket.AF_UNIX).connect(SOCKET); return True
def signal_other(): os.kill(CANARY, 0); return True
def environ_other(): return bool(open(f'/proc/{CANARY}/environ', 'rb').read())
def shm():
    p = f'/dev/shm/sandbox-test-{CANARY}'; open(p, 'w').write('x'); return True
def read_home(): return bool(open(HOME + '/.ssh/id').read())
def write_workspace(): open(WORKSPACE + '/evil.py', 'w').close(); return True
def metadata(): os.chmod(WORKSPACE + '/main.py', 0o755); return True
def env_file(): return bool(open(WORKSPACE + '/.env').read())
def tree_seen(): return os.getpid() > 50
for attack in (memfd, userns, keyring, io_uring, vsock, udp, unix_path, signal_other, environ_other, shm,
               read_home, write_workspace, metadata, env_file, tree_seen):
    try:
        if attack(): print(attack.__name__)
    except OSError: pass
";

/// Which attacks succeed against an agent's run.
fn succeed(profile: Profile, without: &[Layer]) -> BTreeSet<String> {
    let place = Place::new();
    write(&place.home.join(".ssh/id"), "key");
    write(&place.workspace.join("main.py"), "");
    write(&place.workspace.join(".env"), "TOKEN=x");
    let socket = place.outside.join("s");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    // A process of the same user, as the program will be: itself a run without a sandbox.
    let canary = place.python(place.policy(Profile::Off, Origin::Editor), "import time; time.sleep(30)");
    let mut canary = canary.start().unwrap();
    let started = canary.child.wait_event(Duration::from_secs(20)).unwrap();
    let Some(Event::Started { pid_hint: Some(other), .. }) = started else { panic!("{started:?}") };
    let mut policy = place.policy(profile, Origin::Agent);
    policy.without = without.to_vec();
    policy.allow_unenforced = true;
    let code = format!(
        "SOCKET, CANARY, HOME, WORKSPACE = {:?}, {}, {:?}, {:?}\n{ATTACKS}",
        socket.to_str().unwrap(),
        other,
        place.home.to_str().unwrap(),
        place.workspace.to_str().unwrap(),
    );
    let outcome = place.python(policy, &code).run();
    assert_eq!(outcome.end(), (Some(0), None), "{outcome:?}");
    let _ = std::fs::remove_file(format!("/dev/shm/sandbox-test-{other}"));
    outcome.output.lines().map(str::to_owned).collect()
}

fn names(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

const NAMESPACES: Layer = Layer::Namespaces;

#[test]
fn the_whole_stops_them_all() {
    // A private /dev/shm that ends with the run is no escape.
    assert_eq!(succeed(Profile::Strict, &[]), names(&["shm"]));
    assert_eq!(succeed(Profile::Standard, &[]), names(&["shm", "env_file"]));
}

#[test]
fn without_seccomp_the_kernel_is_open() {
    let open = succeed(Profile::Strict, &[Layer::Seccomp]);
    assert!(open.is_superset(&names(&["memfd", "keyring", "io_uring", "vsock"])), "{open:?}");
    let open = succeed(Profile::Standard, &[NAMESPACES, Layer::Seccomp]);
    assert!(open.is_superset(&names(&["memfd", "keyring", "io_uring", "udp", "unix_path"])), "{open:?}");
}

#[test]
fn without_landlock_files_are_open_where_there_are_no_namespaces() {
    let open = succeed(Profile::Standard, &[NAMESPACES, Layer::Landlock]);
    let files = names(&["signal_other", "shm", "read_home", "write_workspace", "metadata"]);
    assert!(open.is_superset(&files), "{open:?}");
    // With namespaces it is a second fence only.
    assert_eq!(succeed(Profile::Strict, &[Layer::Landlock]), names(&["shm"]));
}

#[test]
fn without_namespaces_what_landlock_cannot_say_is_open() {
    let open = succeed(Profile::Strict, &[NAMESPACES]);
    assert_eq!(open, names(&["metadata", "tree_seen"]));
}
