//! Fast deserialization of enums that are written with their tag first.
//!
//! The code that serde derives for an internally tagged enum buffers the whole value before it
//! reads the tag, and repeats that for each such enum inside. A log is thousands of records of such
//! enums, nested three deep. [`tag_first`](crate::tag_first) generates a `Deserialize` for the enum
//! that does not buffer if the tag comes first, where serde writes it. If the tag is in any other
//! place, the fields are buffered as JSON. In both cases a field that stands twice is rejected.
//!
//! A type is compiled anew for each way to read it, and these types contain most others. So what is
//! buffered is always of the same type, unlike with serde, whose buffer depends on the source.

use std::{borrow::Cow, fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{
        DeserializeSeed, EnumAccess, Error, IgnoredAny, IntoDeserializer as _, MapAccess,
        VariantAccess, Visitor,
        value::{BorrowedStrDeserializer, MapAccessDeserializer, MapDeserializer},
    },
};

use self::distinct::Distinct;

mod distinct;

/// Defines an internally tagged enum that implements `Serialize` and `Deserialize`. The
/// `#[serde(..)]` attribute of the enum comes before its other attributes; that of a field comes
/// after the field's other attributes.
#[macro_export]
macro_rules! tag_first {
    (
        #[serde(tag = $tag:tt, rename_all = $case:tt $(, $more:ident)*)]
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $(
                $(#[$variant_meta:meta])*
                $variant:ident
                $(($inner:ty))?
                $({
                    $(
                        $(#[doc = $field_doc:tt])*
                        $(#[cfg_attr($($field_if:tt)*)])*
                        $(#[serde($($field_serde:tt)*)])*
                        $field:ident: $type:ty
                    ),* $(,)?
                })?
            ),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(serde::Serialize)]
        #[serde(tag = $tag, rename_all = $case $(, $more)*)]
        $vis enum $name {
            $(
                $(#[$variant_meta])*
                $variant
                $(($inner))?
                $({
                    $(
                        $(#[doc = $field_doc])*
                        $(#[cfg_attr($($field_if)*)])*
                        $(#[serde($($field_serde)*)])*
                        $field: $type
                    ),*
                })?
            ),*
        }

        const _: () = {
            type Whole = $name;

            #[derive(serde::Deserialize)]
            #[serde(remote = "Whole", rename_all = $case $(, $more)*)]
            #[allow(dead_code, clippy::large_enum_variant, reason = "only describes how `Whole` is read")]
            enum ByTag {
                $(
                    $(#[$variant_meta])*
                    $variant
                    $(($inner))?
                    $({ $($(#[serde($($field_serde)*)])* $field: $type),* })?
                ),*
            }

            impl<'de> $crate::tagged::Tagged<'de> for $name {
                const TAG: &'static str = $tag;

                fn by_tag<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                    ByTag::deserialize(from)
                }
            }

            impl<'de> serde::Deserialize<'de> for $name {
                fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                    $crate::tagged::read(from)
                }
            }
        };
    };
}

/// An enum that [`tag_first`](crate::tag_first) defines.
pub trait Tagged<'de>: Sized {
    /// The name of the field that holds the variant.
    const TAG: &'static str;

    /// Reads the value from an enum: the tag is the variant, and all other fields are its content.
    ///
    /// # Errors
    /// Returns an error if there is no such variant, or if its content is invalid.
    fn by_tag<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error>;
}

/// Reads an enum that [`tag_first`](crate::tag_first) defines.
///
/// # Errors
/// Returns the errors of [`Tagged::by_tag`], and an error if there is no tag or another one.
pub fn read<'de, T: Tagged<'de>, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
    from.deserialize_map(Reader(PhantomData))
}

/// Reads an enum that [`tag_first`](crate::tag_first) defines, and one more field that stands
/// next to those of the enum.
///
/// # Errors
/// Returns the errors of [`read`], and an error if the other field is missing or invalid.
pub fn read_with<'de, T: Tagged<'de>, F: Deserialize<'de>, D: Deserializer<'de>>(
    from: D,
    name: &'static str,
) -> Result<(T, F), D::Error> {
    let mut value = None;
    let reader = ReaderWith {
        name,
        value: &mut value,
        of: PhantomData,
    };
    let tagged = from.deserialize_map(reader)?;
    let value = value.ok_or_else(|| D::Error::missing_field(name))?;
    Ok((tagged, value))
}

struct ReaderWith<'a, T, F> {
    name: &'static str,
    value: &'a mut Option<F>,
    of: PhantomData<T>,
}

impl<'de, T: Tagged<'de>, F: Deserialize<'de>> Visitor<'de> for ReaderWith<'_, T, F> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        Reader::<T>(PhantomData).expecting(formatter)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        let Self { name, value, .. } = self;
        Reader(PhantomData).visit_map(Without { map, name, value })
    }
}

struct Reader<T>(PhantomData<T>);

impl<'de, T: Tagged<'de>> Visitor<'de> for Reader<T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "a map with the field `{}`", T::TAG)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let Some(name) = map.next_key_seed(Name)? else {
            return Err(A::Error::missing_field(T::TAG));
        };
        if name == T::TAG {
            return T::by_tag(TagFirst { tag: T::TAG, map });
        }
        let mut fields = vec![(name.into_owned(), map.next_value()?)];
        while let Some(field) = map.next_entry()? {
            fields.push(field);
        }
        tag_moved_first(T::TAG, fields).map_err(A::Error::custom)
    }
}

/// Reads the value from its fields, of which the tag is not the first.
fn tag_moved_first<'de, T: Tagged<'de>>(
    tag: &'static str,
    mut fields: Vec<(String, Distinct)>,
) -> Result<T, serde_json::Error> {
    let at = fields.iter().position(|(name, _)| name == tag);
    let at = at.ok_or_else(|| serde_json::Error::missing_field(tag))?;
    fields[..=at].rotate_right(1);
    let mut map = MapDeserializer::new(fields.into_iter());
    map.next_key::<IgnoredAny>()?;
    T::by_tag(TagFirst { tag, map })
}

/// Reads the name of a field, borrowed from the text where possible.
struct Name;

impl<'de> DeserializeSeed<'de> for Name {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_identifier(self)
    }
}

impl<'de> Visitor<'de> for Name {
    type Value = Cow<'de, str>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the name of a field")
    }

    fn visit_borrowed_str<E: Error>(self, name: &'de str) -> Result<Self::Value, E> {
        Ok(Cow::Borrowed(name))
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
        Ok(Cow::Owned(name.to_owned()))
    }
}

/// Passes a name that has already been read to a seed.
fn known<'de, K: DeserializeSeed<'de>, E: Error>(
    name: Cow<'de, str>,
    seed: K,
) -> Result<K::Value, E> {
    match name {
        Cow::Borrowed(name) => seed.deserialize(BorrowedStrDeserializer::new(name)),
        Cow::Owned(name) => seed.deserialize(name.into_deserializer()),
    }
}

/// Presents a map as an enum, after the name of the tag has been read. The rest of the map is the
/// content, and a second tag in it is an error.
struct TagFirst<A> {
    tag: &'static str,
    map: A,
}

impl<'de, A: MapAccess<'de>> Deserializer<'de> for TagFirst<A> {
    type Error = A::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, A::Error> {
        visitor.visit_enum(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for TagFirst<A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        match self.map.next_key_seed(Name)? {
            Some(name) if name == self.tag => Err(A::Error::duplicate_field(self.tag)),
            name => name.map(|name| known(name, seed)).transpose(),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}

impl<'de, A: MapAccess<'de>> EnumAccess<'de> for TagFirst<A> {
    type Error = A::Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(
        mut self,
        seed: V,
    ) -> Result<(V::Value, Self), A::Error> {
        Ok((self.map.next_value_seed(seed)?, self))
    }
}

impl<'de, A: MapAccess<'de>> VariantAccess<'de> for TagFirst<A> {
    type Error = A::Error;

    fn unit_variant(mut self) -> Result<(), A::Error> {
        while self.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        seed.deserialize(MapAccessDeserializer::new(self))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, A::Error> {
        Err(A::Error::custom("fields of a map have names"))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, A::Error> {
        visitor.visit_map(self)
    }
}

/// A map without one of its fields, whose value is put aside. A second such field is an error.
struct Without<'a, A, F> {
    map: A,
    name: &'static str,
    value: &'a mut Option<F>,
}

impl<'de, A: MapAccess<'de>, F: Deserialize<'de>> MapAccess<'de> for Without<'_, A, F> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        while let Some(name) = self.map.next_key_seed(Name)? {
            if name != self.name {
                return known(name, seed).map(Some);
            }
            if self.value.replace(self.map.next_value()?).is_some() {
                return Err(A::Error::duplicate_field(self.name));
            }
        }
        Ok(None)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        self.map.next_value_seed(seed)
    }
}

#[cfg(test)]
mod tests;
