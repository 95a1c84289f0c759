//! Values written down as nodes, by their [`Serialize`].

use std::fmt::{Display, Write as _};

use serde::{
    Serialize, Serializer,
    ser::{
        Error as _, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
        SerializeTuple, SerializeTupleStruct, SerializeTupleVariant,
    },
};

use crate::{
    node::Node,
    shapes::{NO_KEYS, Reader},
    word::{Error, Word},
};

/// The name by which a value says that it is packed already.
pub(crate) const PACKED: &str = "$senda_wire::Packed";

/// Whether a key names a variant where no others come before: what it holds is a word of the program, told with the shape.
fn is_tag(key: &str) -> bool {
    matches!(key, "type" | "game" | "code" | "how")
}

/// Writes one value.
pub(crate) struct Writer<'a> {
    nodes: &'a mut Vec<Node>,
    texts: &'a mut String,
    shapes: &'a mut Reader,
}

impl<'a> Writer<'a> {
    pub fn new(nodes: &'a mut Vec<Node>, texts: &'a mut String, shapes: &'a mut Reader) -> Self {
        Self {
            nodes,
            texts,
            shapes,
        }
    }

    fn again(&mut self) -> Writer<'_> {
        Writer {
            nodes: self.nodes,
            texts: self.texts,
            shapes: self.shapes,
        }
    }

    fn text(self, text: &str) {
        let node = Node::inline(text).unwrap_or_else(|| {
            let at = small(self.texts.len());
            self.texts.push_str(text);
            let length = small(text.len());
            Node::Text { at, length }
        });
        self.nodes.push(node);
    }

    /// Something that holds others, begun.
    fn open(self) -> Open<'a> {
        let at = self.nodes.len();
        self.nodes.push(Node::Null);
        Open {
            writer: self,
            at,
            of_variant: None,
            keys: NO_KEYS,
            tags: 0,
            has_fields: false,
        }
    }

    /// The map with one key, the name of a variant, begun; what it holds is begun as well.
    fn open_variant(mut self, variant: &str) -> Open<'a> {
        let map = self.nodes.len();
        self.nodes.push(Node::Null);
        self.again().text(variant);
        Open {
            of_variant: Some(map),
            ..self.open()
        }
    }
}

fn small(size: usize) -> u32 {
    u32::try_from(size).expect("less than 4 GiB")
}

/// Something that holds others.
pub(crate) struct Open<'a> {
    writer: Writer<'a>,
    /// Where it begins.
    at: usize,
    /// Where the map begins that it is in, with the name of its variant.
    of_variant: Option<usize>,
    /// The keys so far.
    keys: u32,
    /// How many of them are names of variants.
    tags: u8,
    /// Whether there are other keys.
    has_fields: bool,
}

impl Open<'_> {
    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(self.writer.again())
    }

    fn field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Error> {
        if !self.has_fields && is_tag(key) {
            let (shapes, keys) = (&mut *self.writer.shapes, self.keys);
            let word = Word(|word: &str| shapes.with(keys, key, Some(word)));
            if let Ok(keys) = value.serialize(word) {
                self.keys = keys;
                self.tags += 1;
                return Ok(());
            }
        }
        self.has_fields = true;
        self.keys = self.writer.shapes.with(self.keys, key, None);
        self.item(value)
    }

    /// It ends, and is a list, a map or an object by its size.
    fn close(self, node: impl FnOnce(u32) -> Node) {
        let nodes = self.writer.nodes;
        let size = |from: usize, nodes: &Vec<Node>| small(nodes.len() - from - 1);
        nodes[self.at] = node(size(self.at, nodes));
        if let Some(map) = self.of_variant {
            let size = size(map, nodes);
            nodes[map] = Node::Map { size };
        }
    }

    fn list(self) {
        self.close(|size| Node::List { size });
    }

    fn object(self) {
        let shape = self.writer.shapes.shape(self.keys);
        let tags = self.tags;
        self.close(|size| Node::Object { shape, size, tags });
    }
}

macro_rules! scalars {
    ($($method:ident($type:ty) = $node:ident as $as:ty),+ $(,)?) => { $(
        fn $method(self, value: $type) -> Result<(), Error> {
            self.nodes.push(Node::$node(<$as>::from(value)));
            Ok(())
        }
    )+ };
}

impl<'a> Serializer for Writer<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Open<'a>;
    type SerializeTuple = Open<'a>;
    type SerializeTupleStruct = Open<'a>;
    type SerializeTupleVariant = Open<'a>;
    type SerializeMap = Open<'a>;
    type SerializeStruct = Open<'a>;
    type SerializeStructVariant = Open<'a>;

    scalars! {
        serialize_bool(bool) = Bool as bool,
        serialize_u8(u8) = Unsigned as u64,
        serialize_u16(u16) = Unsigned as u64,
        serialize_u32(u32) = Unsigned as u64,
        serialize_u64(u64) = Unsigned as u64,
        serialize_i8(i8) = Signed as i64,
        serialize_i16(i16) = Signed as i64,
        serialize_i32(i32) = Signed as i64,
        serialize_i64(i64) = Signed as i64,
        serialize_f32(f32) = Float as f64,
        serialize_f64(f64) = Float as f64,
    }

    fn serialize_char(self, value: char) -> Result<(), Error> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Result<(), Error> {
        self.text(value);
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
        self.nodes.push(Node::Null);
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
        let at = small(self.texts.len());
        let texts = self.texts;
        value.serialize(Word(|packed: &str| texts.push_str(packed)))?;
        let length = small(texts.len()) - at;
        self.nodes.push(Node::Packed { at, length });
        Ok(())
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        let mut map = self.serialize_map(Some(1))?;
        map.serialize_entry(variant, value)?;
        SerializeMap::end(map)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Open<'a>, Error> {
        Ok(self.open())
    }

    fn serialize_tuple(self, _: usize) -> Result<Open<'a>, Error> {
        Ok(self.open())
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Open<'a>, Error> {
        Ok(self.open())
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Open<'a>, Error> {
        Ok(self.open_variant(variant))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Open<'a>, Error> {
        Ok(self.open())
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Open<'a>, Error> {
        Ok(self.open())
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Open<'a>, Error> {
        Ok(self.open_variant(variant))
    }

    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<(), Error> {
        // Written where long texts are; a short one is then taken from there.
        let from = self.texts.len();
        write!(self.texts, "{value}").map_err(Error::custom)?;
        let text = &self.texts[from..];
        let node = Node::inline(text).unwrap_or_else(|| Node::Text {
            at: small(from),
            length: small(text.len()),
        });
        if matches!(node, Node::Inline(..)) {
            self.texts.truncate(from);
        }
        self.nodes.push(node);
        Ok(())
    }
}

macro_rules! lists {
    ($($trait:ident::$method:ident),+) => { $(
        impl $trait for Open<'_> {
            type Ok = ();
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.item(value)
            }

            fn end(self) -> Result<(), Error> {
                self.list();
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
        impl $trait for Open<'_> {
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
                self.object();
                Ok(())
            }
        }
    )+ };
}

objects!(SerializeStruct, SerializeStructVariant);

impl SerializeMap for Open<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.item(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.item(value)
    }

    fn end(self) -> Result<(), Error> {
        self.close(|size| Node::Map { size });
        Ok(())
    }
}
