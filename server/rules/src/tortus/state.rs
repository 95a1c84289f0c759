//! A whole game, and how events change it.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::{
    Action, Card, Dealt, End, Event, Illegal, Options, Tile, View,
    board::{Board, Cell, is_on_board, other, squares},
    decision, determinize, legal, redact,
    turn::{self, Play},
    view,
};
use crate::{
    BySeat, Chance, Game, Outcome, Seat, Seats, Viewer,
    tiles::{Rotation, Square},
};

/// A tile in a hand.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Held {
    /// Which.
    pub tile: Tile,
    /// Whether everybody knows it, because it came from the open board \[R\].
    pub public: bool,
}

/// What a game waits for.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TortusPhase"))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Phase {
    /// A hole of a hand is to be exchanged.
    Exchange,
    /// A pawn is to be placed.
    Place,
    /// An action.
    Act,
    /// A captured pawn is to be pushed away.
    Push {
        /// Which.
        pawn: u8,
    },
    /// A pawn may follow the instruction under it, or stop.
    Flow {
        /// Which.
        pawn: u8,
    },
    /// A gap is to be filled.
    Fill {
        /// Who fills it.
        seat: Seat,
        /// Where.
        #[cfg_attr(feature = "ts", ts(type = "string"))]
        square: Square,
    },
    /// A pawn is to be given up for having opened a wrong tile.
    Penalty,
    /// Nothing: the game has ended.
    Over,
}

/// A pawn has come from one square to another in the action that goes on.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "TortusStep"))]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Which.
    pub pawn: u8,
    /// Where from.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub from: Square,
    /// Where to.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
    pub to: Square,
}

/// A game of Tortus.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct State {
    pub(super) options: Options,
    /// Who plays first, once it is known.
    pub(super) first: Option<Seat>,
    /// Whose turn it is, also while the other fills a gap; `None` before the game is opened and when it is over.
    pub(super) turn: Option<Seat>,
    pub(super) phase: Phase,
    pub(super) actions: u8,
    /// Turns that have begun.
    pub(super) turns: u8,
    pub(super) board: Board,
    pub(super) hands: BySeat<Vec<Held>>,
    /// What has moved in the action that goes on.
    pub(super) steps: Vec<Step>,
    /// The positions in which turns have begun since something happened that can't be undone.
    pub(super) seen: Vec<String>,
    /// Who has offered a draw and may not offer another yet: until the other has ended a turn.
    pub(super) draw: Option<Seat>,
    /// Whether the other has declined it.
    pub(super) declined: bool,
    pub(super) end: Option<End>,
}

impl State {
    pub(super) fn unopened(options: Options, first: Option<Seat>) -> Self {
        Self {
            options,
            first,
            turn: None,
            phase: Phase::Place,
            actions: 0,
            turns: 0,
            board: Board::empty(),
            hands: BySeat::new(2, |_| Vec::new()),
            steps: Vec::new(),
            seen: Vec::new(),
            draw: None,
            declined: false,
            end: None,
        }
    }

    /// Who decides next: whose turn it is, but for the filling of a gap.
    pub(super) fn decides(&self) -> Option<Seat> {
        match self.phase {
            Phase::Fill { seat, .. } => Some(seat),
            Phase::Over => None,
            Phase::Exchange
            | Phase::Place
            | Phase::Act
            | Phase::Push { .. }
            | Phase::Flow { .. }
            | Phase::Penalty => self.turn,
        }
    }

    pub(super) fn has_hole(&self, seat: Seat) -> bool {
        self.hands[seat].iter().any(|held| held.tile.swallows())
    }

    fn deal(&mut self, hands: &BySeat<Vec<Card>>, board: &[Dealt]) {
        for (seat, hand) in hands.iter() {
            let held = |card: &Card| Held {
                tile: card.expect("an event of the log"),
                public: false,
            };
            self.hands[seat] = hand.iter().map(held).collect();
        }
        for (square, dealt) in squares().zip(board) {
            *self.board.cell_mut(square) = Cell {
                tile: dealt.tile,
                rotation: dealt.rotation.expect("an event of the log"),
                open: turn::starts_open(square),
            };
        }
        self.prepare();
    }

    /// Says who exchanges a hole next, first the first player (preparation 3), or else who places first.
    fn prepare(&mut self) {
        let first = self.first.expect("an opened game");
        let holder = [first, other(first)]
            .into_iter()
            .find(|&seat| self.has_hole(seat));
        self.turn = Some(holder.unwrap_or(first));
        self.phase = if holder.is_some() {
            Phase::Exchange
        } else {
            Phase::Place
        };
    }

    fn lay(&mut self, square: Square, tile: Tile, rotation: Rotation) {
        *self.board.cell_mut(square) = Cell {
            tile: Some(tile),
            rotation,
            open: true,
        };
    }

    /// Puts a tile that everybody knows at a place of a hand.
    fn hold(&mut self, seat: Seat, hand: u8, tile: Tile) {
        let held = &mut self.hands[seat][usize::from(hand)];
        if !held.public {
            // What everybody knows has changed for good.
            self.seen.clear();
        }
        *held = Held { tile, public: true };
    }

    fn lose(&mut self, pawn: u8) {
        let pawn = self.board.pawn_mut(pawn);
        pawn.at = None;
        pawn.lost = true;
        self.seen.clear();
    }

    /// The position as everybody sees it, as a hash of 16 digits: the board, the pawns of each colour, which
    /// tiles of each hand everybody knows, and whose turn it is. A hand whose owner has played a tile that
    /// nobody knew, and has got its like back, is another hand in it \[R\].
    pub(super) fn fingerprint(&self) -> String {
        let mut text = Vec::new();
        for square in squares() {
            let cell = self.board.cell(square);
            match self.board.open_tile(square) {
                Some(tile) => text.extend([tile as u8, cell.rotation.turns()]),
                None => text.push(u8::MAX),
            }
        }
        for seat in Seat::first(2) {
            let mut pawns: Vec<Square> = self.board.standing(seat).map(|(_, at)| at).collect();
            pawns.sort_unstable();
            let mut known: Vec<Option<Tile>> = self.hands[seat]
                .iter()
                .map(|held| Some(held.tile).filter(|_| held.public))
                .collect();
            known.sort_unstable();
            text.push(u8::MAX);
            text.extend(pawns.into_iter().flat_map(|at| [at.x(), at.y()]));
            text.push(u8::MAX);
            text.extend(
                known
                    .into_iter()
                    .map(|tile| tile.map_or(0, |t| t as u8 + 1)),
            );
        }
        text.extend(self.turn.map(Seat::number));
        Sha256::digest(&text)
            .iter()
            .take(8)
            .flat_map(|byte| [byte >> 4, byte & 15])
            .filter_map(|digit| char::from_digit(digit.into(), 16))
            .collect()
    }

    /// Makes what happens on the way of a pawn happen.
    fn apply_on_the_way(&mut self, event: &Event) {
        match *event {
            Event::Moved { pawn, from, to, .. } => {
                self.board.pawn_mut(pawn).at = Some(to);
                self.steps.push(Step { pawn, from, to });
                self.phase = Phase::Flow { pawn };
            }
            Event::Captured { pawn, .. } => self.phase = Phase::Push { pawn },
            Event::Fell {
                pawn,
                square,
                taken,
            } => {
                self.lose(pawn);
                if let Some(seat) = taken {
                    let cell = self.board.cell_mut(square);
                    cell.rotation = Rotation::default();
                    let tile = cell.tile.take();
                    self.hands[seat].push(Held {
                        tile: tile.expect("a hole"),
                        public: true,
                    });
                    self.phase = Phase::Fill { seat, square };
                }
            }
            Event::Filled {
                seat,
                hand,
                square,
                tile,
                rotation,
            } => {
                self.hands[seat].remove(hand.into());
                self.lay(square, tile, rotation);
            }
            Event::Sank { pawn, .. } => self.lose(pawn),
            _ => unreachable!("no event of a way"),
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
        if seats != 2 {
            return Err(Illegal::Seats);
        }
        if first.is_some_and(|seat| seat.number() >= seats) {
            return Err(Illegal::BadOptions {
                which: "first".to_owned(),
            });
        }
        Ok(Self::unopened(*options, first))
    }

    fn open(&self, chance: &mut dyn Chance) -> Vec<Event> {
        turn::open(self, chance)
    }

    fn acting(&self) -> Seats {
        self.decides().into_iter().collect()
    }

    fn mover(&self) -> Option<Seat> {
        self.turn
    }

    fn begins_turn(event: &Event) -> bool {
        matches!(event, Event::Turn { .. })
    }

    fn still_in(&self) -> Seats {
        let loser = self.end.and_then(End::loser);
        loser.map_or(Seats::first(2), |seat| Seats::first(2).without(seat))
    }

    fn legal_actions(&self, seat: Seat) -> Vec<Action> {
        if self.decides() == Some(seat) {
            legal::actions(self)
        } else {
            Vec::new()
        }
    }

    /// Ends the turn and lets pawns stop; fills a gap with the first tile that can, unturned; otherwise
    /// anything that doesn't lose a pawn of the seat, unless there is nothing else \[R\].
    fn clock_action(&self, seat: Seat, chance: &mut dyn Chance) -> Option<Action> {
        (self.decides() == Some(seat)).then(|| legal::of_clock(self, chance))
    }

    fn decide(
        &self,
        seat: Seat,
        action: &Action,
        _: &mut dyn Chance,
    ) -> Result<Vec<Event>, Illegal> {
        let mut play = Play::new(self.clone());
        play.decide(seat, action)?;
        Ok(play.log)
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
        match event {
            Event::Opened {
                rules: _,
                first,
                hands,
                board,
            } => {
                self.first = Some(*first);
                self.deal(hands, board);
            }
            Event::Redealt { hands, board } => self.deal(hands, board),
            Event::Exchanged {
                seat,
                hand,
                square,
                laid,
                taken,
            } => {
                self.hold(*seat, *hand, *taken);
                self.lay(*square, *laid, Rotation::default());
                self.prepare();
            }
            Event::Placed { pawn, square } => {
                self.board.pawn_mut(*pawn).at = Some(*square);
                self.turn = self.turn.map(other);
            }
            Event::Turn { seat, actions } => {
                self.turn = Some(*seat);
                self.actions = *actions;
                self.turns += 1;
                self.phase = Phase::Act;
                self.steps.clear();
                if self.draw == Some(*seat) {
                    (self.draw, self.declined) = (None, false);
                }
                self.seen.push(self.fingerprint());
            }
            Event::Rotated { square, rotation } => {
                self.board.cell_mut(*square).rotation = *rotation;
            }
            Event::Revealed { square, .. } => {
                self.board.cell_mut(*square).open = true;
                self.seen.clear();
            }
            Event::Misopened { .. } => self.phase = Phase::Penalty,
            Event::Penalised { pawn } => self.lose(*pawn),
            Event::Swapped {
                seat,
                hand,
                square,
                laid,
                rotation,
                taken,
            } => {
                self.hold(*seat, *hand, *taken);
                self.lay(*square, *laid, *rotation);
            }
            Event::Moved { .. }
            | Event::Captured { .. }
            | Event::Fell { .. }
            | Event::Filled { .. }
            | Event::Sank { .. } => self.apply_on_the_way(event),
            Event::Acted { left } => {
                self.actions = *left;
                self.phase = Phase::Act;
                self.steps.clear();
            }
            Event::DrawOffered { seat } => (self.draw, self.declined) = (Some(*seat), false),
            Event::DrawDeclined { .. } => self.declined = true,
            Event::Over { outcome: _, end } => {
                self.phase = Phase::Over;
                self.turn = None;
                self.end = Some(*end);
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.end.map(End::outcome)
    }

    fn view(&self, viewer: Viewer) -> View {
        view::of(self, viewer)
    }

    fn redact(&self, event: &Event, viewer: Viewer) -> Event {
        redact::redact(event, viewer, self.end.is_some())
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

/// The square, if it is on the board.
pub(super) fn on_board(square: Square) -> Result<Square, Illegal> {
    is_on_board(square)
        .then_some(square)
        .ok_or(Illegal::NoSuchCell)
}
