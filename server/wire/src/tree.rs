//! Plain JSON whose objects keep the order of their keys, since patches address fields by index.

use serde_json::{Map, Value};

/// A value as it was received.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Tree {
    Scalar(Value),
    List(Vec<Tree>),
    Object(Vec<(String, Tree)>),
}

impl Tree {
    pub const NULL: Self = Self::Scalar(Value::Null);

    pub fn field(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Object(fields) => fields
                .iter()
                .find_map(|(key, value)| (key == name).then_some(value)),
            _ => None,
        }
    }

    pub fn field_mut(&mut self, name: &str) -> Option<&mut Self> {
        match self {
            Self::Object(fields) => fields
                .iter_mut()
                .find_map(|(key, value)| (key == name).then_some(value)),
            _ => None,
        }
    }

    /// Returns the value at an index of a list, or of an object in the order of its keys.
    pub fn at_mut(&mut self, place: usize) -> Option<&mut Self> {
        match self {
            Self::List(items) => items.get_mut(place),
            Self::Object(fields) => fields.get_mut(place).map(|(_, value)| value),
            Self::Scalar(_) => None,
        }
    }

    /// Lays the private part `own` over this value. The fields of an object `own` apply to the
    /// fields of the same name in an object, or to the items at those indices in a list. Any other
    /// `own` replaces the value.
    pub fn overlaid(&mut self, own: &Self) {
        match (self, own) {
            (base @ Self::Object(_), Self::Object(own)) => {
                for (key, own) in own {
                    if let Some(field) = base.field_mut(key) {
                        field.overlaid(own);
                    }
                }
            }
            (Self::List(items), Self::Object(own)) => {
                for (place, own) in own {
                    let item = place
                        .parse()
                        .ok()
                        .and_then(|place: usize| items.get_mut(place));
                    if let Some(item) = item {
                        item.overlaid(own);
                    }
                }
            }
            (base, own) => base.clone_from(own),
        }
    }
}

impl From<&Tree> for Value {
    fn from(tree: &Tree) -> Self {
        match tree {
            Tree::Scalar(value) => value.clone(),
            Tree::List(items) => items.iter().map(Self::from).collect(),
            Tree::Object(fields) => {
                let fields = fields
                    .iter()
                    .map(|(key, value)| (key.clone(), value.into()));
                Self::Object(fields.collect::<Map<_, _>>())
            }
        }
    }
}
