//! The shapes of objects: lists of keys, numbered as they come up.

use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use crate::steps::Steps;

/// Shapes there may be at most. Keys come from types, so there are some hundred; a type that made ever new ones would
/// be found by reaching this.
const MOST: usize = 4_096;

/// A number by which the tree of keys is entered: that of the object without any key yet.
pub(crate) const NO_KEYS: u32 = 0;

/// In the place of a shape's number: it is not known yet.
pub(crate) const UNKNOWN: u32 = 0;

/// A key of an object, and its value where that is the name of a variant.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Key {
    name: &'static str,
    variant: Option<Box<str>>,
}

/// The keys that an object has so far. Those of one type come up one after the other, and so are side by side.
#[derive(Copy, Clone, Debug, Default)]
struct Beginning {
    /// The key that came next when there first was one, and the longer beginning: mostly it is that one again.
    next: Option<(&'static str, u32)>,
    /// The number of the shape that is these keys and no more, from 1; [`UNKNOWN`] if there is none.
    shape: u32,
}

/// How a beginning was made.
#[derive(Clone, Debug)]
struct Made {
    before: u32,
    key: Key,
}

/// All shapes that have come up in this process. Cheap to share: a new one makes a new list.
#[derive(Clone, Debug)]
pub(crate) struct Shapes {
    beginnings: Vec<Beginning>,
    /// How each of them was made but the first, which has no key.
    made: Vec<Made>,
    steps: Steps,
    /// By the beginning that ends with the first key that is not told with the shape, and by how many keys there are in
    /// all: the first shape that came of it.
    likely: Vec<Vec<u32>>,
    /// Each shape as it is told, in the order of the numbers.
    told: Vec<Box<str>>,
    /// How many keys of each are told with it.
    tags: Vec<u8>,
}

/// Numbers mean the same on all connections, so that a message is packed once for all of them.
static SHAPES: LazyLock<RwLock<Arc<Shapes>>> = LazyLock::new(|| {
    RwLock::new(Arc::new(Shapes {
        beginnings: vec![Beginning::default()],
        made: Vec::new(),
        steps: Steps::default(),
        likely: Vec::new(),
        told: Vec::new(),
        tags: Vec::new(),
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

/// The message that tells the first shapes, up to `to` of them, to one who was told others by another process: those are
/// forgotten.
///
/// # Panics
/// There are not so many.
pub fn tell_shapes_anew(to: u32) -> String {
    let shapes = Shapes::now();
    let told = &shapes.told[..to as usize];
    format!(r#"{{"shapes":[{}],"anew":true}}"#, told.join(","))
}

impl Shapes {
    /// Those there are now.
    pub fn now() -> Arc<Self> {
        let shapes = SHAPES.read().unwrap_or_else(PoisonError::into_inner);
        shapes.clone()
    }

    /// How many keys of a shape are told with it, and so have no place in the object.
    ///
    /// # Panics
    /// There is no such shape.
    pub fn tags(&self, shape: i64) -> i64 {
        let place = usize::try_from(shape - 1).expect("a shape");
        self.tags[place].into()
    }

    /// What comes after a beginning with that key, as far as its literal is known there.
    fn next(&self, from: u32, name: &'static str, variant: Option<&str>) -> Option<u32> {
        match self.beginnings[from as usize].next {
            Some((known, next)) if std::ptr::eq(known, name) && variant.is_none() => Some(next),
            _ => self.steps.get(from, name, variant),
        }
    }

    /// What comes after a beginning with that key, whose literal is known there from now on.
    fn learn(&mut self, from: u32, name: &'static str, variant: Option<&str>) -> u32 {
        let known = self.next(from, name, variant);
        let same = |made: &Made| {
            made.before == from && made.key.name == name && made.key.variant.as_deref() == variant
        };
        let known = known.or_else(|| Some(number(self.made.iter().position(same)? + 1)));
        let next = known.unwrap_or_else(|| {
            let key = Key {
                name,
                variant: variant.map(Into::into),
            };
            self.made.push(Made { before: from, key });
            self.beginnings.push(Beginning::default());
            number(self.made.len())
        });
        let likely = &mut self.beginnings[from as usize].next;
        if variant.is_none() && likely.is_none() {
            *likely = Some((name, next));
        }
        self.steps.remember(from, name, variant, next);
        next
    }

    /// The number of the shape that is these keys and no more.
    fn add(&mut self, beginning: u32) -> u32 {
        let known = self.beginnings[beginning as usize].shape;
        if known != UNKNOWN {
            return known;
        }
        assert!(self.told.len() < MOST, "a type whose keys never end");
        let keys = self.keys(beginning);
        let told: Vec<String> = keys.iter().map(|key| key.told()).collect();
        let tags = keys.iter().filter(|key| key.variant.is_some()).count();
        self.told.push(format!("[{}]", told.join(",")).into());
        self.tags.push(u8::try_from(tags).expect("a few"));
        let shape = number(self.told.len());
        self.beginnings[beginning as usize].shape = shape;
        self.expect(beginning, shape);
        shape
    }

    /// Expects that shape where its beginning comes up, if no other is expected.
    fn expect(&mut self, beginning: u32, shape: u32) {
        let (mut first, mut at, mut length) = (beginning, beginning, 0);
        while at != NO_KEYS {
            let Made { before, key } = &self.made[at as usize - 1];
            if key.variant.is_none() {
                first = at;
            }
            at = *before;
            length += 1;
        }
        let least = self.likely.len().max(first as usize + 1);
        self.likely.resize_with(least, Vec::new);
        let likely = &mut self.likely[first as usize];
        likely.resize(likely.len().max(length + 1), UNKNOWN);
        if likely[length] == UNKNOWN {
            likely[length] = shape;
        }
    }

    /// The keys of a beginning, in their order.
    fn keys(&self, beginning: u32) -> Vec<&Key> {
        let mut keys = Vec::new();
        let mut at = beginning;
        while at != NO_KEYS {
            let Made { before, key } = &self.made[at as usize - 1];
            keys.push(key);
            at = *before;
        }
        keys.reverse();
        keys
    }
}

impl Key {
    /// As it is told.
    fn told(&self) -> String {
        let name = json(self.name);
        match &self.variant {
            Some(variant) => format!("[{name},{}]", json(variant)),
            None => name,
        }
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
    #[inline]
    pub fn with(&mut self, beginning: u32, name: &'static str, variant: Option<&str>) -> u32 {
        match self.shapes.beginnings[beginning as usize].next {
            Some((known, next)) if std::ptr::eq(known, name) && variant.is_none() => next,
            _ => self.seldom_with(beginning, name, variant),
        }
    }

    fn seldom_with(&mut self, beginning: u32, name: &'static str, variant: Option<&str>) -> u32 {
        let known = self.shapes.steps.get(beginning, name, variant);
        known.unwrap_or_else(|| self.change(|shapes| shapes.learn(beginning, name, variant)))
    }

    /// The shape that an object with so many keys will probably have that has begun like this; [`UNKNOWN`] if there was
    /// none before.
    #[inline]
    pub fn likely(&self, beginning: u32, length: usize) -> u32 {
        let likely = self.shapes.likely.get(beginning as usize);
        let likely = likely.and_then(|likely| likely.get(length));
        likely.copied().unwrap_or(UNKNOWN)
    }

    /// The number of the shape that is these keys and no more.
    pub fn shape(&mut self, beginning: u32) -> u32 {
        let shape = self.shapes.beginnings[beginning as usize].shape;
        if shape != UNKNOWN {
            return shape;
        }
        self.change(|shapes| shapes.add(beginning))
    }

    /// Adds something for everybody.
    fn change<T>(&mut self, add: impl FnOnce(&mut Shapes) -> T) -> T {
        let mut shapes = SHAPES.write().unwrap_or_else(PoisonError::into_inner);
        let added = add(Arc::make_mut(&mut shapes));
        self.shapes = shapes.clone();
        added
    }
}

fn json(text: &str) -> String {
    serde_json::to_string(text).expect("a text")
}

fn number(count: usize) -> u32 {
    u32::try_from(count).expect("fewer than MOST")
}
