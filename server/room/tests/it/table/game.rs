//! The game at a table, for all kinds of games: the legal decisions, computed from the player's own
//! view alone, and the state, computed from the stored records.

use std::collections::BTreeMap;

use senda_room::{
    PlayerId, Question,
    log::{Played, Started},
    protocol::{By, TookBack},
};
use senda_rules::{
    AnyAction, AnyEvent, AnyGame, AnyView, Game, GameEvent, GameKind, Seat, Viewer, cards::Moved,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{Dice, seat};

/// Returns all decisions that the owner of a seat may make in a game now, except resigning and
/// agreeing on a draw.
///
/// The decisions are computed in a world that looks the same to the owner, because they must never
/// depend on hidden information.
pub fn decisions(view: &Value, own: Option<usize>) -> Vec<AnyAction> {
    if view["choices"].is_null() {
        return Vec::new();
    }
    let own = seat_of(own).expect("choices for the owner of a seat");
    let view = AnyView::deserialize(view).expect("the view of a game");
    let world = AnyGame::determinize(&view, &mut Dice::new(0));
    let legal = world.legal_actions(own);
    assert!(!legal.is_empty(), "choices, but nothing to choose");
    legal
}

/// Returns all decisions for the seat that a bot has to decide for.
pub fn decisions_of_bot(question: &Question) -> Vec<AnyAction> {
    let world = AnyGame::determinize(&question.view, &mut Dice::new(0));
    world.legal_actions(question.seat)
}

fn seat_of(number: Option<usize>) -> Option<Seat> {
    number.map(|number| seat(u8::try_from(number).unwrap()))
}

/// Returns the action of resigning.
pub fn resignation(view: &Value) -> Value {
    json!({ "game": view["game"], "type": "resign" })
}

/// Returns a random decision of any game. It is hardly ever legal in the current position.
pub fn any_action(dice: &mut Dice) -> Value {
    let kind = *dice.pick(GameKind::ALL);
    let (fewest, _) = kind.seats();
    let mut game = AnyGame::new(&kind.options(), fewest, None).expect("a game by usual rules");
    for event in game.open(dice) {
        game.apply(&event);
    }
    let mut actions: Vec<AnyAction> = game
        .acting()
        .iter()
        .flat_map(|seat| game.legal_actions(seat))
        .collect();
    // Decisions that no list of legal actions contains.
    for word in ["resign", "draw"] {
        let action = json!({ "game": kind, "type": word });
        if dice.once_in(4)
            && let Ok(action) = serde_json::from_value(action)
        {
            actions = vec![action];
        }
    }
    let action = serde_json::to_value(dice.pick(&actions)).expect("an action");
    let mut other = action.clone();
    for (_, value) in other.as_object_mut().into_iter().flatten() {
        if value.is_number() && dice.once_in(2) {
            *value = (*dice.pick(&[0, 1, 3, 34, 35, 200])).into();
        }
    }
    // Some numbers cannot be deserialized, so no client could send them.
    let is_sent = AnyAction::deserialize(&other).is_ok();
    if is_sent { other } else { action }
}

/// The running or last game, rebuilt from the stored records, and everything that each viewer may
/// know of it.
#[derive(Default)]
pub struct World {
    game: Option<AnyGame>,
    /// The game before each decision, and the decision.
    before: Vec<(AnyGame, Played)>,
    /// The events of the game, by the version of their record.
    events: BTreeMap<u32, Vec<Vec<AnyEvent>>>,
    /// Whether players who are out of the game see all hands.
    pub out_see_hands: bool,
    /// The player whose device each seat was played on at the start.
    devices: Vec<PlayerId>,
    /// The current view of each viewer.
    views: BTreeMap<Viewer, Value>,
    /// The events of the running game as each viewer may know them.
    told: BTreeMap<(u32, Viewer), Vec<Value>>,
}

impl World {
    pub fn begin(&mut self, version: u32, started: &Started) {
        let rules = started.events.iter().find_map(GameEvent::rules);
        let is_known = started.options.kind().continues(rules.expect("a deal"));
        let begin = || {
            let seats = u8::try_from(started.players.len()).unwrap();
            AnyGame::new(&started.options, seats, started.first).expect("a game that began")
        };
        *self = Self {
            game: is_known.then(begin),
            out_see_hands: self.out_see_hands,
            devices: (started.players.iter())
                .map(|(person, _)| person.connects_as())
                .collect(),
            ..Self::default()
        };
        self.happen(version, &started.events);
    }

    pub fn go_on(&mut self, version: u32, played: &Played) {
        if let Some(game) = &self.game {
            self.before.push((game.clone(), played.clone()));
        }
        self.happen(version, &played.events);
    }

    /// Reverts the game to the state before the decision that was taken back, and checks that it
    /// could be taken back.
    pub fn go_back(&mut self, took: TookBack) {
        let first = self.before.len().checked_sub(took.decisions());
        let mut gone = self.before.drain(first.expect("as many decisions")..);
        let (before, played) = gone.next().expect("a decision");
        assert_eq!(played.seat, took.seat, "everybody takes back their own");
        assert_eq!(played.by, By::Player, "the clock's decisions stay");
        let is_own = |(_, later): &(_, Played)| later.seat == took.seat && later.by == By::Player;
        assert!(!gone.any(|one| is_own(&one)), "the last one");
        drop(gone);
        for event in played.events.iter().filter(|_| took.agreed.is_none()) {
            let moved = event.moved();
            // These cards were known to their player before.
            let is_open = matches!(
                moved,
                Moved::Nothing
                    | Moved::Played { .. }
                    | Moved::Traded { .. }
                    | Moved::Taken { .. }
                    | Moved::Laid { .. }
            );
            assert!(is_open, "{event} brought to light what was hidden");
            assert!(!event.begins_turn(), "a turn that is over stays so");
        }
        self.game = Some(before);
        self.views.clear();
    }

    fn happen(&mut self, version: u32, events: &[AnyEvent]) {
        let Some(game) = &mut self.game else {
            return;
        };
        for event in events {
            game.apply(event);
        }
        self.events
            .entry(version)
            .or_default()
            .push(events.to_vec());
        self.views.clear();
    }

    /// Checks that a bot's view equals the view of a person in its seat.
    pub fn is_asked(&self, question: &Question) {
        let game = self.game.as_ref().expect("a game");
        let known = game.view(Viewer::Seat(question.seat));
        assert_eq!(question.view, known, "what a bot may see");
        assert!(game.acting().contains(question.seat));
    }

    /// Checks that the view and the events of a running game are exactly what the owner of that
    /// seat, or a spectator, may know.
    pub fn is_shown(&mut self, view: &Value, happenings: &[Value], own: Option<usize>) {
        let Some(game) = &self.game else {
            assert!(view.is_null(), "nothing is known of its rules: {view}");
            return;
        };
        let is_out = |seat: Seat| {
            let device = self.devices.get(seat.index());
            let mut still_in = game.still_in().iter();
            !still_in.any(|other| self.devices.get(other.index()) == device)
        };
        let viewer = match seat_of(own) {
            Some(seat) if self.out_see_hands && is_out(seat) => Viewer::Hands,
            Some(seat) => Viewer::Seat(seat),
            None => Viewer::Spectator,
        };
        let known = self
            .views
            .entry(viewer)
            .or_insert_with(|| serde_json::to_value(game.view(viewer)).unwrap());
        assert_eq!(view, known, "what {viewer:?} may see");
        let mut before = None;
        let mut number = 0;
        for told in happenings {
            let events = &told["happening"]["events"];
            if events.is_null() {
                continue;
            }
            let version = u32::try_from(told["version"].as_u64().unwrap()).unwrap();
            number = if before == Some(version) {
                number + 1
            } else {
                0
            };
            before = Some(version);
            let stored = &self.events[&version];
            let known = self.told.entry((version, viewer)).or_insert_with(|| {
                let told = stored.iter().map(|events| {
                    let redact = |event| game.redact(event, viewer);
                    events.iter().map(redact).collect::<Vec<AnyEvent>>()
                });
                told.map(|told| serde_json::to_value(told).unwrap())
                    .collect()
            });
            assert_eq!(events, &known[number], "what {viewer:?} is told");
        }
    }
}
