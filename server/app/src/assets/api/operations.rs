//! Renders the routes of the HTTP API and the messages of the sockets.

use serde_json::Value;

use super::{code, example, fields, id, in_line, list, markdown, table, types, write};

/// Renders the list of all parts of the page.
pub fn contents(openapi: &Value) -> String {
    let tags = list(&openapi["tags"])
        .iter()
        .filter_map(|tag| tag["name"].as_str());
    let groups = tags.map(|tag| format!("<li><a href=\"#{}\">{tag}</a></li>\n", id(tag)));
    format!(
        "<ul>\n{}<li><a href=\"#websockets\">WebSockets</a></li>\n<li><a href=\"#types\">Types</a></li>\n</ul>\n",
        groups.collect::<String>()
    )
}

/// Renders all routes, by their groups.
pub fn routes(openapi: &Value) -> String {
    let mut html = String::new();
    for tag in list(&openapi["tags"]) {
        let name = tag["name"].as_str().unwrap_or_default();
        write(
            &mut html,
            format_args!("<h3 id=\"{}\">{name}</h3>\n", id(name)),
        );
        for (path, methods) in fields(&openapi["paths"]) {
            for (method, operation) in fields(methods) {
                if operation["tags"][0] == *name {
                    html.push_str(&route(&method.to_uppercase(), path, operation));
                }
            }
        }
    }
    html
}

fn route(method: &str, path: &str, operation: &Value) -> String {
    let name = format!("{method} {path}");
    let mut html = format!("<h4 id=\"{}\">{}</h4>\n", id(&name), code(&name));
    write(
        &mut html,
        format_args!("<p>{}.</p>\n", in_line(&operation["summary"])),
    );
    html.push_str(&markdown(&operation["description"]));
    let schemes = list(&operation["security"]).iter().flat_map(fields);
    let schemes: Vec<&str> = schemes.map(|(scheme, _)| &**scheme).collect();
    match schemes[..] {
        [] => {}
        ["session"] => html.push_str("<p>Needs a session.</p>\n"),
        _ => html.push_str("<p>Needs a session, or the token of a seat.</p>\n"),
    }
    let parameters = list(&operation["parameters"]).iter().map(|parameter| {
        vec![
            code(parameter["name"].as_str().unwrap_or_default()),
            parameter["in"].as_str().unwrap_or_default().to_owned(),
            types::name(&parameter["schema"]),
            in_line(&parameter["description"]),
        ]
    });
    let parameters: Vec<Vec<String>> = parameters.collect();
    html.push_str(&table(&["Parameter", "in", "type", "meaning"], &parameters));
    if let Some(body) = operation.pointer("/requestBody/content/application~1json") {
        write(
            &mut html,
            format_args!("<p>Body: {}</p>\n", types::name(&body["schema"])),
        );
        html.push_str(&example(&body["example"]));
    }
    let mut examples = String::new();
    let answers = fields(&operation["responses"]).map(|(status, answer)| {
        let content = fields(&answer["content"]).next();
        let body = content.map_or_else(String::new, |(kind, content)| {
            if let Some(value) = content.get("example") {
                examples.push_str(&example(value));
            }
            match content.get("schema") {
                Some(schema) if kind == "application/json" => types::name(schema),
                _ => code(kind),
            }
        });
        vec![code(status), in_line(&answer["description"]), body]
    });
    let answers: Vec<Vec<String>> = answers.collect();
    html.push_str(&table(&["Status", "meaning", "body"], &answers));
    html + &examples
}

/// Renders the channels and their messages.
pub fn channels(asyncapi: &Value) -> String {
    let mut html = String::new();
    let rows = fields(&asyncapi["channels"]).map(|(_, channel)| {
        let address = channel["address"].as_str().unwrap_or_default();
        vec![code(address), in_line(&channel["description"])]
    });
    html.push_str(&table(&["Socket", "meaning"], &rows.collect::<Vec<_>>()));
    for (from, title) in [
        ("client.", "Messages from clients"),
        ("server.", "Messages from the server"),
    ] {
        write(
            &mut html,
            format_args!("<h3 id=\"{}\">{title}</h3>\n", id(title)),
        );
        for (name, message) in fields(&asyncapi["components"]["messages"]) {
            let Some(kind) = name.strip_prefix(from) else {
                continue;
            };
            write(
                &mut html,
                format_args!("<h4 id=\"{}\">{}</h4>\n", id(name), code(kind)),
            );
            html.push_str(&types::content(
                &message["payload"],
                &message["description"],
            ));
        }
    }
    let codes = fields(&asyncapi["x-close-codes"]);
    let codes = codes.map(|(number, of)| vec![code(number), in_line(&of["description"])]);
    html.push_str("<h3 id=\"close-codes\">When a socket ends</h3>\n");
    html.push_str(&table(&["Code", "meaning"], &codes.collect::<Vec<_>>()));
    html
}
