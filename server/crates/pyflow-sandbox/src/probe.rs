//! What this machine can enforce, found by doing it, and what becomes of a policy with that.
//!
//! Nothing is concluded from settings of the kernel: distributions restrict namespaces in half a
//! dozen ways. The namespaces are entered by a helper that then ends; Landlock and seccomp say of
//! themselves what they know.

use crate::command::SpawnError;
use crate::event::{Report, Tier};
use crate::policy::{Layer, Policy, Profile, WriteScope};
use crate::spec::Plan;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::OnceLock;

/// The layers of this machine.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Capabilities {
    /// Own namespaces with an own root directory.
    pub namespaces: bool,
    /// Landlock's version (ABI); 0 is none.
    pub landlock: u32,
    pub seccomp: bool,
    /// macOS's `sandbox-exec`.
    #[serde(default)]
    pub seatbelt: bool,
    /// What is not there and why, in words, in the order of importance.
    pub missing: Vec<String>,
}

impl Capabilities {
    /// The best tier there is.
    pub fn tier(&self) -> Tier {
        match (self.namespaces, self.landlock > 0, self.seccomp) {
            (true, _, true) => Tier::Namespaces,
            (false, true, true) => Tier::Landlock,
            _ if self.seatbelt => Tier::Seatbelt,
            _ => Tier::Limits,
        }
    }
}

/// The version from which Landlock keeps a run from signalling other processes.
const LANDLOCK_SIGNALS: u32 = 6;

/// What this machine can enforce. The first call starts a helper and takes some milliseconds;
/// the answer stays the same as long as the process lives.
pub fn probe() -> &'static Capabilities {
    probe_with(Path::new("/proc/self/exe"))
}

/// The same with another binary as the helper. Whoever asks first decides.
pub fn probe_with(helper: &Path) -> &'static Capabilities {
    static CAPABILITIES: OnceLock<Capabilities> = OnceLock::new();
    CAPABILITIES.get_or_init(|| find(helper))
}

#[cfg(target_os = "linux")]
fn find(helper: &Path) -> Capabilities {
    let mut found = Capabilities::default();
    match crate::command::try_namespaces(helper) {
        Ok(()) => found.namespaces = true,
        Err(reason) => found.missing.push(format!("namespaces ({reason})")),
    }
    found.landlock = crate::linux::landlock_version();
    if found.landlock == 0 {
        found.missing.push("Landlock (the kernel lacks it or has it switched off)".into());
    }
    found.seccomp = crate::linux::has_seccomp();
    if !found.seccomp {
        found.missing.push("seccomp (the kernel lacks filters)".into());
    }
    found
}

#[cfg(target_os = "macos")]
fn find(_: &Path) -> Capabilities {
    let seatbelt = Path::new(crate::macos::SANDBOX_EXEC).exists();
    let mut missing = vec!["the end of daemons that leave their session (macOS has no means)".to_owned()];
    if !seatbelt {
        missing.insert(0, "sandbox-exec (the system lacks it)".to_owned());
    }
    Capabilities { seatbelt, missing, ..Capabilities::default() }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
fn find(_: &Path) -> Capabilities {
    let missing = "isolation (not implemented for this operating system)";
    Capabilities { missing: vec![missing.into()], ..Capabilities::default() }
}

/// Chooses the layers for a policy that is not "off", or says why there must be no run.
pub(crate) fn plan(policy: &Policy, found: &Capabilities) -> Result<Plan, SpawnError> {
    let has = |layer| !policy.without.contains(&layer);
    let mut plan = Plan {
        namespaces: found.namespaces && has(Layer::Namespaces),
        landlock: if has(Layer::Landlock) { found.landlock } else { 0 },
        seccomp: found.seccomp && has(Layer::Seccomp),
        report: Report { tier: found.tier(), missing: found.missing.clone() },
    };
    if policy.profile == Profile::Strict && !found.missing.is_empty() {
        return Err(refused("strict", &found.missing));
    }
    let left_out = |layer| format!("{layer:?} (left out on purpose)");
    plan.report.missing.extend(policy.without.iter().map(left_out));
    plan.report.tier = match (plan.namespaces, plan.landlock > 0, plan.seccomp) {
        (true, _, _) => Tier::Namespaces,
        (false, true, true) => Tier::Landlock,
        _ if found.seatbelt => Tier::Seatbelt,
        _ => Tier::Limits,
    };
    if plan.report.tier == Tier::Landlock {
        if policy.write == WriteScope::Workspace {
            let text = "protection of .git/hooks and editors' settings in the workspace (needs namespaces)";
            plan.report.missing.push(text.into());
        }
        if plan.landlock < LANDLOCK_SIGNALS {
            plan.report.missing.push("protection of other processes from signals (needs Landlock 6)".into());
        }
    }
    if found.tier() == Tier::Limits && !policy.allow_unenforced {
        return Err(refused("standard", &found.missing));
    }
    Ok(plan)
}

fn refused(profile: &str, missing: &[String]) -> SpawnError {
    let missing = missing.join(", ");
    SpawnError::Refused { reason: format!("the profile {profile} needs what is missing here: {missing}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Origin;

    fn policy(profile: Profile) -> Policy {
        let mut policy = Policy::for_origin(Origin::Agent, "/r".into(), "/h".into());
        policy.profile = profile;
        policy
    }

    fn machine(namespaces: bool, landlock: u32, seccomp: bool) -> Capabilities {
        let mut missing = Vec::new();
        for (name, there) in [("namespaces", namespaces), ("Landlock", landlock > 0), ("seccomp", seccomp)] {
            if !there {
                missing.push(name.to_owned());
            }
        }
        Capabilities { namespaces, landlock, seccomp, seatbelt: false, missing }
    }

    #[test]
    fn standard_takes_the_best_tier_and_names_what_is_missing() {
        let plan_of = |machine| plan(&policy(Profile::Standard), &machine);
        let best = plan_of(machine(true, 7, true)).unwrap();
        assert_eq!((best.report.tier, best.report.missing.len()), (Tier::Namespaces, 0));
        let without = plan_of(machine(false, 7, true)).unwrap();
        assert_eq!(without.report.tier, Tier::Landlock);
        assert_eq!(without.report.missing[0], "namespaces");
        let old = plan_of(machine(false, 3, true)).unwrap();
        assert!(old.report.missing.iter().any(|text| text.contains("signals")), "{old:?}");
    }

    #[test]
    fn nothing_runs_with_less_than_it_was_promised() {
        for machine in [machine(false, 0, true), machine(false, 7, false), machine(true, 7, false)] {
            assert!(matches!(
                plan(&policy(Profile::Standard), &machine),
                Err(SpawnError::Refused { reason }) if reason.contains(&machine.missing[0])
            ));
            let mut unenforced = policy(Profile::Standard);
            unenforced.allow_unenforced = true;
            assert!(plan(&unenforced, &machine).is_ok());
            unenforced.profile = Profile::Strict;
            assert!(plan(&unenforced, &machine).is_err());
        }
        assert!(plan(&policy(Profile::Strict), &machine(true, 0, true)).is_err());
        assert!(plan(&policy(Profile::Strict), &machine(true, 7, true)).is_ok());
    }
}
