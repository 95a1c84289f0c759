//! The shapes of objects: lists of keys, numbered in the order of their first use.

use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use crate::steps::Steps;

/// The maximum number of shapes. Keys come from types, so there are a few hundred. A type that kept
/// producing new shapes would be found by reaching this limit.
const MOST: usize = 4_096;

/// The root of the tree of keys: the number of the object that has no key yet.
pub(crate) const NO_KEYS: u32 = 0;

/// The placeholder for the number of a shape that is not known yet.
pub(crate) const UNKNOWN: u32 = 0;

/// A key of an object, and its value if that is the name of a variant.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Key {
    name: &'static str,
    variant: Option<Box<str>>,
}

/// A node of the tree of keys: the keys that an object has so far. The keys of one type are added
/// one after the other, so their nodes are adjacent in memory.
#[derive(Copy, Clone, Debug, Default)]
struct Beginning {
    /// The first key that followed these keys, and the node it leads to. Mostly the same key
    /// follows again.
    next: Option<(&'static str, u32)>,
    /// The number of the shape that has exactly these keys, from 1, or [`UNKNOWN`] if there is
    /// none.
    shape: u32,
}

/// The origin of a beginning: its parent in the tree, and the key that was added.
#[derive(Clone, Debug)]
struct Made {
    before: u32,
    key: Key,
}

/// All shapes that this process has used. It is shared through an [`Arc`], and adding a shape makes
/// a new copy.
#[derive(Clone, Debug)]
pub(crate) struct Shapes {
    beginnings: Vec<Beginning>,
    /// The origin of each beginning except the first, which has no key.
    made: Vec<Made>,
    steps: Steps,
    /// The first shape that was completed, indexed by the beginning that ends with the first key
    /// whose value is not sent with the shape, and by the total number of keys.
    likely: Vec<Vec<u32>>,
    /// The JSON text of each shape as it is sent, in the order of the numbers.
    definitions: Vec<Box<str>>,
    /// The number of keys of each shape whose values are sent with the shape.
    tags: Vec<u8>,
}

/// The shapes of the whole process. A number means the same on all connections, so that a message
/// is packed once for all of them.
static SHAPES: LazyLock<RwLock<Arc<Shapes>>> = LazyLock::new(|| {
    RwLock::new(Arc::new(Shapes {
        beginnings: vec![Beginning::default()],
        made: Vec::new(),
        steps: Steps::default(),
        likely: Vec::new(),
        definitions: Vec::new(),
        tags: Vec::new(),
    }))
});

/// Returns the number of shapes that exist. A receiver that has got that many can read every value
/// packed so far.
pub fn known_shapes() -> u32 {
    number(Shapes::now().definitions.len())
}

/// Returns the message that sends the shapes after the first `from`, up to the number `to`.
///
/// # Panics
/// Panics if there are fewer than `to` shapes.
pub fn tell_shapes(from: u32, to: u32) -> String {
    let shapes = Shapes::now();
    let new = &shapes.definitions[from as usize..to as usize];
    format!(r#"{{"shapes":[{}]}}"#, new.join(","))
}

/// Returns the message that sends the first `to` shapes to a receiver that may still hold the
/// shapes of another process. The receiver discards those.
///
/// # Panics
/// Panics if there are fewer than `to` shapes.
pub fn tell_shapes_anew(to: u32) -> String {
    let shapes = Shapes::now();
    let definitions = &shapes.definitions[..to as usize];
    format!(r#"{{"shapes":[{}],"anew":true}}"#, definitions.join(","))
}

impl Shapes {
    /// Returns the current shapes of the process.
    pub fn now() -> Arc<Self> {
        let shapes = SHAPES.read().unwrap_or_else(PoisonError::into_inner);
        shapes.clone()
    }

    /// Returns the number of keys whose values are sent with the shape, and which therefore have no
    /// place in the object.
    ///
    /// # Panics
    /// Panics if there is no such shape.
    pub fn tags(&self, shape: i64) -> i64 {
        let place = usize::try_from(shape - 1).expect("a shape");
        self.tags[place].into()
    }

    /// Returns the beginning that follows `from` with that key, if this literal of the key has been
    /// used there.
    fn next(&self, from: u32, name: &'static str, variant: Option<&str>) -> Option<u32> {
        match self.beginnings[from as usize].next {
            Some((known, next)) if std::ptr::eq(known, name) && variant.is_none() => Some(next),
            _ => self.steps.get(from, name, variant),
        }
    }

    /// Returns the beginning that follows `from` with that key, and adds it if it is new. Later
    /// calls find this literal of the key at once.
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

    /// Returns the number of the shape that has exactly the keys of that beginning, and adds it if
    /// it is new.
    fn add(&mut self, beginning: u32) -> u32 {
        let known = self.beginnings[beginning as usize].shape;
        if known != UNKNOWN {
            return known;
        }
        assert!(self.definitions.len() < MOST, "a type whose keys never end");
        let keys = self.keys(beginning);
        let definitions: Vec<String> = keys.iter().map(|key| key.definition()).collect();
        let tags = keys.iter().filter(|key| key.variant.is_some()).count();
        self.definitions
            .push(format!("[{}]", definitions.join(",")).into());
        self.tags.push(u8::try_from(tags).expect("a few"));
        let shape = number(self.definitions.len());
        self.beginnings[beginning as usize].shape = shape;
        self.expect(beginning, shape);
        shape
    }

    /// Makes that shape the likely one for its beginning and length, unless there is one already.
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

    /// Returns the keys of a beginning in their order.
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
    /// Returns the key as JSON, as it is sent.
    fn definition(&self) -> String {
        let name = json(self.name);
        match &self.variant {
            Some(variant) => format!("[{name},{}]", json(variant)),
            None => name,
        }
    }
}

/// A packer's view of the shapes. It reads without a lock until it needs a new shape.
#[derive(Debug)]
pub(crate) struct ShapeCache {
    shapes: Arc<Shapes>,
}

impl ShapeCache {
    pub fn new() -> Self {
        let shapes = Shapes::now();
        Self { shapes }
    }

    /// Returns the beginning that adds one key to that beginning.
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

    /// Returns the shape that an object with that beginning and that number of keys will probably
    /// have, or [`UNKNOWN`] if there was no such object before.
    #[inline]
    pub fn likely(&self, beginning: u32, length: usize) -> u32 {
        let likely = self.shapes.likely.get(beginning as usize);
        let likely = likely.and_then(|likely| likely.get(length));
        likely.copied().unwrap_or(UNKNOWN)
    }

    /// Returns the number of the shape that has exactly the keys of that beginning.
    pub fn shape(&mut self, beginning: u32) -> u32 {
        let shape = self.shapes.beginnings[beginning as usize].shape;
        if shape != UNKNOWN {
            return shape;
        }
        self.change(|shapes| shapes.add(beginning))
    }

    /// Changes the shapes of the whole process, and takes the new copy.
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
