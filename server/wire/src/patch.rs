//! What differs between two values.

use crate::{
    node::Node,
    pack::{Packed, integer, value_at},
    tape::Tape,
};

/// What makes `new` of `old`: an array of pairs of a place and what happens there. Empty if they are the same.
///
/// A place from 0 is that of a child, which is replaced by the value that follows; `-1 - place` is that of one that is
/// changed by the patch that follows. `"-"` cuts a list to so many items, and `"+"` appends the values of the array
/// that follows. `None` if the whole is to be told, since it is another kind of value or another shape.
pub fn patch(old: &Tape, new: &Tape) -> Option<Packed> {
    if old.nodes.is_empty() || new.nodes.is_empty() {
        return None;
    }
    let mut out = String::new();
    between(old, 0, new, 0, &mut out).then_some(Packed(out))
}

/// Writes the patch between two values that differ or not; whether there is one.
fn between(old: &Tape, was: usize, new: &Tape, is: usize, out: &mut String) -> bool {
    match (old.nodes[was], new.nodes[is]) {
        (
            Node::Object { shape: one, .. },
            Node::Object {
                shape: two, tags, ..
            },
        ) if one == two => {
            out.push('[');
            let first = i64::from(tags);
            children(Children::of(old, was), Children::of(new, is), first, out);
            out.push(']');
            true
        }
        (Node::List { .. }, Node::List { .. }) => {
            out.push('[');
            list(Children::of(old, was), Children::of(new, is), out);
            out.push(']');
            true
        }
        _ => false,
    }
}

fn list(old: Children<'_>, new: Children<'_>, out: &mut String) {
    let (had, has) = (old.count(), new.count());
    let both = had.min(has);
    let (_, mut rest) = children(old, new, 0, out);
    if has < had {
        comma(out);
        out.push_str("\"-\",");
        integer(both, out);
    }
    if had < has {
        comma(out);
        out.push_str("\"+\",[");
        while let Some(at) = rest.next() {
            if !out.ends_with('[') {
                out.push(',');
            }
            value_at(rest.tape, at, out);
        }
        out.push(']');
    }
}

/// Writes what differs in the children that both have, of which the first has that place; returns what is left of both.
fn children<'a>(
    mut old: Children<'a>,
    mut new: Children<'a>,
    first: i64,
    out: &mut String,
) -> (Children<'a>, Children<'a>) {
    let mut place = first;
    while !old.is_at_end() && !new.is_at_end() {
        let was = old.next().expect("not at the end");
        let is = new.next().expect("not at the end");
        if !old.tape.same(was, new.tape, is) {
            comma(out);
            child(&old, was, &new, is, place, out);
        }
        place += 1;
    }
    (old, new)
}

fn child(
    old: &Children<'_>,
    was: usize,
    new: &Children<'_>,
    is: usize,
    place: i64,
    out: &mut String,
) {
    let begin = out.len();
    integer(-1 - place, out);
    out.push(',');
    // Where nearly all of it has changed, the value itself is shorter: it has two bytes a node at least.
    let least = 2 * (1 + new.tape.size(is));
    let patch = out.len();
    if between(old.tape, was, new.tape, is, out) {
        if out.len() - patch <= least {
            return;
        }
        let mut whole = String::new();
        value_at(new.tape, is, &mut whole);
        if out.len() - patch <= whole.len() {
            return;
        }
    }
    out.truncate(begin);
    integer(place, out);
    out.push(',');
    value_at(new.tape, is, out);
}

fn comma(out: &mut String) {
    if !out.ends_with('[') {
        out.push(',');
    }
}

/// What is in a list or an object, one after the other.
#[derive(Copy, Clone)]
struct Children<'a> {
    tape: &'a Tape,
    at: usize,
    end: usize,
}

impl<'a> Children<'a> {
    fn of(tape: &'a Tape, at: usize) -> Self {
        Self {
            tape,
            at: at + 1,
            end: tape.after(at),
        }
    }

    fn is_at_end(&self) -> bool {
        self.at >= self.end
    }

    fn next(&mut self) -> Option<usize> {
        let at = self.at;
        (at < self.end).then(|| {
            self.at = self.tape.after(at);
            at
        })
    }

    fn count(mut self) -> usize {
        let mut count = 0;
        while self.next().is_some() {
            count += 1;
        }
        count
    }
}
