//! The documents in docs/api, as validators of what the server really sends.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::{LazyLock, Mutex},
};

use jsonschema::Validator;
use serde_json::Value;

/// The description of the HTTP routes.
pub static OPENAPI: LazyLock<Document> = LazyLock::new(|| Document::read("openapi.json"));

/// The description of the sockets.
pub static ASYNCAPI: LazyLock<Document> = LazyLock::new(|| Document::read("asyncapi.json"));

/// A document whose objects have exactly the fields that it describes. In the document itself, the
/// objects that the server sends may have more: those of a newer server.
pub struct Document {
    pub json: Value,
    validators: Mutex<BTreeMap<String, &'static Validator>>,
}

impl Document {
    fn read(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/api");
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        let mut json: Value = serde_json::from_str(&text).unwrap();
        for schema in fields(&mut json["components"]["schemas"]) {
            close_parts(schema);
        }
        close_places(&mut json);
        Self {
            json,
            validators: Mutex::default(),
        }
    }

    /// Returns the first fault of a value by the schema at a pointer such as `/components/...`.
    pub fn fault(&self, pointer: &str, value: &Value) -> Option<String> {
        let validator = self.validator(pointer);
        let fault = validator.validate(value).err()?;
        Some(format!(
            "{fault} at {} by {}",
            fault.instance_path(),
            fault.schema_path()
        ))
    }

    fn validator(&self, pointer: &str) -> &'static Validator {
        let mut validators = self.validators.lock().unwrap();
        validators.entry(pointer.to_owned()).or_insert_with(|| {
            let mut schema = self.json.pointer(pointer).cloned().unwrap();
            schema["components"] = self.json["components"].clone();
            let validator = jsonschema::draft202012::new(&schema);
            Box::leak(Box::new(
                validator.unwrap_or_else(|error| panic!("{pointer}: {error}")),
            ))
        })
    }

    /// Returns the methods and the paths of the HTTP routes.
    pub fn routes(&self) -> BTreeSet<(String, String)> {
        let paths = self.json["paths"].as_object().unwrap().iter();
        let routes = paths.flat_map(|(path, methods)| {
            let methods = methods.as_object().unwrap().keys();
            methods.map(|method| (method.clone(), path.clone()))
        });
        routes.collect()
    }

    /// Returns the path of the document that a request's path is of.
    pub fn path_of(&self, path: &str) -> Option<&str> {
        let path = path.split('?').next().unwrap_or_default();
        let is_of = |described: &&String| {
            let (mut parts, mut named) = (path.split('/'), described.split('/'));
            let same = named
                .by_ref()
                .zip(parts.by_ref())
                .all(|(named, part)| named == part || named.starts_with('{') && !part.is_empty());
            same && path.matches('/').count() == described.matches('/').count()
        };
        let paths = self.json["paths"].as_object().unwrap();
        // A path without parameters comes before one with them.
        let found = paths.keys().filter(is_of);
        found
            .min_by_key(|path| path.matches('{').count())
            .map(|path| &**path)
    }
}

/// Returns a name as a part of a JSON pointer.
pub fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn fields(value: &mut Value) -> impl Iterator<Item = &mut Value> {
    value
        .as_object_mut()
        .into_iter()
        .flat_map(|fields| fields.values_mut())
}

/// Closes the schemas of all values that are sent: bodies, answers and payloads.
fn close_places(value: &mut Value) {
    match value {
        Value::Object(node) => {
            for (key, value) in node {
                match key.as_str() {
                    "schemas" | "example" => {}
                    "schema" | "payload" => close(value),
                    _ => close_places(value),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(close_places),
        _ => {}
    }
}

/// Forbids fields that the schema of a value does not describe.
fn close(schema: &mut Value) {
    close_parts(schema);
    if let Some(node) = schema.as_object_mut() {
        node.insert("unevaluatedProperties".to_owned(), false.into());
    }
}

fn close_parts(schema: &mut Value) {
    let Some(node) = schema.as_object_mut() else {
        return;
    };
    for (key, part) in node {
        match key.as_str() {
            "properties" | "patternProperties" => fields(part).for_each(close),
            "items" | "additionalProperties" => close(part),
            "prefixItems" => items(part).for_each(close),
            "allOf" | "anyOf" | "oneOf" => items(part).for_each(close_parts),
            _ => {}
        }
    }
}

fn items(value: &mut Value) -> impl Iterator<Item = &mut Value> {
    value.as_array_mut().into_iter().flatten()
}
