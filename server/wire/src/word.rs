//! A serializer that only accepts a string: the name of a variant, or JSON that is packed already.

use serde::{
    Serialize, Serializer,
    ser::{Error as _, Impossible},
};

/// The error for a value that can't be written as JSON, or that is not a string.
pub(crate) type Error = serde::de::value::Error;

/// The type name that marks a value as packed already.
pub(crate) const PACKED: &str = "$senda_wire::Packed";

/// A serializer that passes a string to its function, and rejects every other value.
pub(crate) struct Word<F>(pub F);

macro_rules! no_words {
    ($($method:ident($($type:ty),*)),+ $(,)?) => { $(
        fn $method(self, $(_: $type),*) -> Result<T, Error> {
            Err(Error::custom("no text"))
        }
    )+ };
}

impl<T, F: FnOnce(&str) -> T> Serializer for Word<F> {
    type Ok = T;
    type Error = Error;
    type SerializeSeq = Impossible<T, Error>;
    type SerializeTuple = Impossible<T, Error>;
    type SerializeTupleStruct = Impossible<T, Error>;
    type SerializeTupleVariant = Impossible<T, Error>;
    type SerializeMap = Impossible<T, Error>;
    type SerializeStruct = Impossible<T, Error>;
    type SerializeStructVariant = Impossible<T, Error>;

    fn serialize_str(self, value: &str) -> Result<T, Error> {
        Ok(self.0(value))
    }

    no_words! {
        serialize_bool(bool),
        serialize_i8(i8),
        serialize_i16(i16),
        serialize_i32(i32),
        serialize_i64(i64),
        serialize_u8(u8),
        serialize_u16(u16),
        serialize_u32(u32),
        serialize_u64(u64),
        serialize_f32(f32),
        serialize_f64(f64),
        serialize_char(char),
        serialize_bytes(&[u8]),
        serialize_none(),
        serialize_unit(),
        serialize_unit_struct(&'static str),
        serialize_unit_variant(&'static str, u32, &'static str),
    }

    fn serialize_some<V: Serialize + ?Sized>(self, _: &V) -> Result<T, Error> {
        Err(Error::custom("no text"))
    }

    fn serialize_newtype_struct<V: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: &V,
    ) -> Result<T, Error> {
        Err(Error::custom("no text"))
    }

    fn serialize_newtype_variant<V: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &V,
    ) -> Result<T, Error> {
        Err(Error::custom("no text"))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, Error> {
        Err(Error::custom("no text"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Error> {
        Err(Error::custom("no text"))
    }

    fn serialize_tuple_struct(
        self,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleStruct, Error> {
        Err(Error::custom("no text"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Error> {
        Err(Error::custom("no text"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Error> {
        Err(Error::custom("no text"))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct, Error> {
        Err(Error::custom("no text"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Error> {
        Err(Error::custom("no text"))
    }
}
