//! A None where a value was needed: who gave it.

use super::texts::{code, place};
use crate::diagnose::nothing::{Nothing, origin};
use crate::diagnose::{Explanation, Scene};
use crate::messages::Message;
use crate::msg;
use tree_sitter::Node;

/// The explanation of a None: the cause that is given where nothing is known of its origin, else one that names
/// the origin, with the given one as the paragraph.
pub(super) fn explain<'a>(scene: &Scene<'a>, node: Node<'a>, plain: Message) -> Explanation {
    let what = code(scene.text(node));
    match origin(scene, node) {
        Nothing::InPlace { spot, name } => {
            let line = place(spot.source, spot.node.start_byte());
            let method = code(&format!("{name}()"));
            let cause = msg!("none-in-place", what = what, method = method.clone(), place = line);
            let advice = match name {
                "sort" => msg!("none-sort-advice"),
                "reverse" => msg!("none-reverse-advice"),
                _ => msg!("none-in-place-advice", method = method),
            };
            Explanation::of(cause).paragraph(plain).advice(advice)
        }
        Nothing::NoReturn { source, definition, name } => {
            let line = place(source, definition.start_byte());
            Explanation::of(msg!("none-no-return", what = what, function = code(name), place = line))
                .paragraph(plain)
                .advice(no_return_advice(source, definition))
        }
        Nothing::SomeWays { name, .. } => {
            Explanation::of(msg!("none-some-ways", what = what, function = code(name)))
                .paragraph(plain)
                .advice(msg!("none-some-ways-advice", function = code(name)))
        }
        Nothing::Search { spot, name } => {
            let line = place(spot.source, spot.node.start_byte());
            let call = code(spot.text());
            Explanation::of(msg!(
                "none-search",
                what = what,
                call = call,
                method = code(&format!("{name}()")),
                place = line
            ))
            .paragraph(plain)
            .advice(msg!("none-search-advice"))
        }
        Nothing::Written { spot } => {
            let line = place(spot.source, spot.node.start_byte());
            Explanation::of(msg!("none-written", what = what, place = line))
                .paragraph(plain)
                .advice(msg!("none-advice"))
        }
        Nothing::Unknown => Explanation::of(plain).advice(msg!("none-advice")),
    }
}

fn no_return_advice(source: &crate::diagnose::Source, definition: Node<'_>) -> Message {
    use crate::diagnose::nothing::{Forgotten, forgotten_result};
    match forgotten_result(source, definition) {
        Some(Forgotten::Variable(name)) => {
            msg!("none-no-return-advice", statement = code(&format!("return {name}")))
        }
        Some(Forgotten::LastExpression(node)) => {
            msg!("none-no-return-advice", statement = code(&format!("return {}", source.node_text(node))))
        }
        None => msg!("none-no-return-advice", statement = code("return")),
    }
}
