//! Checks that a state is possible under the current rules.

use super::{
    Board, Eliminated, FEWEST, HAND, Laid, MOST, Mark, Out, Preset, Side, Stand, Starts, State,
    Step, Tile,
};
use crate::{
    Seat,
    position::{Reason, unless},
};

/// Checks a game that was parsed from text, or that was played by other rules.
///
/// # Errors
/// Returns the first reason why no game can have this state.
pub(super) fn check(state: &State) -> Result<(), Reason> {
    let table = &state.table;
    unless(
        table.options.impossible().is_some(),
        "no game has these options",
    )?;
    unless(!(FEWEST..=MOST).contains(&table.seats), "two to eight play")?;
    squares(state)?;
    tiles(state)?;
    starts(state)?;
    for seat in Seat::first(table.seats) {
        marker(state, seat)?;
    }
    end(state)?;
    hands(state)?;
    turn(state)?;
    dragon(state)?;
    unfinished(state)
}

/// Returns the board after its first `count` tiles, without markers.
pub(super) fn tiles_after(state: &State, count: usize) -> Board {
    let mut board = Board::new(state.table.options.edge);
    for laid in state.laid.iter().take(count) {
        board.lay(laid.square, laid.tile, laid.rotation);
    }
    board
}

/// Returns the path from a start mark over the tiles that lay on the board when the marker left the
/// game, and the mark where it ends; `None` if it leads off the board.
pub(super) fn path(state: &State, start: Mark, out: Option<Out>) -> (Vec<Step>, Option<Mark>) {
    let tiles = out.map_or(state.laid.len(), |out| out.after().into());
    let mut path = Vec::new();
    let end = tiles_after(state, tiles).follow(start, |step| path.push(step));
    (path, end)
}

/// Shorthands for the checks below.
impl State {
    fn start(&self, seat: Seat) -> Option<Stand> {
        self.table.board.started(seat)
    }

    fn at(&self, seat: Seat) -> Option<Stand> {
        self.table.board.at(seat)
    }

    fn out(&self, seat: Seat) -> Option<Out> {
        self.table.outs[seat.index()]
    }

    fn tiles_of(&self, seat: Seat) -> usize {
        self.table.hand(seat).len()
    }

    fn players(&self) -> impl Iterator<Item = Seat> + Clone + use<> {
        Seat::first(self.table.seats)
    }

    /// Returns the seats that are not out.
    fn left(&self) -> impl Iterator<Item = Seat> + Clone {
        self.players().filter(|&seat| self.out(seat).is_none())
    }

    /// Returns whether at most one marker is left or all tiles are on the board (IT, winning;
    /// questions).
    fn has_ended(&self) -> bool {
        let tiles = usize::from(self.table.options.tile_count());
        self.left().count() <= 1 || self.laid.len() >= tiles
    }

    /// Returns whether the turn is unfinished: a tile waits or hands are offered.
    fn turn_goes_on(&self) -> bool {
        self.table.waiting.is_some() || self.table.bonus.is_some()
    }

    /// Returns all seats, from the first player on.
    fn in_turn(&self) -> impl Iterator<Item = Seat> {
        let first = self.table.first.unwrap_or(Seat::ZERO);
        std::iter::once(first).chain(first.clockwise(self.table.seats))
    }
}

fn squares(state: &State) -> Result<(), Reason> {
    let board = &state.table.board;
    let waiting = state.table.waiting.map(|waiting| waiting.cell.square());
    let all = state.laid.iter().map(|laid| laid.square).chain(waiting);
    unless(
        all.into_iter().any(|square| !board.has(square)),
        "a tile beside the board",
    )?;
    for (number, laid) in state.laid.iter().enumerate() {
        let others = &state.laid[..number];
        let twice = others.iter().any(|other| other.square == laid.square);
        unless(twice, "two tiles on a square")?;
    }
    for (number, laid) in state.laid.iter().enumerate() {
        let mut crossed = state.paths[laid.seat].iter();
        let aside = !crossed.any(|step| step.square == laid.square);
        let wrong = aside && !left_while_it_waited(state, number, laid);
        unless(wrong, "a tile that its player's path does not cross")?;
    }
    Ok(())
}

/// Returns whether the player who laid that tile (counted from 0) resigned while it waited for
/// others to choose their paths: their marker faced the tile and never walked on it.
fn left_while_it_waited(state: &State, number: usize, laid: &Laid) -> bool {
    let out = state.out(laid.seat);
    let Some(Out::Resigned { after }) = out else {
        return false;
    };
    let start = state.start(laid.seat).and_then(Stand::mark);
    let faced = start.and_then(|start| path(state, start, out).1);
    state.table.options.start == Starts::Sides
        && usize::from(after) == number
        && faced.is_some_and(|mark| mark.square == laid.square)
}

fn tiles(state: &State) -> Result<(), Reason> {
    let table = &state.table;
    let of_box = |tile: Tile| {
        table
            .options
            .box_of_tiles()
            .filter(|&it| it == tile)
            .count()
    };
    let mut there: Vec<Tile> = state.laid.iter().map(|laid| laid.tile).collect();
    there.extend(table.waiting.map(|waiting| waiting.tile));
    there.extend(state.players().flat_map(|seat| table.hand(seat)));
    there.extend(
        table
            .pile
            .as_slice()
            .iter()
            .chain(table.laid_down.as_slice()),
    );
    for tile in Tile::all() {
        let count = there.iter().filter(|&&it| it == tile).count();
        unless(count > of_box(tile), "a tile more often than in the box")?;
        unless(count < of_box(tile), "a tile less often than in the box")?;
    }
    Ok(())
}

fn starts(state: &State) -> Result<(), Reason> {
    // A player who resigned before the first tile has left the start mark to others.
    let kept = |seat: &Seat| state.out(*seat) != Some(Out::Resigned { after: 0 });
    let place = |stand| match (stand, state.table.options.start) {
        (Stand::Mark(mark), Starts::Sides) => Stand::Side(Side::of(mark)),
        _ => stand,
    };
    let starts = state
        .players()
        .filter(kept)
        .filter_map(|seat| state.start(seat));
    let marks: Vec<Stand> = starts.map(place).collect();
    let twice = marks
        .iter()
        .enumerate()
        .any(|(at, mark)| marks[..at].contains(mark));
    unless(twice, "two markers that began in one place")?;
    let unstarted = |seat| state.start(seat).is_none();
    if !state.laid.is_empty() {
        return unless(
            state.left().any(unstarted),
            "a tile before every marker has begun",
        );
    }
    let Some(turn) = state.table.turn.filter(|_| state.left().any(unstarted)) else {
        return Ok(());
    };
    let mut due = false;
    let all = state.in_turn().take(state.table.seats.into());
    let is_in_turn = all.into_iter().all(|seat| {
        due |= seat == turn;
        state.out(seat).is_some() || unstarted(seat) == due
    });
    unless(!is_in_turn, "markers that have not begun in turn")
}

fn marker(state: &State, seat: Seat) -> Result<(), Reason> {
    let board = &state.table.board;
    let (start, at, out) = (state.start(seat), state.at(seat), state.out(seat));
    let faced = at.map(Stand::square);
    let covered = faced.is_some_and(|square| board.is_covered(square));
    let Some(mark) = start.and_then(Stand::mark) else {
        return undecided(state, seat, covered);
    };
    unless(
        !board.is_start_mark(mark),
        "a marker began where there is no start mark",
    )?;
    unless(covered, "a marker that faces a tile")?;
    let (path, end) = path(state, mark, out);
    unless(
        path != state.paths[seat],
        "a path that the tiles do not make",
    )?;
    let stands = if out.is_none() { end } else { None };
    unless(
        at != stands.map(Stand::Mark),
        "a marker that is not where its path ends",
    )?;
    unless(
        !left_so(state, seat, end),
        "a marker that is not out as its path tells",
    )
}

/// Checks a marker that has not started, or that stands on a side of the rim.
fn undecided(state: &State, seat: Seat, covered: bool) -> Result<(), Reason> {
    let (start, out) = (state.start(seat), state.out(seat));
    if let Some(Stand::Side(side)) = start {
        let sides = state.table.options.start == Starts::Sides;
        let is_there = sides && state.table.board.is_start_mark(side.marks()[0]);
        unless(!is_there, "a marker began where there is no start mark")?;
    }
    unless(covered, "a marker that faces a tile")?;
    let stands = start.filter(|_| out.is_none());
    let moved = state.at(seat) != stands || !state.paths[seat].is_empty();
    unless(moved, "a marker that is not where its path ends")?;
    let resigned = match out {
        None => true,
        Some(Out::Resigned { after }) => {
            usize::from(after) <= start.map_or(0, |_| state.laid.len())
        }
        Some(_) => false,
    };
    unless(!resigned, "a marker that is not out as its path tells")
}

/// Returns whether the marker's state, out of the game or still in, agrees with its path, which
/// ends at `end`.
fn left_so(state: &State, seat: Seat, end: Option<Mark>) -> bool {
    let Some(out) = state.out(seat) else {
        return end.is_some();
    };
    let tiles = usize::from(out.after());
    if tiles > state.laid.len() {
        return false;
    }
    let start = state.start(seat).and_then(Stand::mark);
    let (Some(start), Some(before)) = (start, tiles.checked_sub(1)) else {
        return matches!(out, Out::Resigned { .. });
    };
    let led_off_before = tiles_after(state, before).follow(start, |_| ()).is_none();
    let joined = joined(state, seat, out.after());
    match out {
        Out::Edge { .. } => end.is_none() && !led_off_before && joined.is_none(),
        Out::Collision { with, .. } => end.is_none() && !led_off_before && joined == Some(with),
        Out::Resigned { .. } => end.is_some(),
    }
}

/// Returns the marker that was still in after that many tiles and whose start mark the path of this
/// marker has reached.
fn joined(state: &State, seat: Seat, after: u8) -> Option<Seat> {
    let last = state.paths[seat].last()?;
    let rim = Mark {
        square: last.square,
        port: last.leave,
    };
    state.players().find(|&other| {
        let was_in = state.out(other).is_none_or(|then| then.after() >= after);
        other != seat && state.start(other) == Some(rim.into()) && was_in
    })
}

/// Returns when a marker left: the number of tiles, and whether it left by resigning, which comes
/// after the tile.
fn moment(out: Out) -> (u8, bool) {
    (out.after(), matches!(out, Out::Resigned { .. }))
}

/// Checks that nothing happened after the end: the last players to leave must have left at least
/// two on the board before, and no tile was laid afterwards.
fn end(state: &State) -> Result<(), Reason> {
    let left = state.left().count();
    let moments = || {
        state
            .players()
            .filter_map(|seat| state.out(seat).map(moment))
    };
    let Some(last) = moments().max().filter(|_| left <= 1) else {
        return Ok(());
    };
    let at_last = moments().filter(|&moment| moment == last).count();
    let tiles_later = usize::from(last.0) < state.laid.len();
    let all_resigned = last.1 && left == 0;
    let wrong = tiles_later || all_resigned || left + at_last < 2;
    unless(wrong, "something happened after the end")
}

fn hands(state: &State) -> Result<(), Reason> {
    let table = &state.table;
    let over = state.has_ended();
    let turn_goes_on = state.turn_goes_on();
    let kept = !over && turn_goes_on || table.options.eliminated == Eliminated::LaidDown;
    // No player has laid a tile yet, so all hands are full, whichever drawing rules apply.
    let begins = state.laid.is_empty() && !turn_goes_on;
    let by_turns = !begins && table.options.dragon == Preset::Edition2005 || turn_goes_on;
    let last = state
        .players()
        .filter_map(|seat| state.out(seat))
        .map(Out::after)
        .max();
    let drawn = table.dragon.is_none() && (table.seats > 2 || table.pile.count() > 0);
    for seat in state.players() {
        let tiles = state.tiles_of(seat);
        let out = state.out(seat).map(Out::after);
        // A player eliminated by the last turn of the game keeps the hand, and so does a player
        // who resigned while its tile waited.
        let left_waiting = match state.out(seat) {
            Some(Out::Resigned { after }) if table.options.start == Starts::Sides => {
                last == after.checked_add(1)
            }
            _ => false,
        };
        let left_last = over && (out == last || left_waiting);
        let left_some = tiles > 0 && out.is_some() && !(kept || left_last);
        unless(left_some, "a hand of who is out")?;
        let short = !over && !by_turns && drawn && out.is_none() && tiles < HAND;
        unless(
            short,
            "a hand that lacks tiles that its player would have drawn",
        )?;
    }
    Ok(())
}

fn turn(state: &State) -> Result<(), Reason> {
    let table = &state.table;
    let ended = state.has_ended();
    let wrong = ended != table.turn.is_none() || ended != table.over;
    unless(
        wrong,
        "nobody's turn in a game that goes on, or somebody's after the end",
    )?;
    let Some(turn) = table.turn else {
        return Ok(());
    };
    let waits = table.waiting.is_some();
    let out = state.out(turn).is_some();
    unless(out && !waits, "the turn of who is out")?;
    let nothing = !out && !waits && state.start(turn).is_some() && state.tiles_of(turn) == 0;
    unless(nothing, "the turn of who has no tile")?;
    let all_started = state.left().all(|seat| state.start(seat).is_some());
    let leads = state.in_turn().find(|&seat| state.out(seat).is_none());
    let first = state.laid.is_empty() && !waits && all_started && leads != Some(turn);
    unless(first, "the first tile is another's to lay")
}

fn dragon(state: &State) -> Result<(), Reason> {
    let table = &state.table;
    let Some(holder) = table.dragon else {
        return Ok(());
    };
    unless(table.seats == 2, "a dragon in a game of two")?;
    if state.has_ended() {
        return Ok(()); // the last elimination leaves the dragon with its holder
    }
    let out = !state.turn_goes_on() && state.out(holder).is_some();
    unless(out, "a dragon with who is out")?;
    if table.options.dragon == Preset::Edition2005 {
        return Ok(()); // the dragon stays with its holder until their next turn
    }
    unless(state.tiles_of(holder) >= HAND, "a dragon with a full hand")?;
    unless(table.pile.count() > 0, "a dragon beside a pile")
}

/// Checks the parts of an unfinished turn, a waiting tile and offered hands, and the tiles left
/// over from swaps.
fn unfinished(state: &State) -> Result<(), Reason> {
    let table = &state.table;
    let options = table.options;
    // A player who has laid a tile in this turn lacks a tile.
    let full = |seat: Seat| state.tiles_of(seat) >= HAND;
    if let Some(waiting) = table.waiting {
        let square = waiting.cell.square();
        let asked = table.waits(waiting.cell, waiting.seat).next().is_some();
        let turn = table.turn == Some(waiting.seat);
        let nobody = !(state.has_ended() || asked && turn);
        // A player who lays a tile has chosen a path first.
        let mover = state.at(waiting.seat).and_then(Stand::mark);
        let of_mover =
            state.out(waiting.seat).is_some() || mover.is_some_and(|at| at.square == square);
        let wrong = table.board.is_covered(square) || !of_mover || nobody;
        let wrong = wrong || table.bonus.is_some() || full(waiting.seat);
        unless(wrong, "a tile that can't wait there, or waits for nobody")?;
    }
    if let Some(bonus) = table.bonus {
        let after = u8::try_from(state.laid.len()).unwrap_or(u8::MAX);
        let offered = |seat: Seat| {
            let eliminated = state.out(seat).is_some_and(|out| out.is_by_tile(after));
            eliminated && state.tiles_of(seat) > 0
        };
        let wrong = !options.bonus || !bonus.iter().all(offered) || table.turn.is_some_and(full);
        unless(wrong, "hands on offer that can't be")?;
    }
    let kept = options.bonus && options.eliminated == Eliminated::LaidDown;
    unless(
        table.laid_down.count() > 0 && !kept,
        "nothing is laid down in such a game",
    )
}
