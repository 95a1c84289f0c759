//! A whole game: the table, how it came to be so, and how events change it.

use super::{
    Action, Card, Event, Illegal, Laid, Options, Out, Phase, Step, Tile, View, WalkEnd,
    board::Cell,
    decision, determinize, redact,
    table::{Pile, Table, Waiting},
    turn, view,
};
use crate::{BySeat, Chance, Game, Outcome, Seat, Seats, Viewer};

/// A game of Tsuro.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct State {
    pub(super) table: Table,
    /// The tiles on the board in the order in which they were laid.
    pub(super) laid: Vec<Laid>,
    /// The path that each marker has walked.
    pub(super) paths: BySeat<Vec<Step>>,
    pub(super) outcome: Option<Outcome>,
}

impl State {
    /// The game as it stands, without its history.
    pub fn table(&self) -> &Table {
        &self.table
    }

    fn place(&mut self, laid: Laid, walks: &[super::Walk]) {
        self.table.lay(laid.seat, laid.face.tile);
        let after = self.table.laid;
        let board = &mut self.table.board;
        board.lay(laid.square, laid.face.tile, laid.rotation);
        self.laid.push(laid);
        for walk in walks {
            let seat = walk.seat;
            self.paths[seat].extend(&walk.path);
            match walk.end {
                WalkEnd::Stands { at } => self.table.board.stand(seat, at),
                WalkEnd::Edge => self.table.eliminate(seat, Out::Edge { after }),
                WalkEnd::Collision { with } => {
                    self.table.eliminate(seat, Out::Collision { after, with });
                }
            }
        }
    }
}

impl Game for State {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type Illegal = Illegal;
    type View = View;

    fn new(options: &Options, seats: u8, first: Option<Seat>) -> Result<Self, Illegal> {
        turn::check(options, seats, first)?;
        Ok(Self {
            table: Table::new(*options, seats, first),
            laid: Vec::new(),
            paths: BySeat::new(seats, |_| Vec::new()),
            outcome: None,
        })
    }

    fn open(&self, chance: &mut dyn Chance) -> Vec<Event> {
        let mut table = self.table;
        table.open(chance);
        vec![table.deal()]
    }

    fn acting(&self) -> Seats {
        self.table.acting().into_iter().collect()
    }

    fn mover(&self) -> Option<Seat> {
        self.table.turn
    }

    fn begins_turn(event: &Event) -> bool {
        matches!(event, Event::Turn { .. })
    }

    fn still_in(&self) -> Seats {
        self.table.still_in()
    }

    fn legal_actions(&self, seat: Seat) -> Vec<Action> {
        if self.table.acting() != Some(seat) {
            return Vec::new();
        }
        match self.table.phase() {
            Phase::Starting => {
                let stands = self.table.free_stands();
                stands.map(|mark| Action::Start { mark }).collect()
            }
            Phase::Placing => {
                let legal = self.table.legal().expect("the seat's turn to place");
                legal.iter().map(Action::from).collect()
            }
            Phase::Choosing => self.table.paths().map(|(action, _)| action).collect(),
            Phase::Bonus => self.table.swaps(seat),
            Phase::Over => Vec::new(),
        }
    }

    /// Any free start, any placement or path that does not eliminate the seat, unless there is none, and no
    /// swap.
    fn clock_action(&self, seat: Seat, chance: &mut dyn Chance) -> Option<Action> {
        let mut actions = if self.table.acting() != Some(seat) {
            return None;
        } else if let Some(legal) = self.table.legal() {
            legal.wise().map(Action::from).collect()
        } else {
            match self.table.phase() {
                Phase::Bonus => return Some(Action::Keep {}),
                Phase::Choosing => self.table.wise_paths(),
                _ => self.legal_actions(seat),
            }
        };
        let count = u32::try_from(actions.len()).expect("a few actions");
        (count > 0).then(|| actions.swap_remove(chance.pick(count) as usize))
    }

    fn decide(
        &self,
        seat: Seat,
        action: &Action,
        chance: &mut dyn Chance,
    ) -> Result<Vec<Event>, Illegal> {
        let mut events = Vec::with_capacity(3);
        let mut table = self.table;
        table.decide(seat, action, chance, &mut events)?;
        Ok(events)
    }

    fn resignation(&self) -> Action {
        Action::Resign {}
    }

    fn decision(events: &[Event]) -> Option<Action> {
        decision::decision(events)
    }

    fn disclosed(action: &Action) -> Action {
        decision::disclosed(action)
    }

    fn apply(&mut self, event: &Event) {
        let table = &mut self.table;
        // Arrays have room for eight: nothing else would notice a seat that this game does not have.
        let strange = event
            .seats()
            .iter()
            .find(|seat| seat.number() >= table.seats);
        assert_eq!(strange, None, "a seat of the game");
        match event {
            Event::Opened {
                rules: _,
                first,
                hands,
                pile,
            } => {
                table.first = Some(*first);
                table.turn = Some(*first);
                for (seat, hand) in hands.iter() {
                    table.hands[seat.index()] = known(hand).collect();
                }
                table.pile = pile_of(pile);
            }
            Event::Started { seat, mark } => table.board.start(*seat, *mark),
            Event::Chose { seat, mark } => table.choose(*seat, *mark),
            Event::Laid {
                seat,
                tile,
                rotation,
                square,
                waits: _,
            } => table.wait(Waiting {
                cell: Cell::of(*square),
                tile: *tile,
                rotation: *rotation,
                seat: *seat,
            }),
            Event::Placed {
                seat,
                tile,
                rotation,
                square,
                walks,
            } => {
                let laid = Laid {
                    square: *square,
                    face: tile.face(),
                    rotation: *rotation,
                    seat: *seat,
                };
                self.place(laid, walks);
            }
            Event::Bonus { seat: _, from } => table.bonus = Some(from.iter().copied().collect()),
            Event::Swapped { seat, give, take } => {
                let (give, take): (Vec<Tile>, Vec<Tile>) =
                    (known(give).collect(), known(take).collect());
                table.swap(*seat, &give, &take);
            }
            Event::Resigned { seat } => {
                let after = table.laid;
                table.eliminate(*seat, Out::Resigned { after });
            }
            Event::Returned { hands, pile } => {
                let seats = hands.iter().map(|returned| returned.seat);
                table.give_back(seats, pile_of(pile));
            }
            Event::Drew { seat, tile } => {
                let drawn = table.draw(*seat);
                debug_assert_eq!(drawn, *tile, "an event of the log");
            }
            Event::Dragon { holder } => table.dragon = *holder,
            Event::Turn { seat } => table.turn = Some(*seat),
            Event::Over { outcome } => {
                table.end();
                self.outcome = Some(outcome.clone());
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome.clone()
    }

    fn view(&self, viewer: Viewer) -> View {
        view::of(self, viewer)
    }

    fn redact(&self, event: &Event, viewer: Viewer) -> Event {
        redact::redact(event, viewer, &self.table)
    }

    fn rules(event: &Event) -> Option<u16> {
        match event {
            Event::Opened { rules, .. } => Some(*rules),
            _ => None,
        }
    }

    fn with_rules(mut event: Event, version: u16) -> Event {
        if let Event::Opened { rules, .. } = &mut event {
            *rules = version;
        }
        event
    }

    fn is_sound(&self) -> bool {
        let position = self.position();
        position.is_some_and(|position| Self::try_from(&position).is_ok())
    }

    fn bad_option(illegal: &Illegal) -> Option<&str> {
        match illegal {
            Illegal::BadOptions { which } => Some(which),
            _ => None,
        }
    }

    fn determinize(view: &View, chance: &mut dyn Chance) -> Self {
        determinize::determinize(view, chance)
    }
}

/// The tiles of an event of the log, in which nothing is hidden.
fn known(cards: &[Card]) -> impl DoubleEndedIterator<Item = Tile> {
    cards.iter().map(|card| card.expect("an event of the log"))
}

/// The pile of an event of the log.
fn pile_of(cards: &[Card]) -> Pile {
    known(cards).rev().collect()
}
