//! What differs between two values.

use std::sync::Arc;

use crate::{
    pack::Packed,
    page::{LIST, MAP, signed},
    shapes::Shapes,
    snapshot::Snapshot,
    value::{Children, Value},
};

/// What makes `new` of `old`: an array of pairs of a place and what happens there. Empty if they are the same.
///
/// A place from 0 is that of a child, which is replaced by the value that follows; `-1 - place` is that of one that is
/// changed by the patch that follows. `"-"` cuts a list to so many items, and `"+"` appends the values of the array
/// that follows. `None` if the whole is to be told, since it is another kind of value or another shape.
pub fn patch(old: &Snapshot, new: &Snapshot) -> Option<Packed> {
    let mut patch = Patch {
        shapes: Shapes::now(),
        out: String::with_capacity(PATCH),
    };
    let is_one = patch.between(old.value(), new.value());
    is_one.then_some(Packed(patch.out))
}

/// Bytes of most patches.
const PATCH: usize = 256;

/// A patch that is written.
struct Patch {
    shapes: Arc<Shapes>,
    out: String,
}

impl Patch {
    /// Writes the patch between two values that differ or not; whether there is one.
    fn between(&mut self, old: Value<'_>, new: Value<'_>) -> bool {
        let Some((old, new)) = old.children().zip(new.children()) else {
            return false;
        };
        if old.number != new.number || new.number == MAP {
            return false;
        }
        self.out.push('[');
        if new.number == LIST {
            self.list(old, new);
        } else {
            self.children(old, new, self.shapes.tags(new.number));
        }
        self.out.push(']');
        true
    }

    fn list(&mut self, old: Children<'_>, new: Children<'_>) {
        let (both, old, new) = self.children(old, new, 0);
        if !old.rest.is_empty() {
            self.comma();
            self.out.push_str("\"-\",");
            signed(both, &mut self.out);
        }
        if let Some(more) = new.rest.strip_prefix(',') {
            self.comma();
            self.out.push_str("\"+\",[");
            self.out.push_str(more);
            self.out.push(']');
        }
    }

    /// Writes what differs in the children that both have, of which the first has that place; returns the place after them,
    /// and what is left of both.
    fn children<'a>(
        &mut self,
        mut old: Children<'a>,
        mut new: Children<'a>,
        first: i64,
    ) -> (i64, Children<'a>, Children<'a>) {
        let mut place = first;
        while !old.rest.is_empty() && !new.rest.is_empty() {
            let was = old.next().expect("not at the end");
            if !new.skip(was) {
                let is = new.next().expect("not at the end");
                self.comma();
                self.child(was, is, place);
            }
            place += 1;
        }
        (place, old, new)
    }

    fn child(&mut self, was: Value<'_>, is: Value<'_>, place: i64) {
        let begin = self.out.len();
        signed(-1 - place, &mut self.out);
        self.out.push(',');
        let patch = self.out.len();
        // Where nearly all of it has changed, the value itself is shorter.
        if self.between(was, is) && self.out.len() - patch <= is.text.len() {
            return;
        }
        self.out.truncate(begin);
        signed(place, &mut self.out);
        self.out.push(',');
        self.out.push_str(is.text);
    }

    fn comma(&mut self) {
        if !self.out.ends_with('[') {
            self.out.push(',');
        }
    }
}
