//! Support for types that serialize as a single string or number, and for their types in TypeScript
//! and JSON schemas.

/// Implements `Serialize` with `Display` and `Deserialize` with `FromStr`; with `read:`, only
/// `Deserialize`.
macro_rules! as_text {
    ($($name:ident),+) => { $(
        $crate::text::as_text!(read: $name);

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )+ };
    (read: $name:ident) => {
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use as_text;

/// Implements `Display` and `FromStr` for an enum whose variants serialize as words: with the same
/// words.
#[macro_export]
macro_rules! as_serialized {
    ($($name:ident),+) => { $(
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                serde::Serialize::serialize(self, f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = serde::de::value::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                serde::Deserialize::deserialize(serde::de::IntoDeserializer::into_deserializer(text))
            }
        }
    )+ };
}

/// Implements [`Debug`](std::fmt::Debug) for secret types. It prints the name of the type alone.
#[macro_export]
macro_rules! hidden_in_debug {
    ($($name:ident),+) => { $(
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!(stringify!($name), "(..)"))
            }
        }
    )+ };
}

/// Declares a type in TypeScript as one that the language has, such as `string`.
#[macro_export]
macro_rules! in_typescript {
    ($name:ident, $type:literal) => {
        #[cfg(feature = "types")]
        impl ts_rs::TS for $name {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            fn name(_: &ts_rs::Config) -> String {
                $type.to_owned()
            }

            fn inline(config: &ts_rs::Config) -> String {
                Self::name(config)
            }
        }
    };
}

/// Describes a type whose serialization is written by hand as a JSON schema.
#[macro_export]
macro_rules! in_json_schema {
    ($name:ident, $title:literal, $($schema:tt)+) => {
        #[cfg(feature = "types")]
        impl schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                $title.into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!($($schema)+)
            }
        }
    };
}

/// Implements `Deserialize` for a number that not every `u8` is, by means of its `new`.
macro_rules! as_number {
    ($name:ident, $wrong:expr) => {
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let number = <u8 as serde::Deserialize>::deserialize(deserializer)?;
                Self::new(number).ok_or_else(|| serde::de::Error::custom($wrong))
            }
        }
    };
}
pub(crate) use as_number;
