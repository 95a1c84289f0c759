//! Detects games that are impossible under the present rules.

use super::{
    COMPONENTS, End, LANDINGS, Pawn, Phase, State, TURNS, Tile,
    board::{PAWNS, other},
    squares::{is_on_board, squares},
};
use crate::{
    Seat,
    position::{Reason, unless},
    tiles::Square,
};

/// Validates a game that was read from text, or played under other rules.
///
/// # Errors
/// Returns the first reason why such a game is impossible.
pub(super) fn check(state: &State) -> Result<(), Reason> {
    seats(state)?;
    squares_and_pawns(state)?;
    let of_box = |tile: Tile| {
        COMPONENTS
            .every_tile()
            .filter(|&other| other == tile)
            .count()
    };
    let there = |tile: Tile| tiles(state).filter(|&other| other == tile).count();
    let wrong = Tile::ALL
        .into_iter()
        .any(|tile| there(tile) != of_box(tile));
    unless(wrong, "more or fewer tiles of a kind than in the box")?;
    hands(state)?;
    let begun = match state.phase {
        Phase::Exchange | Phase::Place => state.actions == 0 && state.turns == 0,
        Phase::Over => state.actions <= 3 && state.turns <= TURNS,
        _ => (1..=3).contains(&state.actions) && (1..=TURNS).contains(&state.turns),
    };
    unless(!begun, "more actions or turns than there are")?;
    unless(
        state.declined && state.draw.is_none(),
        "nobody has offered a draw",
    )?;
    unless(!is_phase(state), "the game can't wait for that")?;
    unless(
        !are_steps(state),
        "nothing can have moved so in this action",
    )
}

/// Returns the tiles on the board and in the hands.
pub(super) fn tiles(state: &State) -> impl Iterator<Item = Tile> {
    let board = state.board.cells.iter().filter_map(|cell| cell.tile);
    let hands = state.hands.iter().flat_map(|(_, hand)| hand);
    board.chain(hands.map(|held| held.tile))
}

fn seats(state: &State) -> Result<(), Reason> {
    let loser = state.end.and_then(End::loser);
    let fills = match state.phase {
        Phase::Fill { seat, .. } => Some(seat),
        _ => None,
    };
    let named = [state.first, state.turn, state.draw, loser, fills];
    let wrong = |seat: &Seat| seat.number() >= 2;
    unless(
        named.iter().flatten().any(wrong),
        "a seat that is none of the two",
    )
}

fn squares_and_pawns(state: &State) -> Result<(), Reason> {
    let pawns = &state.board.pawns;
    let gap = match state.phase {
        Phase::Fill { square, .. } => Some(square),
        _ => None,
    };
    let stand = pawns.iter().filter_map(|pawn| pawn.at);
    let steps = state.steps.iter().flat_map(|step| [step.from, step.to]);
    let off = stand
        .chain(steps)
        .chain(gap)
        .any(|square| !is_on_board(square));
    unless(off, "a square beside the board")?;
    let gone = pawns.iter().any(|pawn| pawn.lost && pawn.at.is_some());
    unless(gone, "a pawn that is lost and on the board")?;
    for square in squares() {
        let standing = pawns.iter().filter(|pawn| pawn.at == Some(square)).count();
        let most = match state.phase {
            Phase::Push { pawn } if at(state, pawn) == Some(square) => 2,
            // The game may have ended while a pawn had to be pushed.
            Phase::Over => 2,
            _ => 1,
        };
        unless(standing > most, "two pawns on a square")?;
        let is_gap = gap == Some(square) || is_gap_of_the_end(state, square);
        let has_tile = state.board.cell(square).tile.is_some();
        unless(
            has_tile == is_gap,
            "a gap that nobody fills, or a tile in one",
        )?;
    }
    Ok(())
}

/// Returns the square that a pawn stands on.
fn at(state: &State, pawn: u8) -> Option<Square> {
    state.board.pawns.get(usize::from(pawn))?.at
}

/// Returns whether the game has ended while a gap on that square had to be filled.
fn is_gap_of_the_end(state: &State, square: Square) -> bool {
    let last = state.steps.last().is_some_and(|step| step.to == square);
    state.phase == Phase::Over && last && state.board.cell(square).tile.is_none()
}

/// Validates the sizes and the holes of the hands: each pawn that a player loses, except the last,
/// puts at most one hole into the other player's hand.
fn hands(state: &State) -> Result<(), Reason> {
    for (seat, hand) in state.hands.iter() {
        let fills = matches!(state.phase, Phase::Fill { seat: fills, .. } if fills == seat);
        let holds_more = fills || squares().any(|at| is_gap_of_the_end(state, at));
        let least = usize::from(COMPONENTS.hand) + usize::from(fills);
        let most = usize::from(COMPONENTS.hand) + usize::from(holds_more);
        let wrong = !(least..=most).contains(&hand.len());
        unless(wrong, "a hand with too many or too few tiles")?;
        let theirs = |pawn: &&Pawn| pawn.seat != seat && pawn.lost;
        let lost = state.board.pawns.iter().filter(theirs).count();
        let holes = |public| {
            let holes = hand.iter().filter(|held| held.tile.swallows());
            holes.filter(|held| held.public == public).count()
        };
        let may_hide = matches!(state.phase, Phase::Exchange | Phase::Over);
        let wrong = holes(true) > lost || holes(false) > 0 && !may_hide;
        unless(wrong, "a hand with holes that it can't have got")?;
    }
    Ok(())
}

fn is_phase(state: &State) -> bool {
    let over = state.phase == Phase::Over;
    if over != state.turn.is_none() || over != state.end.is_some() {
        return false;
    }
    let pawns = &state.board.pawns;
    let waits = |pawn: &Pawn| pawn.at.is_none() && !pawn.lost;
    let standing = |seat: Seat| state.board.standing(seat).next().is_some();
    let last = state.steps.last();
    let goes_on = !pawns.iter().any(waits) && Seat::first(2).all(standing);
    match state.phase {
        Phase::Exchange => {
            let holes = state.turn.is_some_and(|turn| state.has_hole(turn));
            pawns.iter().all(waits) && holes && state.can_exchange()
        }
        Phase::Place => {
            let waiting = |seat| {
                let own = pawns.iter().filter(|pawn| pawn.seat == seat);
                own.filter(|pawn| waits(pawn)).count()
            };
            let first = state.first.unwrap_or(Seat::ZERO);
            let is_first = state.turn == Some(first);
            let (of_first, of_second) = (waiting(first), waiting(other(first)));
            let alternate = of_first + usize::from(!is_first) == of_second;
            of_second > 0 && alternate && !pawns.iter().any(|pawn| pawn.lost)
        }
        Phase::Act => goes_on && state.steps.is_empty(),
        Phase::Push { pawn } => {
            let at = |pawn| at(state, pawn);
            let met = last.is_some_and(|step| step.pawn != pawn && Some(step.to) == at(pawn));
            goes_on && met && last.is_some_and(|step| at(step.pawn) == Some(step.to))
        }
        Phase::Flow { pawn } => {
            let open = |at: Square| state.board.open_tile(at).is_some();
            let stands = |to: Square| Some(to) == at(state, pawn) && open(to);
            goes_on && last.is_some_and(|step| step.pawn == pawn && stands(step.to))
        }
        Phase::Fill { square, .. } => goes_on && last.is_some_and(|step| step.to == square),
        Phase::Penalty => goes_on && state.options.strict_open,
        Phase::Over => true,
    }
}

/// Checks that each step begins where the pawn stood before it, as far as the pawn is still on the
/// board.
fn are_steps(state: &State) -> bool {
    if state.steps.len() >= LANDINGS {
        return false;
    }
    let mut at: [_; PAWNS] = state.board.pawns.map(|pawn| pawn.at);
    state.steps.iter().rev().all(|step| {
        let Some(now) = at.get_mut(usize::from(step.pawn)) else {
            return false;
        };
        let follows = now.is_none_or(|now| now == step.to);
        *now = Some(step.from);
        follows
    })
}
