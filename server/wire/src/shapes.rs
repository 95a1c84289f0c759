//! The shapes of objects: lists of keys, numbered as they come up.

use std::{
    fmt::Write,
    sync::{Arc, LazyLock, PoisonError, RwLock},
};

/// Shapes there may be at most. Keys come from types, so there are some hundred; a type that made ever new ones would
/// be found by reaching this.
const MOST: usize = 4_096;

/// A number by which the tree of keys is entered: that of the object without any key yet.
pub(crate) const NO_KEYS: u32 = 0;

/// A key of an object, and its value where that is the name of a variant.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Key {
    name: &'static str,
    variant: Option<Box<str>>,
}

/// What comes up when a key is added to others: a tree, as most objects of a program have few beginnings.
#[derive(Clone, Debug, Default)]
struct Beginning {
    /// The keys that have come next, with the numbers of the longer beginnings.
    next: Vec<(Key, u32)>,
    /// The number of the shape that is these keys and no more, from 1; 0 if there is none.
    shape: u32,
}

/// Places in which [`Firsts`] looks for a key: four times as many as keys come first.
const FIRSTS: usize = 256;

/// The keys that come first in an object, by where their literals are: there are dozens, and every object is looked up
/// among them.
#[derive(Clone, Debug)]
struct Firsts(Box<[Option<(&'static str, u32)>; FIRSTS]>);

impl Firsts {
    fn none() -> Self {
        Self(Box::new([None; FIRSTS]))
    }

    fn place(name: &str) -> usize {
        let address = name.as_ptr().addr();
        (address ^ (address >> 8) ^ name.len()) % FIRSTS
    }

    /// The beginning that is this literal alone, if it is remembered.
    fn get(&self, name: &str) -> Option<u32> {
        let (known, beginning) = self.0[Self::place(name)]?;
        std::ptr::eq(known, name).then_some(beginning)
    }

    /// Remembers it, unless another literal has its place.
    fn remember(&mut self, name: &'static str, beginning: u32) {
        self.0[Self::place(name)].get_or_insert((name, beginning));
    }
}

/// All shapes that have come up in this process. Cheap to share: a new one makes a new list.
#[derive(Clone, Debug)]
pub(crate) struct Shapes {
    beginnings: Vec<Beginning>,
    firsts: Firsts,
    /// Each shape as it is told, in the order of the numbers.
    told: Vec<Box<str>>,
}

/// Numbers mean the same on all connections, so that a message is packed once for all of them.
static SHAPES: LazyLock<RwLock<Arc<Shapes>>> = LazyLock::new(|| {
    RwLock::new(Arc::new(Shapes {
        beginnings: vec![Beginning::default()],
        firsts: Firsts::none(),
        told: Vec::new(),
    }))
});

/// How many shapes there are; whoever has been told so many can read all that has been packed until now.
pub fn known_shapes() -> u32 {
    number(Shapes::now().told.len())
}

/// The message that tells the shapes after the first `from`, up to `to` of them.
///
/// # Panics
/// There are not so many.
pub fn tell_shapes(from: u32, to: u32) -> String {
    let shapes = Shapes::now();
    let new = &shapes.told[from as usize..to as usize];
    format!(r#"{{"shapes":[{}]}}"#, new.join(","))
}

impl Shapes {
    /// Those there are now.
    pub fn now() -> Arc<Self> {
        let shapes = SHAPES.read().unwrap_or_else(PoisonError::into_inner);
        shapes.clone()
    }

    /// What comes after a beginning with that key.
    fn next(&self, beginning: u32, name: &str, variant: Option<&str>) -> Option<u32> {
        let is_first = beginning == NO_KEYS && variant.is_none();
        if let Some(next) = self.firsts.get(name).filter(|_| is_first) {
            return Some(next);
        }
        let next = &self.beginnings[beginning as usize].next;
        // The same literal is mostly in the same place: all are compared by that before any is letter by letter.
        let mut here = next.iter().filter(|(key, _)| std::ptr::eq(key.name, name));
        let found = here.find(|(key, _)| key.variant.as_deref() == variant);
        let same = |key: &Key| key.name == name && key.variant.as_deref() == variant;
        let found = found.or_else(|| next.iter().find(|(key, _)| same(key)));
        found.map(|&(_, beginning)| beginning)
    }
}

/// The shapes, as one who packs sees them: read without a lock while nothing new comes up.
#[derive(Debug)]
pub(crate) struct Reader {
    shapes: Arc<Shapes>,
}

impl Reader {
    pub fn new() -> Self {
        let shapes = Shapes::now();
        Self { shapes }
    }

    /// What the keys of a beginning are with one more.
    pub fn with(&mut self, beginning: u32, name: &'static str, variant: Option<&str>) -> u32 {
        if let Some(next) = self.shapes.next(beginning, name, variant) {
            return next;
        }
        self.change(|shapes| {
            shapes.next(beginning, name, variant).unwrap_or_else(|| {
                let longer = number(shapes.beginnings.len());
                if beginning == NO_KEYS && variant.is_none() {
                    shapes.firsts.remember(name, longer);
                }
                let variant = variant.map(Into::into);
                let beginnings = &mut shapes.beginnings;
                beginnings[beginning as usize]
                    .next
                    .push((Key { name, variant }, longer));
                beginnings.push(Beginning::default());
                longer
            })
        })
    }

    /// The number of the shape that is these keys and no more.
    pub fn shape(&mut self, beginning: u32) -> u32 {
        let shape = self.shapes.beginnings[beginning as usize].shape;
        if shape > 0 {
            return shape;
        }
        self.change(|shapes| {
            let known = shapes.beginnings[beginning as usize].shape;
            if known > 0 {
                return known;
            }
            assert!(shapes.told.len() < MOST, "a type whose keys never end");
            let told = told(&shapes.beginnings, beginning);
            shapes.told.push(told);
            let shape = number(shapes.told.len());
            shapes.beginnings[beginning as usize].shape = shape;
            shape
        })
    }

    /// Adds something for everybody.
    fn change<T>(&mut self, add: impl FnOnce(&mut Shapes) -> T) -> T {
        let mut shapes = SHAPES.write().unwrap_or_else(PoisonError::into_inner);
        let added = add(Arc::make_mut(&mut shapes));
        self.shapes = shapes.clone();
        added
    }
}

/// A shape as it is told.
fn told(beginnings: &[Beginning], shape: u32) -> Box<str> {
    let mut keys = Vec::new();
    let mut at = shape;
    while at != NO_KEYS {
        let (before, key) = beginnings
            .iter()
            .enumerate()
            .find_map(|(before, beginning)| {
                let mut next = beginning.next.iter();
                let (key, _) = next.find(|(_, longer)| *longer == at)?;
                Some((before, key))
            })
            .expect("the beginning that it continues");
        keys.push(key);
        at = number(before);
    }
    let mut told = String::from("[");
    for key in keys.into_iter().rev() {
        if told.len() > 1 {
            told.push(',');
        }
        let name = json(key.name);
        let written = match &key.variant {
            Some(variant) => write!(told, "[{name},{}]", json(variant)),
            None => write!(told, "{name}"),
        };
        written.expect("room in a text");
    }
    told.push(']');
    told.into()
}

fn json(text: &str) -> String {
    serde_json::to_string(text).expect("a text")
}

fn number(count: usize) -> u32 {
    u32::try_from(count).expect("fewer than MOST")
}
