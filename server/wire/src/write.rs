//! Implements [`Serializer`] for the writer, so that any [`Serialize`] value becomes packed JSON.

use std::fmt::{Display, Write as _};

use serde::{
    Serialize, Serializer,
    ser::{
        Error as _, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
        SerializeTuple, SerializeTupleStruct, SerializeTupleVariant,
    },
};

use crate::{
    page::{LIST, MAP, Object, Open, Shown, Writer, is_plain, signed, string, unsigned},
    word::{Error, PACKED, Word},
};

macro_rules! numbers {
    ($($method:ident($type:ty) = $write:ident),+ $(,)?) => { $(
        fn $method(self, value: $type) -> Result<(), Error> {
            $write(value.into(), self.next());
            Ok(())
        }
    )+ };
}

impl<'a, 'b> Serializer for Writer<'a, 'b> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Open<'a, 'b>;
    type SerializeTuple = Open<'a, 'b>;
    type SerializeTupleStruct = Open<'a, 'b>;
    type SerializeTupleVariant = Open<'a, 'b>;
    type SerializeMap = Open<'a, 'b>;
    type SerializeStruct = Object<'a, 'b>;
    type SerializeStructVariant = Object<'a, 'b>;

    numbers! {
        serialize_u8(u8) = unsigned,
        serialize_u16(u16) = unsigned,
        serialize_u32(u32) = unsigned,
        serialize_u64(u64) = unsigned,
        serialize_i8(i8) = signed,
        serialize_i16(i16) = signed,
        serialize_i32(i32) = signed,
        serialize_i64(i64) = signed,
    }

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.next().push_str(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), Error> {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Result<(), Error> {
        let number = serde_json::to_string(&value).map_err(Error::custom)?;
        self.next().push_str(&number);
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result<(), Error> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<(), Error> {
        string(value, self.next());
        Ok(())
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), Error> {
        Err(Error::custom("bytes are no JSON"))
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.next().push_str("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Error> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        if name != PACKED {
            return value.serialize(self);
        }
        let out = self.next();
        value.serialize(Word(|packed: &str| out.push_str(packed)))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.variant(variant, value)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Open<'a, 'b>, Error> {
        Ok(self.open(LIST))
    }

    fn serialize_tuple(self, _: usize) -> Result<Open<'a, 'b>, Error> {
        Ok(self.open(LIST))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Open<'a, 'b>, Error> {
        Ok(self.open(LIST))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Open<'a, 'b>, Error> {
        let mut list = self.open_variant(variant).open(LIST);
        list.ends = 2;
        Ok(list)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Open<'a, 'b>, Error> {
        Ok(self.open(MAP))
    }

    fn serialize_struct(self, _: &'static str, length: usize) -> Result<Object<'a, 'b>, Error> {
        Ok(self.object(length, 1))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Object<'a, 'b>, Error> {
        Ok(self.open_variant(variant).object(length, 2))
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<(), Error> {
        let out = self.next();
        let from = out.len();
        out.push('"');
        write!(Shown(out), "{value}").map_err(Error::custom)?;
        out.push('"');
        if !is_plain(&out[from + 1..out.len() - 1]) {
            let text = out.split_off(from);
            string(&text[1..text.len() - 1], out);
        }
        Ok(())
    }
}

macro_rules! lists {
    ($($trait:ident::$method:ident),+) => { $(
        impl $trait for Open<'_, '_> {
            type Ok = ();
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.writer.part(value)
            }

            fn end(self) -> Result<(), Error> {
                Open::end(self);
                Ok(())
            }
        }
    )+ };
}

lists!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
);

macro_rules! objects {
    ($($trait:ident),+) => { $(
        impl $trait for Object<'_, '_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), Error> {
                self.field(key, value)
            }

            fn end(self) -> Result<(), Error> {
                Object::end(self);
                Ok(())
            }
        }
    )+ };
}

objects!(SerializeStruct, SerializeStructVariant);

impl SerializeMap for Open<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.writer.part(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.writer.part(value)
    }

    fn end(self) -> Result<(), Error> {
        Open::end(self);
        Ok(())
    }
}
