//! AttributeError.

use super::none;
use super::texts::{code, list, value};
use crate::diagnose::attributes::{AttributeFinding, Missing, Owner, class_name, findings, missing};
use crate::diagnose::tables::Moved;
use crate::diagnose::{Explanation, Scene};
use crate::msg;

pub(super) fn explain(scene: &Scene<'_>) -> Option<Explanation> {
    let missing = missing(scene)?;
    let name = code(missing.name);
    let owner = code(missing.owner);
    let finding = findings(scene, &missing).into_iter().next()?;
    Some(match finding {
        AttributeFinding::Nothing => {
            let object = missing.object().or_else(|| crate::diagnose::nothing::none_node(scene))?;
            return Some(none::explain(
                scene,
                object,
                msg!("none-attribute", name = name, what = code(scene.text(object))),
            ));
        }
        AttributeFinding::Coroutine => {
            let what = missing.object().map_or("", |o| scene.text(o));
            Explanation::of(msg!("attribute-coroutine", name = name, what = code(what)))
                .advice(msg!("await-advice", what = code(&format!("await {what}"))))
        }
        AttributeFinding::Moved(moved) | AttributeFinding::Synonym(moved) => of_moved(&missing, moved),
        AttributeFinding::OfClass(class) => {
            let whole = code(&format!("{}.{class}.{}", missing.owner, missing.name));
            Explanation::of(msg!("attribute-of-class", name = name, module = owner, class = code(&class)))
                .advice(msg!("attribute-of-class-advice", whole = whole))
        }
        AttributeFinding::OfModule(module) => {
            let what = code(missing.object().map_or("", |o| scene.text(o)));
            Explanation::of(msg!("attribute-of-module", name = name, what = what, module = code(&module)))
                .advice(msg!("attribute-of-module-advice", import = code(&format!("import {module}"))))
        }
        AttributeFinding::Shadowed(file) => {
            Explanation::of(msg!("attribute-shadowed", name = name, module = owner, file = code(&file)))
                .advice(msg!("attribute-shadowed-advice", file = code(&file)))
        }
        AttributeFinding::Similar(similar) => {
            let all = list(similar.iter().map(String::as_str), 4);
            let kind =
                if missing.kind == Owner::Module { "attribute-similar-module" } else { "attribute-similar" };
            Explanation::of(msg!(kind, name = name, owner = owner, similar = all))
                .advice(msg!("attribute-similar-advice"))
        }
        AttributeFinding::SuperInit { source, class, base, .. } => {
            let class = code(class_name(source, class));
            Explanation::of(msg!("attribute-super-init", name = name, class = class, base = code(base)))
                .advice(msg!("attribute-super-init-advice"))
        }
        AttributeFinding::Key => {
            let object = missing.object().map_or("", |o| scene.text(o));
            let access = code(&format!("{object}[\"{}\"]", missing.name));
            Explanation::of(msg!("attribute-key", what = code(object), owner = owner, name = name))
                .advice(msg!("type-call-brackets-advice", access = access))
        }
        AttributeFinding::Unknown => unknown(scene, &missing),
    })
}

/// What became of an attribute.
fn of_moved(missing: &Missing<'_>, moved: Moved) -> Explanation {
    let name = code(missing.name);
    let owner = code(missing.owner);
    let new = match moved {
        Moved::Renamed(new) | Moved::Alone(new) => code(new),
        Moved::Elsewhere(module, "") => code(module),
        Moved::Elsewhere(module, new) => code(&format!("{module}.{new}")),
        Moved::Function(function) => code(&format!("{function}(…)")),
        Moved::Contains => code("in"),
    };
    let removed = crate::diagnose::tables::moved(missing.owner, missing.name).is_some();
    let id = if removed { "attribute-moved" } else { "attribute-synonym" };
    Explanation::of(msg!(id, name = name, owner = owner, new = new.clone()))
        .advice(msg!("attribute-moved-advice", new = new))
}

fn unknown(scene: &Scene<'_>, missing: &Missing<'_>) -> Explanation {
    let name = code(missing.name);
    let owner = code(missing.owner);
    if matches!(missing.owner, "method" | "function" | "builtin_function_or_method")
        && let Some(object) = missing.object()
    {
        let call = code(&format!("{}()", scene.text(object)));
        return Explanation::of(msg!("attribute-uncalled", name = name, what = code(scene.text(object))))
            .advice(msg!("type-forgot-call-advice", call = call));
    }
    let known = missing.value.map(|v| {
        let public: Vec<&str> = v.attrs.iter().map(String::as_str).filter(|a| !a.starts_with('_')).collect();
        list(public, 8)
    });
    let cause = match (missing.object(), missing.value) {
        (Some(object), Some(v)) if missing.kind == Owner::Object => {
            msg!(
                "attribute-unknown-value",
                name = name,
                what = code(scene.text(object)),
                owner = owner,
                value = value(v)
            )
        }
        _ if missing.kind == Owner::Module => msg!("attribute-unknown-module", name = name, owner = owner),
        _ => msg!("attribute-unknown", name = name, owner = owner),
    };
    let explanation = Explanation::of(cause);
    match known.filter(|k| !k.is_empty()) {
        Some(known) => explanation.advice(msg!("attribute-unknown-advice", known = known)),
        None => explanation.advice(msg!("attribute-unknown-advice-type")),
    }
}
