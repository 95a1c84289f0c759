//! Renders JSON schemas.

use std::collections::BTreeMap;

use serde_json::Value;

use super::{code, fields, in_line, list, markdown, table, write};

/// Renders all types by their names.
pub fn all(schemas: &BTreeMap<&String, &Value>) -> String {
    let mut html = String::new();
    for (name, schema) in schemas {
        write(
            &mut html,
            format_args!("<h3 id=\"type-{name}\">{}</h3>\n", code(name)),
        );
        html.push_str(&content(schema, &schema["description"]));
    }
    html
}

/// Renders a type: its description, its fields and its variants.
pub fn content(schema: &Value, description: &Value) -> String {
    let mut html = markdown(description);
    html.push_str(&parts(schema));
    html
}

/// Renders the fields and variants of a type.
fn parts(schema: &Value) -> String {
    let mut html = table(&["Field", "type", "meaning"], &rows(schema));
    for part in list(&schema["allOf"]) {
        if let Some(to) = reference(part) {
            write(&mut html, format_args!("<p>The fields of {to}, and:</p>\n"));
        } else {
            html.push_str(&parts(part));
        }
    }
    let variants = || list(&schema["oneOf"]).iter().chain(list(&schema["anyOf"]));
    let has_fields = |of: &Value| of.get("properties").is_some() || of.get("allOf").is_some();
    if variants().any(has_fields) {
        for variant in variants() {
            write(
                &mut html,
                format_args!("<p><strong>{}</strong> ", tag(variant)),
            );
            write(
                &mut html,
                format_args!("{}</p>\n", in_line(&variant["description"])),
            );
            html.push_str(&parts(variant));
        }
    } else if variants().next().is_some() {
        let rows = variants().map(|variant| vec![name(variant), in_line(&variant["description"])]);
        html.push_str(&table(&["Value", "meaning"], &rows.collect::<Vec<_>>()));
    } else if html.is_empty() && schema.get("properties").is_none() {
        let pattern = schema["pattern"]
            .as_str()
            .map(|of| format!(", matching {}", code(of)));
        let pattern = pattern.unwrap_or_default();
        write(
            &mut html,
            format_args!("<p>{}{pattern}</p>\n", name(schema)),
        );
    }
    html
}

/// Returns a row for each field.
fn rows(schema: &Value) -> Vec<Vec<String>> {
    let required = list(&schema["required"]);
    let rows = fields(&schema["properties"]).map(|(field, of)| {
        let is_required = required.iter().any(|one| one == field);
        let may_be_absent = if is_required { "" } else { ", may be absent" };
        let kind = name(of) + may_be_absent;
        vec![code(field), kind, in_line(&of["description"])]
    });
    rows.collect()
}

/// Returns the value of the field that tells a variant from the others.
fn tag(variant: &Value) -> String {
    let parts = std::iter::once(variant).chain(list(&variant["allOf"]));
    let tags = parts.flat_map(|part| fields(&part["properties"]));
    let mut tags = tags.filter_map(|(field, of)| Some((field, of["const"].as_str()?)));
    match tags.next() {
        Some((field, value)) => code(&format!("{field}: {value}")),
        None => name(variant),
    }
}

/// Returns the link to the type that a schema refers to.
fn reference(schema: &Value) -> Option<String> {
    let name = schema["$ref"].as_str()?.rsplit('/').next()?;
    Some(format!("<a href=\"#type-{name}\">{name}</a>"))
}

/// Returns the name of a type, with links to the types in it.
pub fn name(schema: &Value) -> String {
    if let Some(to) = reference(schema) {
        return to;
    }
    if let Some(value) = schema.get("const") {
        return code(&value.to_string());
    }
    let alternatives = |all: &[Value], name: &dyn Fn(&Value) -> String| {
        let names: Vec<String> = all.iter().map(name).collect();
        names.join(" or ")
    };
    if let Some(values) = schema["enum"].as_array() {
        return alternatives(values, &|value| code(&value.to_string()));
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(of) = schema[key].as_array() {
            return alternatives(of, &name);
        }
    }
    if let Some(parts) = schema["allOf"].as_array() {
        let names: Vec<String> = parts.iter().filter_map(reference).collect();
        return names.join(" and ");
    }
    match &schema["type"] {
        Value::String(kind) if kind == "array" => match schema["prefixItems"].as_array() {
            Some(items) => {
                let items: Vec<String> = items.iter().map(name).collect();
                format!("list of {}", items.join(", "))
            }
            None => format!("list of {}", name(&schema["items"])),
        },
        Value::String(kind) if kind == "object" => {
            let values = fields(&schema["patternProperties"]).next();
            let values = values
                .map(|(_, of)| of)
                .or(schema.get("additionalProperties"));
            match values.filter(|of| of.is_object()) {
                Some(of) => format!("object of {}", name(of)),
                None => "object".to_owned(),
            }
        }
        Value::String(kind) => kind.clone(),
        Value::Array(kinds) => {
            alternatives(kinds, &|kind| kind.as_str().unwrap_or_default().to_owned())
        }
        _ => "any value".to_owned(),
    }
}
