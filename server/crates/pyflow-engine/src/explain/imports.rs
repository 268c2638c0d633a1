//! ImportError and ModuleNotFoundError.

use super::texts::{code, list};
use crate::diagnose::imports::{
    ModuleFinding, NameFinding, cannot_import, install_command, missing_module, module_findings,
    name_findings,
};
use crate::diagnose::{Crash, Explanation};
use crate::msg;

pub(super) fn explain(crash: &Crash<'_>) -> Option<Explanation> {
    if crash.is_a("ModuleNotFoundError") {
        return Some(module(crash));
    }
    if !crash.is_a("ImportError") {
        return None;
    }
    let message = crash.exception.message.as_str();
    let Some((name, module)) = cannot_import(crash) else {
        if message.contains("attempted relative import") {
            return Some(Explanation::of(msg!("import-relative")).advice(msg!("import-relative-advice")));
        }
        if message.contains(".so")
            || message.contains("DLL load failed")
            || message.contains("cannot open shared object")
        {
            return Some(
                Explanation::of(msg!("import-library", message = code(message)))
                    .advice(msg!("import-library-advice")),
            );
        }
        return Some(
            Explanation::of(msg!("import-other", message = code(message)))
                .advice(msg!("import-other-advice")),
        );
    };
    let shown = code(&name);
    let from = code(&module);
    let finding = name_findings(crash, &name, &module).into_iter().next().unwrap_or(NameFinding::Unknown);
    Some(match finding {
        NameFinding::Circular(files) => {
            let files = list(files.iter().map(String::as_str), 4);
            Explanation::of(msg!("import-circular", name = shown, module = from, files = files))
                .advice(msg!("import-circular-advice"))
        }
        NameFinding::Shadowed(file) => {
            Explanation::of(msg!("import-shadowed", name = shown, module = from, file = code(&file)))
                .advice(msg!("attribute-shadowed-advice", file = code(&file)))
        }
        NameFinding::Moved(to, new) => {
            let whole = code(&if new.is_empty() { to.clone() } else { format!("from {to} import {new}") });
            Explanation::of(msg!("import-moved", name = shown, module = from, to = code(&to)))
                .advice(msg!("import-moved-advice", statement = whole))
        }
        NameFinding::Renamed(new) => {
            Explanation::of(msg!("import-renamed", name = shown, module = from, new = code(&new)))
        }
        NameFinding::Elsewhere(modules) => {
            let first = modules.first().cloned().unwrap_or_default();
            let all = list(modules.iter().map(String::as_str), 3);
            Explanation::of(msg!("import-elsewhere", name = shown, module = from, modules = all))
                .advice(msg!("import-moved-advice", statement = code(&format!("from {first} import {name}"))))
        }
        NameFinding::Similar(similar) => Explanation::of(msg!(
            "import-similar",
            name = shown,
            module = from,
            similar = list(similar.iter().map(String::as_str), 3)
        )),
        NameFinding::Unknown => Explanation::of(msg!("import-unknown", name = shown, module = from))
            .advice(msg!("import-unknown-advice")),
    })
}

fn module(crash: &Crash<'_>) -> Explanation {
    let Some(name) = missing_module(crash) else {
        return Explanation::of(msg!("import-other", message = code(&crash.exception.message)))
            .advice(msg!("import-other-advice"));
    };
    let shown = code(&name);
    let finding = module_findings(crash, &name).into_iter().next();
    match finding {
        Some(ModuleFinding::Renamed(new)) => {
            Explanation::of(msg!("module-renamed", module = shown, new = code(&new)))
        }
        Some(ModuleFinding::Similar(similar)) => {
            let similar = list(similar.iter().map(String::as_str), 3);
            Explanation::of(msg!("module-similar", module = shown, similar = similar))
        }
        Some(ModuleFinding::Sibling(similar)) => {
            let first = similar.first().cloned().unwrap_or_default();
            Explanation::of(msg!(
                "module-sibling",
                module = shown,
                file = code(&format!("{first}.py")),
                similar = code(&first)
            ))
        }
        Some(ModuleFinding::NotPackage(parent)) => {
            Explanation::of(msg!("module-not-package", module = shown, parent = code(&parent)))
                .advice(msg!("module-not-package-advice", parent = code(&parent)))
        }
        Some(ModuleFinding::Removed) => {
            Explanation::of(msg!("module-removed", module = shown)).advice(msg!("module-removed-advice"))
        }
        Some(ModuleFinding::Distribution(distribution)) => {
            let command = code(&install_command(crash.run.package_tool, &distribution));
            if distribution == name {
                Explanation::of(msg!("module-missing", module = shown))
                    .advice(msg!("module-install-advice", command = command))
            } else {
                Explanation::of(msg!(
                    "module-distribution",
                    module = shown,
                    distribution = code(&distribution)
                ))
                .advice(msg!("module-install-advice", command = command))
            }
        }
        None => Explanation::of(msg!("module-missing", module = shown)).advice(msg!("module-missing-advice")),
    }
}
