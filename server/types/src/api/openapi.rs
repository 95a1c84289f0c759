//! Assembles the `OpenAPI` document of the HTTP routes.

use std::collections::BTreeMap;

use senda::{
    http::problem::{Described, described},
    limits,
};
use senda_room::protocol::RatedNeed;
use senda_rules::{AnyIllegal, GameKind};
use serde_json::{Map, Value, json};

use super::{
    print::print,
    routes::{self, Access, Content, Route},
    schemas::{Schemas, of},
    version,
};

/// The path of the generated file.
pub const FILE: &str = "docs/api/openapi.json";

/// The order of the document's fields.
const ORDER: [&str; 6] = ["openapi", "info", "servers", "tags", "paths", "components"];

/// Returns the text of the document.
pub fn openapi() -> String {
    let problems = described();
    let mut schemas = super::schemas();
    let bodies = problem_schemas(&problems, &mut schemas);
    let mut paths = Map::new();
    let mut tags: Vec<Value> = Vec::new();
    for route in routes::all() {
        let tag = json!({ "name": route.group });
        if !tags.contains(&tag) {
            tags.push(tag);
        }
        let operation = operation(&route, &problems, &mut schemas);
        paths.entry(route.path).or_insert_with(|| json!({}))[route.method] = operation;
    }
    let mut document = json!({
        "openapi": "3.1.0",
        "info": info(),
        "servers": [{ "url": "../..", "description": "The server that has this document." }],
        "tags": tags,
        "paths": paths,
        "components": {
            "schemas": bodies,
            "securitySchemes": security(),
        },
    });
    schemas.place(&mut document);
    print(&document, &ORDER)
}

fn info() -> Value {
    let general = format!(
        "The HTTP routes of Senda. `asyncapi.json` beside this document describes the WebSockets, and \
         docs/protocol.md explains both.\n\n\
         If the public URL of the server has a path, that stands before all paths. Bodies are JSON of \
         at most {} bytes. An address may send {} requests to `/api` in an hour, with bursts of {}, and a \
         request takes at most {} seconds. Beyond a limit the answer is 429 or 503 with `Retry-After`.\n\n\
         Clients ignore fields and codes that they don't know.",
        limits::BODY_BYTES,
        limits::REQUESTS_PER_HOUR,
        limits::REQUESTS_BURST,
        limits::REQUEST_TIME.as_secs()
    );
    json!({
        "title": "Senda over HTTP",
        "version": version(),
        "description": general,
        "license": { "name": "MIT", "identifier": "MIT" },
    })
}

fn security() -> Value {
    json!({
        "session": {
            "type": "apiKey",
            "in": "cookie",
            "name": "senda",
            "description": "The session cookie, which `POST /api/session` sets. With https its name begins \
                            with `__Host-`, or with `__Secure-` if the public URL has a path.",
        },
        "seat": {
            "type": "http",
            "scheme": "bearer",
            "description": "The token of a seat, for programs that play: 64 digits of lower-case \
                            hexadecimal. The room's host makes it.",
        },
    })
}

/// Returns the schemas of the bodies of problems (RFC 9457), one for each code.
fn problem_schemas(problems: &[Described], schemas: &mut Schemas) -> Map<String, Value> {
    let each = problems.iter().map(|problem| {
        let mut schema = json!({
            "description": format!("{}.", problem.title),
            "type": "object",
            "properties": {
                "type": { "const": format!("urn:senda:problem:{}", problem.code) },
                "title": { "type": "string", "description": "The explanation for developers." },
                "status": { "const": problem.status },
                "code": { "const": problem.code },
            },
            "required": ["type", "title", "status", "code"],
        });
        for &field in &problem.fields {
            schema["properties"][field] = problem_field(field, schemas);
            let required = schema["required"].as_array_mut().expect("a list");
            required.push(field.into());
        }
        (schema_name(problem), schema)
    });
    each.collect()
}

fn schema_name(problem: &Described) -> String {
    format!("problem.{}", problem.code)
}

/// Returns the schema of a field that only some problems have.
fn problem_field(field: &str, schemas: &mut Schemas) -> Value {
    match field {
        "detail" => json!({ "type": "string", "description": "The details for developers." }),
        "which" => {
            json!({ "type": "string", "description": "The setting that is out of its range." })
        }
        "reason" => json!({ "type": "string", "description": "The code of a more exact reason." }),
        "values" => json!({ "type": "object", "description": "The values of the details." }),
        "need" => schemas.output(of::<RatedNeed>),
        "expected" => {
            json!({ "type": ["string", "null"], "description": "The public URL of the server." })
        }
        "refusal" => {
            let mut refusal = schemas.output(of::<AnyIllegal>);
            refusal["description"] = "The reason of the rules, as a room sends it.".into();
            refusal
        }
        other => unreachable!("a field without a description: {other}"),
    }
}

fn operation(route: &Route, problems: &[Described], schemas: &mut Schemas) -> Value {
    let mut operation = json!({
        "tags": [route.group],
        "summary": route.summary,
        "responses": responses(route, problems, schemas),
    });
    if !route.details.is_empty() {
        operation["description"] = route.details.clone().into();
    }
    let parameters = parameters(route);
    if !parameters.is_empty() {
        operation["parameters"] = parameters.into();
    }
    if let Some(body) = &route.body {
        let schema = schemas.input(body.schema);
        let mut content = json!({ "schema": schema });
        // A file of a game is too long for an example.
        if !body.example.is_null() {
            content["example"] = body.example.clone();
        }
        operation["requestBody"] =
            json!({ "required": true, "content": { "application/json": content } });
    }
    match route.access {
        Access::Anyone => {}
        Access::Session => operation["security"] = json!([{ "session": [] }]),
        Access::SessionOrToken => {
            operation["security"] = json!([{ "session": [] }, { "seat": [] }]);
        }
    }
    operation
}

fn parameters(route: &Route) -> Vec<Value> {
    let names = route.path.split('{').skip(1);
    let names = names.filter_map(|part| part.split('}').next());
    let in_path = names.map(|name| {
        let (schema, description) = parameter(name, route);
        json!({
            "name": name, "in": "path", "required": true, "schema": schema, "description": description,
        })
    });
    let in_query = route.query.iter().map(|(name, description)| {
        let schema = match *name {
            "view" => json!({ "type": "string", "pattern": "^(spectator|all|[0-7])$" }),
            "after" | "game" | "with" => json!({ "type": "string" }),
            "won" => json!({ "type": "boolean" }),
            _ => json!({ "type": "integer", "minimum": 0 }),
        };
        json!({ "name": name, "in": "query", "schema": schema, "description": description })
    });
    in_path.chain(in_query).collect()
}

/// Returns the schema and the description of a parameter in a path.
fn parameter(name: &str, route: &Route) -> (Value, &'static str) {
    let text = json!({ "type": "string" });
    match name {
        "room" => (text, "The id of the room, as in its link."),
        "person" => (text, "The id of the person."),
        "person_id" => (text, "The id of the person's page, as in the link to it."),
        "report" => (text, "The id of the report."),
        "round" => (
            json!({ "type": "integer", "minimum": 1 }),
            "The number of the game in the room.",
        ),
        "game" => {
            let between = if route.is_api() { "_" } else { "-" };
            let word = |kind: &GameKind| kind.word().replace('_', between);
            let words: Vec<String> = GameKind::ALL.iter().map(word).collect();
            (json!({ "enum": words }), "The game.")
        }
        "game_id" => (text, "The id of the game, as in the link to its replay."),
        "lesson" => (text, "The name of the lesson."),
        "puzzle" => (text, "The id of the puzzle."),
        "version" => (
            text,
            "The version of the room after the decision before which the goal was missed.",
        ),
        "id" => (text, "The id in the list."),
        "edition" => (
            text,
            "The edition of the files, which changes with each of them.",
        ),
        "file" => (text, "The name of the file."),
        "path" => (text, "The path of the file."),
        other => unreachable!("a parameter without a description: {other}"),
    }
}

fn responses(route: &Route, problems: &[Described], schemas: &mut Schemas) -> Value {
    let mut responses = Map::new();
    for answer in &route.answers {
        let mut response = json!({ "description": answer.description });
        match &answer.content {
            Content::None => {}
            Content::Json { schema, example } => {
                let mut content = json!({ "schema": schemas.output(*schema) });
                if let Some(example) = example {
                    content["example"] = example.clone();
                }
                response["content"] = json!({ "application/json": content });
            }
            Content::Other(kind) => response["content"] = json!({ *kind: {} }),
        }
        responses.insert(answer.status.to_string(), response);
    }
    for (status, problems) in by_status(&codes(route), problems) {
        let response = problem_response(&problems);
        let before = responses.insert(status.to_string(), response);
        assert!(
            before.is_none(),
            "{} {}: {status} has two meanings",
            route.method,
            route.path
        );
    }
    responses.into()
}

/// Returns the codes of all problems that the route may respond with.
fn codes(route: &Route) -> Vec<&'static str> {
    let mut codes = route.problems.clone();
    if route.is_api() {
        codes.extend([
            "unknown_host",
            "too_many",
            "full",
            "busy",
            "timeout",
            "internal",
        ]);
        codes.extend(["no_storage", "damaged"]);
        if route.method != "get" {
            codes.extend(["foreign_origin", "too_large", "bad_json"]);
        }
        if route.body.is_some() {
            codes.push("not_json");
        }
        if route.access == Access::Session {
            codes.extend(["no_session", "unknown_session"]);
        }
    }
    codes
}

fn by_status<'a>(codes: &[&str], problems: &'a [Described]) -> BTreeMap<u16, Vec<&'a Described>> {
    for code in codes {
        let is_known = problems.iter().any(|problem| problem.code == *code);
        assert!(is_known, "there is no problem {code}");
    }
    let mut by_status: BTreeMap<u16, Vec<&Described>> = BTreeMap::new();
    for problem in problems
        .iter()
        .filter(|problem| codes.contains(&problem.code))
    {
        by_status.entry(problem.status).or_default().push(problem);
    }
    by_status
}

fn problem_response(problems: &[&Described]) -> Value {
    let lines = problems
        .iter()
        .map(|problem| format!("`{}`: {}.", problem.code, problem.title));
    let lines: Vec<String> = lines.collect();
    let each = problems.iter().map(|problem| {
        let name = schema_name(problem);
        json!({ "$ref": format!("#/components/schemas/{name}") })
    });
    let one_of: Vec<Value> = each.collect();
    let mut response = json!({
        "description": lines.join("\n\n"),
        "content": { "application/problem+json": { "schema": { "oneOf": one_of } } },
    });
    if problems.iter().any(|problem| problem.has_retry_after) {
        response["headers"] = json!({ "Retry-After": {
            "description": "The seconds after which the same request may succeed.",
            "schema": { "type": "integer", "minimum": 0 },
        } });
    }
    response
}
