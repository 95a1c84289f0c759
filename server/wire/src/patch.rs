//! Computes the difference between two values.

use std::sync::Arc;

use crate::{
    pack::Packed,
    page::{LIST, MAP, signed},
    shapes::Shapes,
    snapshot::Snapshot,
    value::{Children, Value},
};

/// Returns the patch that turns `old` into `new`: an array of pairs of a place and a change. It is
/// empty if the values are equal.
///
/// A place from 0 up is the index of a child, which is replaced by the value that follows. The
/// place `-1 - index` is that of a child that is changed by the patch that follows. `"-"` truncates
/// a list to that number of items, and `"+"` appends the values of the array that follows.
///
/// Returns `None` if the whole value must be sent, since it is of another kind or another shape, or
/// is a map.
pub fn patch(old: &Snapshot, new: &Snapshot) -> Option<Packed> {
    let mut patch = Patch {
        shapes: Shapes::now(),
        out: String::with_capacity(PATCH),
    };
    let is_one = patch.between(old.value(), new.value());
    is_one.then_some(Packed(patch.out))
}

/// The length of most patches in bytes, for which the buffer is allocated.
const PATCH: usize = 256;

/// A patch while it is written.
struct Patch {
    shapes: Arc<Shapes>,
    out: String,
}

impl Patch {
    /// Writes the patch between two values, which may be equal. Returns whether a patch can express
    /// the difference.
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

    /// Writes the differences of the children that both values have. The first child has the place
    /// `first`. Returns the place after the last of them, and the rest of both values.
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
        // A child that has changed nearly everywhere is shorter as a whole value than as a patch.
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
