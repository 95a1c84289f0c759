//! The implementation of [`Game`] for the example.

use super::{Action, EDGE, Event, Illegal, Options, Private, RULES, State, View, view};
use crate::{
    BySeat, Chance, Game, Names, Outcome, Seat, Seats, Viewer,
    game::{alike, check_seats},
    notation::grid,
    tiles::Square,
};

alike!(Event, Illegal);

impl Game for State {
    type Options = Options;
    type Action = Action;
    type Event = Event;
    type Illegal = Illegal;
    type View = View;
    type Private = Private;

    fn new(options: &Options, seats: u8, first: Option<Seat>) -> Result<Self, Illegal> {
        check_seats(super::FEWEST..=super::MOST, seats, first)?;
        Ok(Self::unopened(*options, first))
    }

    fn open(&self, chance: &mut dyn Chance) -> Vec<Event> {
        let first = self.first.unwrap_or_else(|| {
            let number = chance.pick(super::MOST.into());
            let seat = u8::try_from(number).ok().and_then(Seat::new);
            seat.expect("one of two seats")
        });
        let (hands, pile) = view::dealt(chance);
        let opened = Event::Opened {
            rules: RULES,
            first,
            hands,
            pile,
        };
        vec![opened, Event::Turn { seat: first }]
    }

    fn acting(&self) -> Seats {
        self.turn().into_iter().collect()
    }

    fn mover(&self) -> Option<Seat> {
        self.turn()
    }

    fn still_in(&self) -> Seats {
        self.still_in()
    }

    fn legal_actions(&self, seat: Seat) -> Vec<Action> {
        if self.turn() != Some(seat) {
            return Vec::new();
        }
        let on = |card| self.free().map(move |square| Action::Lay { card, square });
        self.hands[seat].iter().flat_map(|&card| on(card)).collect()
    }

    fn clock_action(&self, seat: Seat, chance: &mut dyn Chance) -> Option<Action> {
        let mut legal = self.legal_actions(seat);
        let count = u32::try_from(legal.len()).expect("a few actions");
        (count > 0).then(|| legal.swap_remove(chance.pick(count) as usize))
    }

    fn decide(
        &self,
        seat: Seat,
        action: &Action,
        _: &mut dyn Chance,
    ) -> Result<Vec<Event>, Illegal> {
        let turn = self.turn().ok_or(Illegal::WrongPhase)?;
        if seat.number() >= super::MOST {
            return Err(Illegal::NotYourTurn);
        }
        let event = match *action {
            Action::Resign {} => Event::Resigned { seat },
            Action::Lay { .. } if seat != turn => return Err(Illegal::NotYourTurn),
            Action::Lay { card, square } => self.lay(seat, card, square)?,
        };
        let mut after = self.clone();
        after.apply(&event);
        let next = match after.places() {
            Some(outcome) => Event::Over { outcome },
            None => Event::Turn {
                seat: after.turn().expect("a game that goes on"),
            },
        };
        Ok(vec![event, next])
    }

    fn resignation(&self) -> Action {
        Action::Resign {}
    }

    fn decision(events: &[Event]) -> Option<Action> {
        match events.first()? {
            Event::Laid { card, square, .. } => Some(Action::Lay {
                card: *card,
                square: *square,
            }),
            Event::Resigned { .. } => Some(Action::Resign {}),
            Event::Opened { .. }
            | Event::SetUp { .. }
            | Event::Turn { .. }
            | Event::Over { .. } => None,
        }
    }

    fn disclosed(action: &Action) -> Action {
        action.clone()
    }

    fn set_up(view: &View, chance: &mut dyn Chance) -> Vec<Event> {
        let position = Self::determinize(view, chance).to_string();
        vec![Event::SetUp {
            rules: RULES,
            position: Some(position),
        }]
    }

    fn apply(&mut self, event: &Event) {
        match event {
            Event::SetUp { rules: _, position } => {
                let position = position.as_deref().map(str::parse);
                *self = position.expect("an event of the log").expect("a position");
            }
            Event::Opened {
                first, hands, pile, ..
            } => {
                self.first = Some(*first);
                self.hands = BySeat::new(hands.seats(), |seat| {
                    hands[seat].iter().copied().flatten().collect()
                });
                self.pile = pile.iter().copied().flatten().collect();
            }
            Event::Laid {
                seat, card, square, ..
            } => {
                self.hands[*seat].retain(|other| other != card);
                self.laid.push((*card, *square));
            }
            Event::Resigned { seat } => self.resigned = Some(*seat),
            Event::Turn { .. } | Event::Over { .. } => {}
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.places()
    }

    fn view(&self, viewer: Viewer) -> View {
        self.seen_by(viewer)
    }

    fn view_without_choices(&self, viewer: Viewer) -> View {
        self.shown_to(viewer)
    }

    fn private(&self, viewer: Viewer) -> Option<Private> {
        self.known_by(viewer)
    }

    fn redact(&self, event: &Event, viewer: Viewer) -> Event {
        event.redacted(viewer, self.is_over())
    }

    fn is_sound(&self) -> bool {
        self.adds_up()
    }

    fn drawing(&self, _: &Names) -> String {
        let drawn = |x, y| {
            let card = Square::new(x, y).and_then(|square| self.card(square));
            card.map_or_else(|| ".".to_owned(), |card| card.to_string())
        };
        grid(EDGE, drawn)
    }

    fn determinize(view: &View, chance: &mut dyn Chance) -> Self {
        Self::behind(view, chance)
    }
}

impl State {
    fn lay(&self, seat: Seat, card: u8, square: Square) -> Result<Event, Illegal> {
        if !self.hands[seat].contains(&card) {
            return Err(Illegal::NotInHand);
        }
        if square.x() >= EDGE || square.y() >= EDGE {
            return Err(Illegal::NoSuchSquare);
        }
        if self.card(square).is_some() {
            return Err(Illegal::SquareTaken);
        }
        Ok(Event::Laid {
            seat,
            card,
            square,
            lines: self.lines(square),
        })
    }
}
