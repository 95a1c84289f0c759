//! The view of one viewer, and the reconstruction of a complete game from a view.

use serde::{Deserialize, Serialize};

use super::{CARDS, Card, Options, State, state::HAND};
use crate::{BySeat, Chance, Outcome, Seat, SomeSeats, Viewer, tiles::Square};

/// The game as one viewer may know it.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "ExampleView"),
    ts(rename = "ExampleView")
)]
pub struct View {
    /// The options of the game.
    pub options: Options,
    /// The seat whose turn it is; `null` when the game is over.
    pub turn: Option<Seat>,
    /// The seat that decides, which is the seat whose turn it is.
    pub acting: Option<Seat>,
    /// The seat that played first.
    pub first: Seat,
    /// The cards of each hand, indexed by seat.
    pub hands: BySeat<Vec<Card>>,
    /// The card that was not dealt.
    pub pile: Vec<Card>,
    /// The laid cards with their squares, in the order of play.
    #[cfg_attr(feature = "types", ts(type = "[number, string][]"))]
    pub laid: Vec<(u8, Square)>,
    /// The points of each seat.
    pub points: BySeat<u8>,
    /// The seat that has resigned.
    pub resigned: Option<Seat>,
    /// The choices of the seat whose turn it is; `null` unless the viewer owns that seat or is
    /// omniscient.
    pub choices: Option<Choices>,
    /// The final places; `null` until the game is over.
    pub outcome: Option<Outcome>,
}

/// The choices of a seat: any of the cards, on any of the squares.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "ExampleChoices"),
    ts(rename = "ExampleChoices")
)]
pub struct Choices {
    /// The cards of the hand.
    pub cards: Vec<u8>,
    /// The free squares.
    #[cfg_attr(feature = "types", ts(type = "string[]"))]
    pub squares: Vec<Square>,
}

/// The private part of a seat's view. Merged over the view of a spectator, it gives the view of the
/// seat.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "types",
    derive(schemars::JsonSchema, ts_rs::TS),
    schemars(rename = "ExamplePrivate"),
    ts(rename = "ExamplePrivate")
)]
pub struct Private {
    /// The seat's own hand.
    #[serde(default, skip_serializing_if = "SomeSeats::is_empty")]
    #[cfg_attr(
        feature = "types",
        ts(as = "Option<std::collections::BTreeMap<u8, Vec<Card>>>", optional)
    )]
    pub hands: SomeSeats<Vec<Card>>,
    /// The choices of the seat, if it may decide now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub choices: Option<Box<Choices>>,
}

impl State {
    pub(super) fn known_by(&self, viewer: Viewer) -> Option<Private> {
        let hands = self.hands.iter();
        let seen = hands.filter(|(seat, _)| viewer.sees_hand(*seat));
        let hands: SomeSeats<Vec<Card>> = seen
            .map(|(seat, hand)| (seat, hand.iter().copied().map(Some).collect()))
            .collect();
        (!hands.is_empty() && !self.is_over()).then(|| Private {
            hands,
            choices: self.seen_by(viewer).choices.map(Box::new),
        })
    }

    pub(super) fn seen_by(&self, viewer: Viewer) -> View {
        let decides = |seat: &Seat| viewer.sees_choices(*seat);
        View {
            choices: self.turn().filter(decides).map(|seat| Choices {
                cards: self.hands[seat].clone(),
                squares: self.free().collect(),
            }),
            ..self.shown_to(viewer)
        }
    }

    /// Returns the view of a viewer, without choices.
    pub(super) fn shown_to(&self, viewer: Viewer) -> View {
        let all = self.is_over() || viewer == Viewer::Omniscient;
        let masked = |cards: &[u8], sees: bool| -> Vec<Card> {
            cards.iter().map(|&card| sees.then_some(card)).collect()
        };
        let turn = self.turn();
        View {
            options: self.options,
            turn,
            acting: turn,
            first: self.first.unwrap_or(Seat::ZERO),
            hands: BySeat::new(self.hands.seats(), |seat| {
                masked(&self.hands[seat], all || viewer.sees_hand(seat))
            }),
            pile: masked(&self.pile, all),
            laid: self.laid.clone(),
            points: self.points(),
            resigned: self.resigned,
            choices: None,
            outcome: self.places(),
        }
    }

    /// Returns a game in which chance distributes the hidden cards over the hidden places of the
    /// view.
    pub(super) fn behind(view: &View, chance: &mut dyn Chance) -> Self {
        let hands = view.hands.iter().flat_map(|(_, hand)| hand);
        let shown: Vec<u8> = hands
            .chain(&view.pile)
            .copied()
            .flatten()
            .chain(view.laid.iter().map(|(card, _)| *card))
            .collect();
        let unseen = (1..=CARDS).filter(|card| !shown.contains(card));
        let mut unseen = shuffled(unseen, chance).into_iter();
        let mut card = |card: &Card| {
            card.or_else(|| unseen.next())
                .expect("a card for each place")
        };
        Self {
            options: view.options,
            first: Some(view.first),
            hands: BySeat::new(view.hands.seats(), |seat| {
                view.hands[seat].iter().map(&mut card).collect()
            }),
            pile: view.pile.iter().map(&mut card).collect(),
            laid: view.laid.clone(),
            resigned: view.resigned,
        }
    }
}

/// Returns the cards in random order.
fn shuffled(cards: impl Iterator<Item = u8>, chance: &mut dyn Chance) -> Vec<u8> {
    let mut items: Vec<u32> = cards.map(u32::from).collect();
    chance.shuffle(&mut items);
    let card = |item| u8::try_from(item).expect("one of nine");
    items.into_iter().map(card).collect()
}

/// Deals two hands, and returns them with the card that is left.
pub(super) fn dealt(chance: &mut dyn Chance) -> (BySeat<Vec<Card>>, Vec<Card>) {
    let mut cards = shuffled(1..=CARDS, chance).into_iter().map(Some);
    let hands = BySeat::new(super::MOST, |_| cards.by_ref().take(HAND).collect());
    (hands, cards.collect())
}
