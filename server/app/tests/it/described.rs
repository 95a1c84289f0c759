//! Tests of the descriptions of the API: what the server sends is as they say.

mod documents;
mod http;
mod sockets;

use std::collections::BTreeSet;

use regex_lite::Regex;
use senda_client::Response;
use serde_json::Value;

use self::documents::{OPENAPI, escaped};

/// Checks an answer of the server by the description of its route. All requests of these tests to
/// the API are checked.
pub fn check_answer(method: &str, path: &str, response: &Response) {
    let Some(described) = OPENAPI
        .path_of(path)
        .filter(|path| path.starts_with("/api/"))
    else {
        return check_problem(method, path, response);
    };
    let method = method.to_lowercase();
    let pointer = format!("/paths/{}/{method}", escaped(described));
    let kind = response.header("content-type").unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default();
    if OPENAPI.json.pointer(&pointer).is_none() {
        return check_problem(&method, path, response);
    }
    let pointer = format!("{pointer}/responses/{}", response.status);
    let answer = OPENAPI.json.pointer(&pointer);
    let answer = answer.unwrap_or_else(|| {
        let body = String::from_utf8_lossy(&response.body);
        panic!(
            "{method} {path}: {} is not described: {body}",
            response.status
        )
    });
    let Some(content) = answer.get("content") else {
        assert!(response.body.is_empty(), "{method} {path}: a body");
        return;
    };
    assert!(content.get(kind).is_some(), "{method} {path}: {kind}");
    let pointer = format!("{pointer}/content/{}/schema", escaped(kind));
    // A test of compression reads the content itself.
    let is_plain = response.header("content-encoding").is_none();
    if OPENAPI.json.pointer(&pointer).is_some() && is_plain {
        let body = response.json().unwrap();
        let fault = OPENAPI.fault(&pointer, &body);
        assert_eq!(fault, None, "{method} {path}: {}", shortened(&body));
    }
}

/// Checks a problem whose route is not described: there is none, or not with this method.
fn check_problem(method: &str, path: &str, response: &Response) {
    if response.header("content-type") == Some("application/problem+json") {
        let body = response.json().unwrap();
        let code = body["code"].as_str().unwrap_or_default();
        let fault = OPENAPI.fault(&format!("/components/schemas/problem.{code}"), &body);
        assert_eq!(fault, None, "{method} {path}: {body}");
    }
}

/// Returns the beginning of a value as text.
fn shortened(value: &Value) -> String {
    value.to_string().chars().take(400).collect()
}

#[test]
fn the_router_has_exactly_the_described_routes() {
    let of = |code: &'static str, function: &str| {
        let start = code.find(function).unwrap();
        &code[start..start + code[start..].find("\n}\n").unwrap()]
    };
    let http = include_str!("../../src/http.rs");
    let (all, pages) = (of(http, "pub fn routes("), of(http, "fn pages("));
    let operators = of(include_str!("../../src/admin/routes.rs"), "fn table(");
    let session = of(http, "fn session_routes(");
    let code = format!("{pages};{all};{session};{operators};");
    let route =
        Regex::new(r#"\.route\(\s*"([^"]+)",([^;]*?)\)\s*(?:\.route|\.fallback|;)"#).unwrap();
    let method = Regex::new(r"\b(get|post|put|delete|patch)\(").unwrap();
    let mut rest = &*code;
    let mut routes = BTreeSet::new();
    while let Some(found) = route.captures(rest) {
        for method in method.captures_iter(&found[2]) {
            routes.insert((method[1].to_owned(), found[1].replace("{*", "{")));
        }
        // The next match begins with what ended this one.
        rest = &rest[found.get(2).unwrap().end()..];
    }
    assert_eq!(routes.len(), OPENAPI.routes().len());
    assert_eq!(routes, OPENAPI.routes());
}

#[test]
fn every_problem_is_described() {
    let code = include_str!("../../src/http/problem.rs");
    let in_rows = Regex::new(r#"row\(S::[A-Z_]+, "([a-z_]+)""#).unwrap();
    let of_webhooks = Regex::new(r#"=> "(webhook_[a-z_]+)""#).unwrap();
    let in_rows = in_rows.captures_iter(code);
    let codes = in_rows.chain(of_webhooks.captures_iter(code));
    let codes: BTreeSet<String> = codes.map(|found| found[1].to_owned()).collect();
    let schemas = OPENAPI.json["components"]["schemas"].as_object().unwrap();
    let described = schemas
        .keys()
        .filter_map(|name| name.strip_prefix("problem."));
    let described: BTreeSet<String> = described.map(str::to_owned).collect();
    assert!(codes.len() > 40, "{codes:?}");
    assert_eq!(codes, described);
}

#[test]
fn every_example_is_valid() {
    let mut examples = 0;
    for (method, path) in OPENAPI.routes() {
        let operation = format!("/paths/{}/{method}", escaped(&path));
        let bodies = [format!("{operation}/requestBody")].into_iter();
        let responses = OPENAPI.json.pointer(&format!("{operation}/responses"));
        let statuses = responses.unwrap().as_object().unwrap().keys();
        let responses = statuses.map(|status| format!("{operation}/responses/{status}"));
        for place in bodies.chain(responses) {
            let content = format!("{place}/content/application~1json");
            if let Some(example) = OPENAPI.json.pointer(&format!("{content}/example")) {
                let fault = OPENAPI.fault(&format!("{content}/schema"), example);
                assert_eq!(fault, None, "{method} {path}: {example}");
                examples += 1;
            }
        }
    }
    assert!(examples > 25, "{examples}");
}
