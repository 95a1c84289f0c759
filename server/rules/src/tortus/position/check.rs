//! Looks for what is impossible in a position.

use serde::Serialize;

use super::Position;
use crate::{
    Seat,
    tiles::Square,
    tortus::{
        COMPONENTS, LANDINGS, Phase, TURNS, Tile,
        board::{Board, PAWNS},
        squares::{is_on_board, squares},
    },
};

/// A reason why no game can stand like that.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
pub enum Impossible {
    /// A seat is named that is none of the two, or there are not two hands.
    Seats,
    /// There are not all pawns, or not in the order of the seats, or one is lost and on the board.
    Pawns,
    /// A square is not on the board.
    OffBoard {
        /// Which.
        square: Square,
    },
    /// Two tiles or two pawns are on a square, or no tile.
    Square {
        /// Which.
        square: Square,
    },
    /// A tile is there more or less often than in the box.
    Tiles {
        /// Which.
        tile: Tile,
    },
    /// A hand has too many or too few tiles.
    HandSize {
        /// Whose.
        seat: Seat,
    },
    /// A hand has holes that it can't have got.
    HandHoles {
        /// Whose.
        seat: Seat,
    },
    /// The game can't wait for that.
    Phase,
    /// A turn has not that many actions, or a game not that many turns.
    Turn,
    /// Nothing can have moved so in this action.
    Steps,
}

/// Every reason that the position shows.
pub(super) fn reasons(position: &Position) -> Vec<Impossible> {
    let mut found = Vec::new();
    seats(position, &mut found);
    squares_and_pawns(position, &mut found);
    if !found.is_empty() {
        // What the other checks would index by is wrong.
        return found;
    }
    tiles(position, &mut found);
    hands(position, &mut found);
    turn(position, &mut found);
    if !is_phase(position) {
        found.push(Impossible::Phase);
    }
    if !are_steps(position) {
        found.push(Impossible::Steps);
    }
    found
}

fn seats(position: &Position, found: &mut Vec<Impossible>) {
    let loser = position.end.and_then(crate::tortus::End::loser);
    let fills = match position.phase {
        Phase::Fill { seat, .. } => Some(seat),
        _ => None,
    };
    let named = [
        Some(position.first),
        position.turn,
        position.draw,
        loser,
        fills,
    ];
    let wrong = |seat: &Seat| seat.number() >= 2;
    if position.hands.seats() != 2 || named.iter().flatten().any(wrong) {
        found.push(Impossible::Seats);
    }
}

fn squares_and_pawns(position: &Position, found: &mut Vec<Impossible>) {
    let order = Board::empty().pawns.map(|pawn| pawn.seat);
    let pawns = &position.pawns;
    let wrong = pawns.iter().any(|pawn| pawn.lost && pawn.at.is_some());
    if wrong || !pawns.iter().map(|pawn| pawn.seat).eq(order) {
        found.push(Impossible::Pawns);
    }
    let gap = match position.phase {
        Phase::Fill { square, .. } => Some(square),
        _ => None,
    };
    let named = position.board.iter().map(|laid| laid.square);
    let stands = pawns.iter().filter_map(|pawn| pawn.at);
    let steps = position.steps.iter().flat_map(|step| [step.from, step.to]);
    let all = named.chain(stands.clone()).chain(steps).chain(gap);
    let off = all.filter(|&square| !is_on_board(square));
    found.extend(off.map(|square| Impossible::OffBoard { square }));
    for square in squares() {
        let here = position.board.iter().filter(|laid| laid.square == square);
        let standing = stands.clone().filter(|&at| at == square).count();
        let most = match position.phase {
            Phase::Push { pawn } => {
                let pushed = pawns.get(usize::from(pawn)).and_then(|pawn| pawn.at);
                if pushed == Some(square) { 2 } else { 1 }
            }
            // It may have ended while a pawn was to be pushed.
            Phase::Over => 2,
            _ => 1,
        };
        let is_gap = gap == Some(square) || position.is_gap_of_the_end(square);
        if here.count() != usize::from(!is_gap) || standing > most {
            found.push(Impossible::Square { square });
        }
    }
}

impl Position {
    /// Whether the game has ended while a gap was to be filled there.
    fn is_gap_of_the_end(&self, square: Square) -> bool {
        let last = self.steps.last().is_some_and(|step| step.to == square);
        let laid = self.board.iter().any(|laid| laid.square == square);
        self.phase == Phase::Over && last && !laid
    }
}

fn tiles(position: &Position, found: &mut Vec<Impossible>) {
    for tile in Tile::ALL {
        let laid = position.board.iter().map(|laid| laid.tile);
        let hands = position.hands.iter().flat_map(|(_, hand)| hand);
        let there = laid.chain(hands.map(|held| held.tile));
        let of_box = COMPONENTS.every_tile().filter(|&other| other == tile);
        if there.filter(|&other| other == tile).count() != of_box.count() {
            found.push(Impossible::Tiles { tile });
        }
    }
}

/// Each pawn but the last that a player loses puts at most one hole into the other's hand.
fn hands(position: &Position, found: &mut Vec<Impossible>) {
    for (seat, hand) in position.hands.iter() {
        let fills = matches!(position.phase, Phase::Fill { seat: fills, .. } if fills == seat);
        let over = position.phase == Phase::Over;
        let holds_more = fills || over && squares().any(|at| position.is_gap_of_the_end(at));
        let least = usize::from(COMPONENTS.hand) + usize::from(fills);
        let most = usize::from(COMPONENTS.hand) + usize::from(holds_more);
        if !(least..=most).contains(&hand.len()) {
            found.push(Impossible::HandSize { seat });
        }
        let theirs = |pawn: &&super::Pawn| pawn.seat != seat && pawn.lost;
        let lost = position.pawns.iter().filter(theirs).count();
        let holes = |public| {
            let holes = hand.iter().filter(|held| held.tile.swallows());
            holes.filter(|held| held.public == public).count()
        };
        let may_hide = matches!(position.phase, Phase::Exchange | Phase::Over);
        if holes(true) > lost || holes(false) > 0 && !may_hide {
            found.push(Impossible::HandHoles { seat });
        }
    }
}

fn turn(position: &Position, found: &mut Vec<Impossible>) {
    let begun = match position.phase {
        Phase::Exchange | Phase::Place => position.actions == 0 && position.turns == 0,
        Phase::Over => position.actions <= 3 && position.turns <= TURNS,
        _ => (1..=3).contains(&position.actions) && (1..=TURNS).contains(&position.turns),
    };
    if !begun {
        found.push(Impossible::Turn);
    }
}

fn is_phase(position: &Position) -> bool {
    let over = position.phase == Phase::Over;
    if over != position.turn.is_none() || over != position.end.is_some() {
        return false;
    }
    let pawns = &position.pawns;
    let waits = |pawn: &super::Pawn| pawn.at.is_none() && !pawn.lost;
    let standing = |seat: Seat| {
        pawns
            .iter()
            .any(|pawn| pawn.seat == seat && pawn.at.is_some())
    };
    let at = |pawn: u8| pawns.get(usize::from(pawn)).and_then(|pawn| pawn.at);
    let last = position.steps.last();
    let goes_on = !pawns.iter().any(waits) && Seat::first(2).all(standing);
    let holes = |seat: Seat| position.hands[seat].iter().any(|held| held.tile.swallows());
    match position.phase {
        Phase::Exchange => {
            pawns.iter().all(waits) && position.turn.is_some_and(holes) && can_exchange(position)
        }
        Phase::Place => {
            let waiting = |seat| {
                let own = pawns.iter().filter(|pawn| pawn.seat == seat);
                own.filter(|pawn| waits(pawn)).count()
            };
            let is_first = position.turn == Some(position.first);
            let second = Seat::first(2).find(|&seat| seat != position.first);
            let (of_first, of_second) = (waiting(position.first), second.map_or(0, waiting));
            let alternate = of_first + usize::from(!is_first) == of_second;
            of_second > 0 && alternate && !pawns.iter().any(|pawn| pawn.lost)
        }
        Phase::Act => goes_on && position.steps.is_empty(),
        Phase::Push { pawn } => {
            let met = last.is_some_and(|step| step.pawn != pawn && Some(step.to) == at(pawn));
            goes_on && met && last.is_some_and(|step| at(step.pawn) == Some(step.to))
        }
        Phase::Flow { pawn } => {
            let stands = last.is_some_and(|step| step.pawn == pawn && Some(step.to) == at(pawn));
            let open = |laid: &super::LaidTile| Some(laid.square) == at(pawn) && laid.open;
            goes_on && stands && position.board.iter().any(open)
        }
        Phase::Fill { square, .. } => goes_on && last.is_some_and(|step| step.to == square),
        Phase::Penalty => goes_on && position.options.strict_open,
        Phase::Over => true,
    }
}

/// Whether there is an open tile for each hole in the hands: otherwise it would have been dealt again.
fn can_exchange(position: &Position) -> bool {
    let hands = position.hands.iter().flat_map(|(_, hand)| hand);
    let holes = hands.filter(|held| held.tile.swallows()).count();
    let open = position.board.iter().filter(|laid| laid.open);
    open.filter(|laid| !laid.tile.swallows()).count() >= holes
}

/// Each step begins where the pawn stood before it, as far as the pawn is still on the board.
fn are_steps(position: &Position) -> bool {
    if position.steps.len() >= LANDINGS {
        return false;
    }
    let mut at = [None; PAWNS];
    for (now, pawn) in at.iter_mut().zip(&position.pawns) {
        *now = pawn.at;
    }
    position.steps.iter().rev().all(|step| {
        let Some(now) = at.get_mut(usize::from(step.pawn)) else {
            return false;
        };
        let follows = now.is_none_or(|now| now == step.to);
        *now = Some(step.from);
        follows
    })
}
