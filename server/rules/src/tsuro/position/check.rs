//! Looks for what is impossible in a position.

use std::cmp::Ordering;

use super::{Impossible, Position};
use crate::{
    Seat,
    tsuro::{Eliminated, FEWEST, HAND, MOST, Mark, Out, Preset, Side, Stand, Starts, Tile},
};

/// Every reason that the position shows.
pub(super) fn reasons(position: &Position) -> Vec<Impossible> {
    let mut found = Vec::new();
    if position.options.impossible().is_some() {
        return vec![Impossible::Options];
    }
    seats(position, &mut found);
    if !found.is_empty() {
        // What the other checks would index by is wrong.
        return found;
    }
    squares(position, &mut found);
    tiles(position, &mut found);
    starts(position, &mut found);
    for seat in Seat::first(position.seats()) {
        marker(position, seat, &mut found);
    }
    end(position, &mut found);
    hands(position, &mut found);
    turn(position, &mut found);
    dragon(position, &mut found);
    unfinished(position, &mut found);
    found
}

fn seats(position: &Position, found: &mut Vec<Impossible>) {
    let seats = position.seats();
    if !(FEWEST..=MOST).contains(&seats) || position.hands.len() != position.markers.len() {
        found.push(Impossible::Seats);
    }
    let with = position
        .markers
        .iter()
        .filter_map(|marker| match marker.out {
            Some(Out::Collision { with, .. }) => Some(with),
            Some(Out::Edge { .. } | Out::Resigned { .. }) | None => None,
        });
    let named = [Some(position.first), position.turn, position.dragon];
    let mut named: Vec<Seat> = named
        .into_iter()
        .flatten()
        .chain(
            position
                .board
                .iter()
                .chain(&position.waiting)
                .map(|laid| laid.seat),
        )
        .chain(position.bonus.iter().copied())
        .chain(with)
        .filter(|seat| seat.number() >= seats)
        .collect();
    named.sort_unstable();
    named.dedup();
    found.extend(
        named
            .into_iter()
            .map(|seat| Impossible::NoSuchSeat { seat }),
    );
}

fn squares(position: &Position, found: &mut Vec<Impossible>) {
    for (number, laid) in position.board.iter().enumerate() {
        let square = laid.square;
        let crossed = &position.markers[laid.seat.index()].path;
        if square.x() >= position.options.edge || square.y() >= position.options.edge {
            found.push(Impossible::OffBoard { square });
        } else if position.board[..number]
            .iter()
            .any(|other| other.square == square)
        {
            found.push(Impossible::SquareTwice { square });
        } else if !crossed.iter().any(|step| step.square == square)
            && !left_while_it_waited(position, number)
        {
            found.push(Impossible::LaidAside { square });
        }
    }
}

/// Whether who laid that tile, counted from 0, resigned while it waited for others to choose their paths: their
/// marker faced it and never walked on it.
fn left_while_it_waited(position: &Position, number: usize) -> bool {
    let laid = position.board[number];
    let marker = &position.markers[laid.seat.index()];
    let Some(Out::Resigned { after }) = marker.out else {
        return false;
    };
    let start = marker.start.and_then(Stand::mark);
    let faced = start.and_then(|start| position.path(start, marker.out).1);
    position.options.start == Starts::Sides
        && usize::from(after) == number
        && faced.is_some_and(|mark| mark.square == laid.square)
}

fn tiles(position: &Position, found: &mut Vec<Impossible>) {
    for tile in Tile::all() {
        let laid = position.board.iter().chain(&position.waiting);
        let held = position
            .hands
            .iter()
            .flatten()
            .chain(&position.pile)
            .chain(&position.laid_down)
            .copied();
        let is_it = |other: &Tile| *other == tile;
        let there = laid.map(|laid| laid.tile).chain(held).filter(is_it).count();
        match there.cmp(&position.options.box_of_tiles().filter(is_it).count()) {
            Ordering::Less => found.push(Impossible::TileMissing { tile }),
            Ordering::Equal => {}
            Ordering::Greater => found.push(Impossible::TileTwice { tile }),
        }
    }
}

fn starts(position: &Position, found: &mut Vec<Impossible>) {
    // Who resigned before the first tile has left the mark to others.
    let kept = |out| out != Some(Out::Resigned { after: 0 });
    let place = |stand| match (stand, position.options.start) {
        (Stand::Mark(mark), Starts::Sides) => Stand::Side(Side::of(mark)),
        _ => stand,
    };
    let marks: Vec<Stand> = position
        .markers
        .iter()
        .filter(|marker| kept(marker.out))
        .filter_map(|marker| marker.start.map(place))
        .collect();
    for (number, &mark) in marks.iter().enumerate() {
        if marks[..number].contains(&mark) {
            found.push(Impossible::MarkTwice { mark });
        }
    }
    let unstarted: Vec<Seat> = position
        .still_in()
        .filter(|seat| position.markers[seat.index()].start.is_none())
        .collect();
    if !position.board.is_empty() {
        found.extend(
            unstarted
                .iter()
                .map(|&seat| Impossible::NotStarted { seat }),
        );
    } else if let (false, Some(turn)) = (unstarted.is_empty(), position.turn) {
        let from_first = std::iter::once(position.first)
            .chain(position.first.clockwise(position.seats()))
            .take(position.markers.len());
        let mut due = false;
        for seat in from_first {
            due |= seat == turn;
            let is_in = position.markers[seat.index()].out.is_none();
            if is_in && unstarted.contains(&seat) != due {
                found.push(Impossible::StartOrder { seat });
            }
        }
    }
}

fn marker(position: &Position, seat: Seat, found: &mut Vec<Impossible>) {
    let marker = &position.markers[seat.index()];
    let sides = position.options.start == Starts::Sides;
    let Some(start) = marker.start.and_then(Stand::mark) else {
        let tiles = position.tiles_after(position.board.len());
        if let Some(Stand::Side(side)) = marker.start
            && !(sides && tiles.is_start_mark(side.marks()[0]))
        {
            found.push(Impossible::NoSuchMark { seat });
        }
        let faced = marker.at.map(Stand::square);
        if faced.is_some_and(|square| tiles.is_covered(square)) {
            found.push(Impossible::FacesTile { seat });
        }
        let left = marker.start.is_some() && marker.out.is_some();
        if marker.at != marker.start.filter(|_| !left) {
            found.push(Impossible::NotAtPathEnd { seat });
        }
        if !marker.path.is_empty() {
            found.push(Impossible::WrongPath { seat });
        }
        let resigned = match marker.out {
            None => true,
            Some(Out::Resigned { after }) => {
                usize::from(after)
                    <= if marker.start.is_some() {
                        position.board.len()
                    } else {
                        0
                    }
            }
            Some(_) => false,
        };
        if !resigned {
            found.push(Impossible::WrongOut { seat });
        }
        return;
    };
    let tiles = position.tiles_after(position.board.len());
    if !tiles.is_start_mark(start) {
        found.push(Impossible::NoSuchMark { seat });
        return;
    }
    if marker.at.is_some_and(|at| tiles.is_covered(at.square())) {
        found.push(Impossible::FacesTile { seat });
    }
    let (path, end) = position.path(start, marker.out);
    if path != marker.path {
        found.push(Impossible::WrongPath { seat });
    }
    let stands = if marker.out.is_none() { end } else { None };
    if marker.at != stands.map(Stand::Mark) {
        found.push(Impossible::NotAtPathEnd { seat });
    }
    if !left_so(position, seat, end) {
        found.push(Impossible::WrongOut { seat });
    }
}

/// Whether the marker left the game, or not, as its path tells, which ends there.
fn left_so(position: &Position, seat: Seat, end: Option<Mark>) -> bool {
    let marker = &position.markers[seat.index()];
    let Some(out) = marker.out else {
        return end.is_some();
    };
    let tiles = usize::from(out.after());
    if tiles > position.board.len() {
        return false;
    }
    let start = marker.start.and_then(Stand::mark);
    let (Some(start), Some(before)) = (start, tiles.checked_sub(1)) else {
        return matches!(out, Out::Resigned { .. });
    };
    let led_off_before = position.tiles_after(before).follow(start, |_| ()).is_none();
    let joined = joined(position, seat);
    match out {
        Out::Edge { .. } => end.is_none() && !led_off_before && joined.is_none(),
        Out::Collision { with, .. } => end.is_none() && !led_off_before && joined == Some(with),
        Out::Resigned { .. } => end.is_some(),
    }
}

/// The marker that was still in and whose start mark the marker's path has come to.
fn joined(position: &Position, seat: Seat) -> Option<Seat> {
    let marker = &position.markers[seat.index()];
    let last = marker.path.last()?;
    let rim = Mark {
        square: last.square,
        port: last.leave,
    };
    let after = marker.out?.after();
    Seat::first(position.seats()).find(|&other| {
        let theirs = &position.markers[other.index()];
        let was_in = theirs.out.is_none_or(|then| then.after() >= after);
        other != seat && theirs.start == Some(rim.into()) && was_in
    })
}

/// When a marker left: after how many tiles, and whether by resigning, which comes after the tile.
fn moment(out: Out) -> (u8, bool) {
    (out.after(), matches!(out, Out::Resigned { .. }))
}

/// Nothing happens after the end: the last to leave left at least two on the board before, and no tile
/// was laid afterwards.
fn end(position: &Position, found: &mut Vec<Impossible>) {
    let left = position.still_in().count();
    let moments = || {
        position
            .markers
            .iter()
            .filter_map(|marker| marker.out.map(moment))
    };
    let Some(last) = moments().max().filter(|_| left <= 1) else {
        return;
    };
    let at_last = moments().filter(|&moment| moment == last).count();
    let tiles_later = usize::from(last.0) < position.board.len();
    let all_resigned = last.1 && left == 0;
    if tiles_later || all_resigned || left + at_last < 2 {
        found.push(Impossible::EndedEarlier);
    }
}

fn hands(position: &Position, found: &mut Vec<Impossible>) {
    let over = position.is_over();
    let turn_goes_on = position.waiting.is_some() || !position.bonus.is_empty();
    let kept = !over && turn_goes_on || position.options.eliminated == Eliminated::LaidDown;
    let by_turns = position.options.dragon == Preset::Edition2005 || turn_goes_on;
    let afters = position.markers.iter().filter_map(|marker| marker.out);
    let last = afters.map(Out::after).max();
    let drawn = position.dragon.is_none() && (position.seats() > 2 || !position.pile.is_empty());
    for seat in Seat::first(position.seats()) {
        let tiles = position.hands[seat.index()].len();
        let out = position.markers[seat.index()].out.map(moment);
        if tiles > HAND {
            found.push(Impossible::HandTooLarge { seat });
        }
        // Whom the end of the game eliminates keeps the hand.
        if tiles > 0 && out.is_some() && !(kept || over && out.map(|out| out.0) == last) {
            found.push(Impossible::HandOfOut { seat });
        }
        if !over && !by_turns && drawn && out.is_none() && tiles < HAND {
            found.push(Impossible::HandShort { seat });
        }
    }
}

fn turn(position: &Position, found: &mut Vec<Impossible>) {
    let Some(turn) = position.turn else {
        if !position.is_over() {
            found.push(Impossible::Turn);
        }
        return;
    };
    if position.is_over() {
        found.push(Impossible::Turn);
    }
    let marker = &position.markers[turn.index()];
    let waits = position.waiting.is_some();
    if marker.out.is_some() {
        if !waits {
            found.push(Impossible::TurnOfOut);
        }
    } else if !waits && marker.start.is_some() && position.hands[turn.index()].is_empty() {
        found.push(Impossible::NothingToPlace);
    }
    let mut from_first =
        std::iter::once(position.first).chain(position.first.clockwise(position.seats()));
    let all_started = position
        .still_in()
        .all(|seat| position.markers[seat.index()].start.is_some());
    let leads = from_first.find(|seat| position.markers[seat.index()].out.is_none());
    if position.board.is_empty() && !waits && all_started && leads != Some(turn) {
        found.push(Impossible::FirstTurn);
    }
}

fn dragon(position: &Position, found: &mut Vec<Impossible>) {
    let Some(holder) = position.dragon else {
        return;
    };
    if position.seats() == 2 {
        found.push(Impossible::DragonForTwo);
    }
    if position.is_over() {
        return; // the last elimination leaves it where it is
    }
    let turn_goes_on = position.waiting.is_some() || !position.bonus.is_empty();
    if !turn_goes_on && position.markers[holder.index()].out.is_some() {
        found.push(Impossible::DragonOfOut);
    }
    if position.options.dragon == Preset::Edition2005 {
        return; // it stays with its holder until they play
    }
    if position.hands[holder.index()].len() >= HAND {
        found.push(Impossible::DragonWithFullHand);
    }
    if !position.pile.is_empty() {
        found.push(Impossible::DragonBesidePile);
    }
}

/// A turn that goes on: a tile that waits, hands on offer; and what swaps have left.
fn unfinished(position: &Position, found: &mut Vec<Impossible>) {
    let options = position.options;
    let markers = &position.markers;
    if let Some(waiting) = position.waiting {
        let faces = |stand: Option<Stand>| stand.is_some_and(|at| at.square() == waiting.square);
        let covered = position
            .tiles_after(position.board.len())
            .is_covered(waiting.square);
        let mover = &markers[waiting.seat.index()];
        let asked = markers.iter().any(|marker| {
            let undecided = matches!(marker.at, Some(Stand::Side(_)));
            undecided && faces(marker.at)
        });
        let turn = position.turn == Some(waiting.seat);
        let of_mover = mover.out.is_some() || faces(mover.at);
        let over = position.is_over();
        if covered || !of_mover || !(over || asked && turn) || !position.bonus.is_empty() {
            found.push(Impossible::Waiting);
        }
    }
    let after = u8::try_from(position.board.len()).unwrap_or(u8::MAX);
    let offered = |seat: &Seat| {
        let eliminated = markers[seat.index()]
            .out
            .is_some_and(|out| out.is_by_tile(after));
        eliminated && !position.hands[seat.index()].is_empty()
    };
    if !(position.bonus.is_empty() || options.bonus && position.bonus.iter().all(offered)) {
        found.push(Impossible::Bonus);
    }
    // Who has laid a tile in this turn lacks it.
    let full = |seat: Seat| position.hands[seat.index()].len() >= HAND;
    if !position.bonus.is_empty() && position.turn.is_some_and(full) {
        found.push(Impossible::Bonus);
    }
    let waits_with_all = position.waiting.is_some_and(|waiting| full(waiting.seat));
    if waits_with_all && !found.contains(&Impossible::Waiting) {
        found.push(Impossible::Waiting);
    }
    let kept = options.bonus && options.eliminated == Eliminated::LaidDown;
    let most = HAND * usize::from(MOST);
    if position.laid_down.len() > most || !(position.laid_down.is_empty() || kept) {
        found.push(Impossible::LaidDown);
    }
}
