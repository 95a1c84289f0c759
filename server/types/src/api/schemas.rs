//! Collects the JSON schemas of the types that a document refers to.

use std::collections::{BTreeMap, BTreeSet};

use schemars::{JsonSchema, Schema, SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value};

/// Returns the reference to the schema of a type.
pub type Of = fn(&mut SchemaGenerator) -> Schema;

/// Returns the reference to the schema of `T`.
pub fn of<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// The references to schemas, until [`Schemas::place`] resolves them.
const OUTPUT: &str = "#/output/";
const INPUT: &str = "#/input/";

/// The place of the schemas in both documents.
const PLACE: &str = "#/components/schemas/";

/// The schemas of a document. A type may be read in another form than it is written: options that a
/// client leaves out are written in full.
pub struct Schemas {
    output: SchemaGenerator,
    input: SchemaGenerator,
}

impl Schemas {
    /// Returns the collection without any schema.
    pub fn new() -> Self {
        let at = |place: &str| {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = format!("/{place}").into();
            })
        };
        Self {
            output: at("output").for_serialize().into_generator(),
            input: at("input").for_deserialize().into_generator(),
        }
    }

    /// Returns the reference to a type that the server sends.
    pub fn output(&mut self, of: Of) -> Value {
        of(&mut self.output).into()
    }

    /// Returns the reference to a type that a client sends.
    pub fn input(&mut self, of: Of) -> Value {
        of(&mut self.input).into()
    }

    /// Returns the schema of a type that the server sends, by its name.
    pub fn sent(&self, name: &str) -> &Value {
        &self.output.definitions()[name]
    }

    /// Returns the schema of a type that a client sends, by its name.
    pub fn received(&self, name: &str) -> &Value {
        &self.input.definitions()[name]
    }

    /// Adds all schemas to the document and resolves the references in it.
    pub fn place(mut self, document: &mut Value) {
        let mut output: BTreeMap<String, Value> =
            self.output.take_definitions(true).into_iter().collect();
        let input: BTreeMap<String, Value> =
            self.input.take_definitions(true).into_iter().collect();
        for schema in output.values_mut() {
            open(schema);
        }
        let others = read_otherwise(&output, &input);
        let name = |name: &str| {
            let more = if others.contains(name) { "Input" } else { "" };
            format!("{name}{more}")
        };
        let inputs = input.into_iter().map(|(key, schema)| (name(&key), schema));
        let mut all: BTreeMap<String, Value> = inputs.collect();
        all.extend(output);
        for key in all.keys() {
            let is_ambiguous = key.ends_with(|letter: char| letter.is_ascii_digit());
            assert!(!is_ambiguous, "two types have the schema name of {key}");
        }
        let schemas = &mut document["components"]["schemas"];
        if schemas.is_null() {
            *schemas = Value::Object(Map::new());
        }
        let schemas = schemas.as_object_mut().expect("an object");
        for (key, schema) in all {
            let before = schemas.insert(key.clone(), schema);
            assert!(before.is_none(), "two schemas are called {key}");
        }
        visit(document, &mut |node| {
            split(node);
            describe(node);
            if let Some(Value::String(to)) = node.get_mut("$ref") {
                if let Some(key) = to.strip_prefix(OUTPUT) {
                    *to = format!("{PLACE}{key}");
                } else if let Some(key) = to.strip_prefix(INPUT) {
                    *to = format!("{PLACE}{}", name(key));
                }
            }
        });
        remove_unused(document);
    }
}

/// Removes the schemas that the document doesn't refer to, except those of problems: some come from
/// paths that are in no document.
fn remove_unused(document: &mut Value) {
    loop {
        let mut used = BTreeSet::new();
        visit(document, &mut |node| {
            if let Some(Value::String(to)) = node.get("$ref") {
                used.extend(to.strip_prefix(PLACE).map(str::to_owned));
            }
        });
        let schemas = document["components"]["schemas"].as_object_mut();
        let schemas = schemas.expect("the schemas");
        let before = schemas.len();
        schemas.retain(|name, _| used.contains(name) || name.starts_with("problem."));
        if schemas.len() == before {
            return;
        }
    }
}

/// Calls the function for each object in a value, from the outermost.
pub fn visit(value: &mut Value, each: &mut impl FnMut(&mut Map<String, Value>)) {
    match value {
        Value::Object(node) => {
            each(node);
            for value in node.values_mut() {
                visit(value, each);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| visit(item, each)),
        _ => {}
    }
}

/// Lets objects that the server sends have further fields: those of a newer server.
fn open(schema: &mut Value) {
    visit(schema, &mut |node| {
        let is_closed = node.get("additionalProperties") == Some(&Value::Bool(false));
        if is_closed && !node.contains_key("patternProperties") {
            node.remove("additionalProperties");
        }
    });
}

/// Returns the names of the types that are read in another form than they are written, or refer to
/// such a type.
fn read_otherwise(
    output: &BTreeMap<String, Value>,
    input: &BTreeMap<String, Value>,
) -> BTreeSet<String> {
    let shared = || input.iter().filter(|(name, _)| output.contains_key(*name));
    let text = |schema: &Value| schema.to_string().replace(INPUT, OUTPUT);
    let differs = |name: &str, schema: &Value| text(&output[name]) != text(schema);
    let mut others: BTreeSet<String> = shared()
        .filter(|(name, schema)| differs(name, schema))
        .map(|(name, _)| name.clone())
        .collect();
    loop {
        let refers = |schema: &Value| {
            let text = schema.to_string();
            others
                .iter()
                .any(|name| text.contains(&format!("\"{INPUT}{name}\"")))
        };
        let more: Vec<String> = shared()
            .filter(|(name, schema)| !others.contains(*name) && refers(schema))
            .map(|(name, _)| name.clone())
            .collect();
        if more.is_empty() {
            return others;
        }
        others.extend(more);
    }
}

/// Splits a node that refers to a schema and also has conditions of its own. Readers of older
/// drafts of JSON Schema ignore everything beside a reference.
fn split(node: &mut Map<String, Value>) {
    if !(node.contains_key("$ref") && node.contains_key("properties")) {
        return;
    }
    let mut own = std::mem::take(node);
    let to = own.remove("$ref").expect("a reference");
    if let Some(description) = own.remove("description") {
        node.insert("description".to_owned(), description);
    }
    let to = serde_json::json!({ "$ref": to });
    node.insert("allOf".to_owned(), vec![to, own.into()].into());
}

/// Rewrites a doc comment for readers who don't have the code.
fn describe(node: &mut Map<String, Value>) {
    let Some(Value::String(text)) = node.get_mut("description") else {
        return;
    };
    let paragraphs = text.split("\n\n").map(|part| part.replace('\n', " "));
    let joined: Vec<String> = paragraphs.collect();
    *text = without_links(&joined.join("\n\n")).replace("\\[R\\]", "[R]");
}

/// Removes the targets of links into the code: of ``[`Step`](super::Step)`` stays `` `Step` ``.
fn without_links(text: &str) -> String {
    let mut rest = text;
    let mut plain = String::new();
    while let Some((before, link)) = rest.split_once("[`") {
        plain.push_str(before);
        let Some((code, after)) = link.split_once("`]") else {
            plain.push_str("[`");
            rest = link;
            continue;
        };
        let name = code.rsplit("::").next().unwrap_or(code);
        plain.extend(["`", name, "`"]);
        rest = match after.strip_prefix('(').and_then(|to| to.split_once(')')) {
            Some((_, after)) => after,
            None => after,
        };
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn descriptions_have_no_links_into_the_code() {
        assert_eq!(
            without_links("Sends a [`Step`](super::Step) or [`crate::Update`], [R] or `x`."),
            "Sends a `Step` or `Update`, [R] or `x`."
        );
    }

    #[test]
    fn types_that_are_read_otherwise_have_two_schemas() {
        let output = [
            ("A", json!(1)),
            ("B", json!({ "$ref": "#/output/A" })),
            ("C", json!(3)),
        ];
        let input = [
            ("A", json!(2)),
            ("B", json!({ "$ref": "#/input/A" })),
            ("C", json!(3)),
        ];
        let map = |all: [(&str, Value); 3]| all.map(|(key, of)| (key.to_owned(), of)).into();
        let others = read_otherwise(&map(output), &map(input));
        assert_eq!(others.into_iter().collect::<Vec<_>>(), ["A", "B"]);
    }
}
