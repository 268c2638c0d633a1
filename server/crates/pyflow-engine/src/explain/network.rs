//! Connections: refused, lost, unknown hosts, certificates, answers that are errors.

use super::texts::code;
use crate::diagnose::{Crash, Explanation, Scene};
use crate::msg;

pub(super) fn explain(crash: &Crash<'_>, scene: Option<&Scene<'_>>) -> Option<Explanation> {
    let exception = crash.exception;
    let message = exception.message.as_str();
    let module = exception.module.split('.').next().unwrap_or_default();
    let third = matches!(module, "requests" | "httpx" | "urllib3" | "aiohttp" | "httpcore");
    let network = third
        || ["URLError", "ConnectionError", "gaierror", "herror", "SSLError", "HTTPException"]
            .iter()
            .any(|n| crash.is_a(n))
        || matches!(module, "socket" | "ssl" | "urllib" | "http");
    if crash.is_a("TimeoutError") && !network {
        let call = scene.and_then(|s| s.failing("call").map(|c| code(s.text(c)))).unwrap_or_default();
        return Some(
            Explanation::of(msg!("timeout-error", call = call)).advice(msg!("timeout-error-advice")),
        );
    }
    if !network {
        return None;
    }
    let address = address(scene);
    if crash.is_a("HTTPError") || exception.type_name == "HTTPStatusError" {
        let status: String =
            message.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
        let advice = match status.as_str() {
            "401" | "403" => msg!("http-forbidden-advice"),
            "404" => msg!("http-missing-advice"),
            "429" => msg!("http-often-advice"),
            s if s.starts_with('5') => msg!("http-server-advice"),
            _ => msg!("http-advice"),
        };
        return Some(
            Explanation::of(msg!("http-error", status = status, address = address, message = code(message)))
                .advice(advice),
        );
    }
    let whole = format!("{} {message}", exception.type_name);
    let all = chain_text(crash, whole);
    let (id, advice) = if all.contains("refused") {
        ("network-refused", "network-refused-advice")
    } else if all.contains("Name or service not known")
        || all.contains("getaddrinfo failed")
        || all.contains("nodename nor servname")
        || all.contains("name resolution")
        || all.contains("gaierror")
        || all.contains("No address associated")
    {
        ("network-name", "network-name-advice")
    } else if all.contains("timed out") || all.contains("Timeout") {
        ("network-timeout", "network-timeout-advice")
    } else if all.contains("CERTIFICATE") || all.contains("certificate") || all.contains("SSL") {
        ("network-certificate", "network-certificate-advice")
    } else if all.contains("reset")
        || all.contains("aborted")
        || all.contains("BrokenPipe")
        || all.contains("RemoteDisconnected")
        || all.contains("IncompleteRead")
    {
        ("network-reset", "network-reset-advice")
    } else if all.contains("unreachable") {
        ("network-unreachable", "network-name-advice")
    } else if all.contains("unknown url type")
        || all.contains("InvalidURL")
        || all.contains("MissingSchema")
        || all.contains("InvalidSchema")
    {
        ("network-url", "network-url-advice")
    } else if all.contains("Address already in use") {
        ("network-in-use", "network-in-use-advice")
    } else {
        ("network", "network-advice")
    };
    Some(Explanation::of(msg!(id, address = address, message = code(message))).advice(msg!(advice)))
}

/// Types and messages of an exception and what led to it.
fn chain_text(crash: &Crash<'_>, mut text: String) -> String {
    let mut at = Some(crash.exception);
    for _ in 0..6 {
        let Some(exception) = at else { break };
        text.push(' ');
        text.push_str(&exception.type_name);
        text.push(' ');
        text.push_str(&exception.message);
        at = exception.cause.as_deref().or(exception.context.as_deref());
    }
    text
}

/// The address that the user's code named: a URL among the known texts, else the call; `none`, which the catalogues
/// know, where no frame is the user's.
fn address(scene: Option<&Scene<'_>>) -> String {
    let mut at = scene.copied();
    while let Some(here) = at {
        if let Some(facts) = here.facts {
            let url = facts
                .locals
                .values()
                .chain(facts.exprs.iter().map(|e| &e.value))
                .chain(facts.globals.values())
                .filter_map(|v| v.value.as_ref()?.as_str())
                .find(|t| {
                    t.starts_with("http://")
                        || t.starts_with("https://")
                        || t.starts_with("ws") && t.contains("://")
                });
            if let Some(url) = url {
                return code(url);
            }
        }
        at = here.caller();
    }
    scene.and_then(|s| s.failing("call").map(|c| code(s.text(c)))).unwrap_or_else(|| "none".to_owned())
}
