//! Ends a round and begins the next one.

use super::{
    Card, Collapse, End, Event, Kind, Place, ROUNDS, RoundEnd, STALLS, State,
    components::COMPONENTS, turn::Play,
};
use crate::{Chance, Seat};

impl State {
    /// Returns the number of a seat's prisoners that are not lost (too few prisoners).
    pub(super) fn potential(&self, seat: Seat) -> u8 {
        self.count(seat, |at| at != Place::Lost)
    }

    /// Returns whether a prisoner in that place is lost when the round ends: in a tunnel and not in
    /// a hide-out (end of a round).
    pub(super) fn is_exposed(&self, at: Place) -> bool {
        match at {
            Place::Tunnel(spot) => !self.board.hides(spot),
            Place::Block | Place::Green(_) | Place::Free(_) | Place::Lost => false,
        }
    }

    /// Returns the number of a seat's prisoners that are lost if the round ends now.
    pub(super) fn exposed(&self, seat: Seat) -> u8 {
        self.count(seat, |at| self.is_exposed(at))
    }

    /// Returns the reason why the round ends with this turn, if the turn is ended now.
    pub(super) fn ends_with_turn(&self, mover: Seat) -> Option<RoundEnd> {
        let playing = self.playing();
        // A player who has left the game did not choose to do nothing.
        let nothing = !self.done.anything() && playing.contains(mover);
        if self.last_turn {
            Some(RoundEnd::LastTile)
        } else if nothing && self.idle + 1 >= playing.len() {
            Some(RoundEnd::Idle)
        } else if self.turns >= self.turn_limit() {
            Some(RoundEnd::TurnLimit)
        } else {
            None
        }
    }

    /// Returns the tiles that are not on the board, by kind.
    fn off_board(&self) -> Vec<Kind> {
        let mut counts: Vec<u8> = COMPONENTS.tiles.iter().map(|tiles| tiles.count).collect();
        for (_, laid) in self.board.tiles() {
            counts[laid.kind as usize] -= 1;
        }
        let of_kind = |(kind, count)| (0..count).map(move |_| kind);
        Kind::ALL
            .into_iter()
            .zip(counts)
            .flat_map(of_kind)
            .collect()
    }
}

/// Shuffles tiles. In the shuffle the first tile of a kind has the number of the kind, and each
/// further one the number of the one before plus [`Kind::COUNT`]. The events alone therefore
/// determine the shuffled list.
pub(super) fn shuffled(tiles: &[Kind], chance: &mut dyn Chance) -> Vec<Kind> {
    let mut of_kind = [0; Kind::ALL.len()];
    let name = |kind: &Kind| {
        let before = &mut of_kind[*kind as usize];
        let name = kind.number() + Kind::COUNT * *before;
        *before += 1;
        name
    };
    let mut items: Vec<u32> = tiles.iter().map(name).collect();
    chance.shuffle(&mut items);
    let kind = |item: u32| Kind::ALL[(item % Kind::COUNT) as usize];
    items.into_iter().map(kind).collect()
}

/// Divides tiles into piles, beginning with the first pile. If the division is not even, the first
/// piles have one tile more.
pub(super) fn in_piles<T: Clone>(tiles: &[T]) -> Vec<Vec<T>> {
    let mut rest = tiles;
    let pile = |left: usize| {
        let (pile, others) = rest.split_at(rest.len().div_ceil(left));
        rest = others;
        pile.to_vec()
    };
    (1..=COMPONENTS.piles.into()).rev().map(pile).collect()
}

impl Play<'_> {
    /// Shuffles every tile that is not on the board and divides the tiles into piles (preparation;
    /// a new round).
    pub(super) fn shuffled_piles(&mut self) -> Vec<Vec<Card>> {
        let tiles = shuffled(&self.state.off_board(), self.chance);
        in_piles(&tiles.into_iter().map(Some).collect::<Vec<_>>())
    }

    /// Ends the round, and the game too if no further round follows (end of a round; too few
    /// prisoners).
    pub(super) fn collapse(&mut self, why: RoundEnd) {
        let next = self.next();
        let is_exposed = |at: Place| self.state.is_exposed(at);
        let is_safe = |at: Place| match at {
            Place::Block => true,
            Place::Tunnel(_) => !is_exposed(at),
            Place::Green(_) | Place::Free(_) | Place::Lost => false,
        };
        let those = |is_so: &dyn Fn(Place) -> bool| {
            let all = self.state.everybody();
            all.filter(|prisoner| is_so(prisoner.at)).collect()
        };
        let event = Event::Collapsed(Box::new(Collapse {
            why,
            freed: those(&|at| matches!(at, Place::Green(_))),
            lost: those(&is_exposed),
            safe: those(&is_safe),
            doors: self.state.all_doors().collect(),
        }));
        self.add(event);
        match self.end_after_round() {
            Some(end) => self.over(end),
            None => self.new_round(next),
        }
    }

    /// Returns the reason why the game ends with this round, or `None` if it goes on.
    fn end_after_round(&self) -> Option<End> {
        let state = &self.state;
        let can = |seat| state.potential(seat) >= state.options.target;
        if state.last_round {
            Some(End::LastRound)
        } else if !state.playing().iter().any(can) {
            Some(End::NobodyCan)
        } else if state.stalled >= STALLS {
            Some(End::Stalled)
        } else if state.round >= ROUNDS {
            Some(End::RoundLimit)
        } else {
            None
        }
    }

    /// Begins a round: shuffles the tiles, and gives the turn to the player after the one whose
    /// turn ended the last round (a new round).
    fn new_round(&mut self, next: Seat) {
        let state = &self.state;
        let can = |seat| state.potential(seat) >= state.options.target;
        if !state.playing().iter().all(can) {
            self.add(Event::LastRound {});
        }
        let number = self.state.round + 1;
        let piles = self.shuffled_piles();
        self.add(Event::Round { number, piles });
        // The prisoners in tunnels are lost now, so that other players may earn a key. All doors
        // are in the supply, so that no player has to choose the door to give up.
        for seat in self.state.playing().iter_from(next) {
            self.give_key(seat);
        }
        self.add(Event::Turn { seat: next });
    }

    pub(super) fn over(&mut self, end: End) {
        let outcome = self.state.places(end);
        self.add(Event::Over { outcome, end });
    }
}
