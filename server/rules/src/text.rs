//! Support for types that serialize as a single string.

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
