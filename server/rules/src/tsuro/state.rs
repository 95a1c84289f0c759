//! The whole state of a game, and how events change it.

use super::{
    Action, Card, Event, Illegal, Laid, Mark, Options, Out, Phase, Step, Tile, View, WalkEnd,
    board::{self, Board},
    imagine,
    legal::Legal,
    redact, turn, view,
};
use crate::{BySeat, Chance, Game, Outcome, RULES_VERSION, Seat, Seats, Viewer};

/// A game of Tsuro.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct State {
    pub(super) options: Options,
    /// Who plays first, once it is known.
    pub(super) first: Option<Seat>,
    /// Whose turn it is; `None` before the game is opened and when it is over.
    pub(super) turn: Option<Seat>,
    pub(super) board: Board,
    /// The tiles on the board in the order in which they were laid.
    pub(super) laid: Vec<Laid>,
    pub(super) trails: BySeat<Trail>,
    pub(super) hands: BySeat<Vec<Tile>>,
    /// The next tile first.
    pub(super) pile: Vec<Tile>,
    pub(super) dragon: Option<Seat>,
    pub(super) outcome: Option<Outcome>,
}

/// What a marker has been through; where it faces is the board's to say.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Trail {
    pub(super) start: Option<Mark>,
    pub(super) path: Vec<Step>,
    pub(super) out: Option<Out>,
}

impl State {
    /// How many seats play.
    pub(super) fn seats(&self) -> u8 {
        self.trails.seats()
    }

    /// Whether the seat belongs to the game and is not out.
    pub(super) fn is_in(&self, seat: Seat) -> bool {
        self.trails
            .get(seat)
            .is_some_and(|trail| trail.out.is_none())
    }

    /// Whether the dragon is used (IT, dragon: not with two players).
    pub(super) fn dragon_in_play(&self) -> bool {
        self.seats() > 2
    }

    /// What the game waits for. Tiles are laid when all markers stand (IT, preparation 7).
    pub(super) fn phase(&self) -> Phase {
        let unstarted = |seat: Seat| self.trails[seat].start.is_none();
        if self.outcome.is_some() {
            Phase::Over
        } else if self.still_in().iter().any(unstarted) {
            Phase::Starting
        } else {
            Phase::Placing
        }
    }

    /// The start marks that no marker has taken. One whose player has resigned is free again \[R\].
    pub(super) fn free_marks(&self) -> impl Iterator<Item = Mark> {
        board::start_marks().filter(|&mark| !self.board.is_taken(mark))
    }

    /// What the seat may place, if it is its turn to.
    pub(super) fn legal(&self, seat: Seat) -> Option<Legal> {
        (self.turn == Some(seat) && self.phase() == Phase::Placing)
            .then(|| Legal::new(&self.board, seat, &self.hands[seat]))
    }

    /// A marker is off the board, for a reason.
    fn eliminate(&mut self, seat: Seat, out: Out) {
        self.board.remove(seat);
        self.trails[seat].out = Some(out);
    }

    fn place(&mut self, laid: Laid, walks: &[super::Walk]) {
        self.board.lay(laid.square, laid.face.tile, laid.rotation);
        self.hands[laid.seat].retain(|&tile| tile != laid.face.tile);
        self.laid.push(laid);
        let after = self.tiles_laid();
        for walk in walks {
            self.trails[walk.seat].path.extend(&walk.path);
            match walk.end {
                WalkEnd::Stands { at } => self.board.stand(walk.seat, at),
                WalkEnd::Edge => self.eliminate(walk.seat, Out::Edge { after }),
                WalkEnd::Collision { with } => {
                    self.eliminate(walk.seat, Out::Collision { after, with });
                }
            }
        }
    }

    /// How many tiles are on the board.
    pub(super) fn tiles_laid(&self) -> u8 {
        u8::try_from(self.laid.len()).expect("at most 35 tiles")
    }
}

impl Game for State {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type Illegal = Illegal;
    type View = View;

    fn new(options: &Options, seats: u8, first: Option<Seat>) -> Result<Self, Illegal> {
        if !(super::FEWEST..=super::MOST).contains(&seats) {
            return Err(Illegal::Seats);
        }
        if first.is_some_and(|first| first.number() >= seats) {
            return Err(Illegal::BadOptions {
                which: "first".to_owned(),
            });
        }
        let playable = Options {
            preset: options.preset,
            ..Options::default()
        };
        if let Some(which) = options
            .impossible()
            .or((*options != playable).then_some("preset"))
        {
            let which = which.to_owned();
            return Err(Illegal::BadOptions { which });
        }
        Ok(Self {
            options: *options,
            first,
            turn: None,
            board: Board::EMPTY,
            laid: Vec::new(),
            trails: BySeat::new(seats, |_| Trail::default()),
            hands: BySeat::new(seats, |_| Vec::new()),
            pile: Vec::new(),
            dragon: None,
            outcome: None,
        })
    }

    fn open(&self, chance: &mut dyn Chance) -> Vec<Event> {
        turn::open(self, chance)
    }

    fn acting(&self) -> Seats {
        self.turn.into_iter().collect()
    }

    fn still_in(&self) -> Seats {
        Seat::first(self.seats())
            .filter(|&seat| self.is_in(seat))
            .collect()
    }

    fn legal_actions(&self, seat: Seat) -> Vec<Action> {
        if self.turn != Some(seat) {
            return Vec::new();
        }
        match self.legal(seat) {
            Some(legal) => legal.iter().map(Action::from).collect(),
            None => self
                .free_marks()
                .map(|mark| Action::Start { mark: mark.into() })
                .collect(),
        }
    }

    fn clock_action(&self, seat: Seat, chance: &mut dyn Chance) -> Option<Action> {
        let mut actions = self.legal_actions(seat);
        let count = u32::try_from(actions.len()).expect("a few actions");
        (count > 0).then(|| actions.swap_remove(chance.pick(count) as usize))
    }

    fn decide(
        &self,
        seat: Seat,
        action: &Action,
        chance: &mut dyn Chance,
    ) -> Result<Vec<Event>, Illegal> {
        turn::decide(self, seat, action, chance)
    }

    fn apply(&mut self, event: &Event) {
        match event {
            Event::Opened {
                rules,
                first,
                hands,
                pile,
            } => {
                debug_assert_eq!(*rules, RULES_VERSION);
                self.first = Some(*first);
                self.turn = Some(*first);
                self.hands = BySeat::new(self.seats(), |seat| known(&hands[seat]));
                self.pile = known(pile);
            }
            Event::Started { seat, mark } => {
                let mark = mark.mark().expect("a mark of the rim");
                self.trails[*seat].start = Some(mark);
                self.board.start(*seat, mark);
            }
            Event::Chose { .. }
            | Event::Laid { .. }
            | Event::Bonus { .. }
            | Event::Swapped { .. } => unreachable!("no option that can be chosen leads here"),
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
            Event::Resigned { seat } => {
                let after = self.tiles_laid();
                self.eliminate(*seat, Out::Resigned { after });
            }
            Event::Returned { hands, pile } => {
                for returned in hands {
                    self.hands[returned.seat].clear();
                }
                self.pile = known(pile);
            }
            Event::Drew { seat, tile } => {
                let tile = tile.expect("an event of the log");
                self.pile.retain(|&other| other != tile);
                self.hands[*seat].push(tile);
            }
            Event::Dragon { holder } => self.dragon = *holder,
            Event::Turn { seat } => self.turn = Some(*seat),
            Event::Over { outcome } => {
                self.turn = None;
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
        redact::redact(event, viewer, self.outcome.is_some())
    }

    fn imagine(view: &View, chance: &mut dyn Chance) -> Self {
        imagine::imagine(view, chance)
    }
}

/// The tiles of an event of the log, in which nothing is hidden.
fn known(cards: &[Card]) -> Vec<Tile> {
    cards
        .iter()
        .map(|card| card.expect("an event of the log"))
        .collect()
}
