//! The replay of a finished game, for one viewer: the positions as they were shown after each
//! version of the room, and the events between them. It is made of stored events alone, so it needs
//! no rules but those that apply them. The losses of the decisions are in the review.

use senda_rules::{AnyEvent, AnyGame, AnyOptions, Game, Outcome, Seat, Viewer};
use serde::Serialize;

use super::{Positions, opened};
use crate::{
    log::{LogEvent, Played, Record, Started},
    person::Person,
    protocol::{self, BotKind, Colour, PublicEvent, ShownName, TimelineEntry},
    state::{Checkpoints, Decided, Decisions, Names},
};

/// A finished game as one viewer saw it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct GameReplay {
    /// The number of the game in its room, counted from 1.
    pub round: u32,
    /// The game and its options.
    pub options: AnyOptions,
    /// The players at the start of the game, indexed by seat.
    pub players: Vec<ReplayPlayer>,
    /// The places of the players.
    pub outcome: Outcome,
    /// The events of the game as the viewer could know them then: the deal, the decisions and
    /// take-backs, and the comings and goings of the players.
    pub happenings: Vec<TimelineEntry>,
    /// The version of the room that each position was shown with, in ascending order.
    pub steps: Vec<u32>,
    /// The positions, without the choices of the seats. After the end of the game, a viewer sees
    /// everything.
    pub positions: Positions,
}

/// A player of a finished game.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ReplayPlayer {
    /// The name, as it was shown in the room.
    pub name: ShownName,
    /// The colour of the player's marker.
    pub colour: Colour,
    /// The kind of bot, or `null` for a person.
    pub bot: Option<BotKind>,
}

impl GameReplay {
    /// Returns the replay of the game with the number `round` for a viewer. It is `None` if the
    /// records do not contain this game or its end, or if this program can't apply its events.
    pub fn of<'a>(
        log: impl IntoIterator<Item = &'a Record>,
        round: u32,
        viewer: Viewer,
    ) -> Option<Self> {
        let mut names = Names::default();
        let mut course: Option<Course<'a>> = None;
        for record in log {
            let end = record.happened.iter().find_map(|event| match event {
                LogEvent::Ended(ended) => Some(ended.outcome.clone()),
                _ => None,
            });
            // The view of a game that is over hides nothing from any viewer.
            let viewer = if end.is_some() {
                Viewer::Omniscient
            } else {
                viewer
            };
            for event in &record.happened {
                names.learn(event);
                match (event, &mut course) {
                    (LogEvent::Started(started), course) if started.round == round => {
                        *course = Some(Course::begin(started, &names)?);
                    }
                    (LogEvent::Abandoned(_) | LogEvent::Started(_), Some(_)) => return None,
                    (event, Some(course)) => course.apply(event)?,
                    (_, None) => {}
                }
            }
            let Some(course) = &mut course else { continue };
            course.show(record, (viewer, &names));
            if let Some(outcome) = end {
                return course.replay(outcome);
            }
        }
        None
    }
}

/// Returns whether the record changes the position of a game, so that it is a step of its replay.
pub(super) fn changes_game(record: &Record) -> bool {
    let mut events = record.happened.iter();
    events.any(|event| {
        matches!(
            event,
            LogEvent::Started(_) | LogEvent::Played(_) | LogEvent::TookBack(_)
        )
    })
}

/// A game that is replayed from the log.
pub(super) struct Course<'a> {
    started: &'a Started,
    players: Vec<ReplayPlayer>,
    game: AnyGame,
    /// The game after its deal.
    dealt: AnyGame,
    checkpoints: Checkpoints<AnyGame>,
    decisions: Decisions<'a>,
    shuffles: u32,
    /// The current owners of the seats.
    owners: Vec<Person>,
    happenings: Vec<TimelineEntry>,
    steps: Vec<u32>,
    positions: Option<Positions>,
}

impl<'a> Course<'a> {
    pub(super) fn begin(started: &'a Started, names: &Names) -> Option<Self> {
        let (game, _) = opened(started)?;
        let players = started.players.iter();
        let shown = |(person, colour): &(Person, Colour)| ReplayPlayer {
            name: names.shown(person),
            colour: *colour,
            bot: person.bot,
        };
        Some(Self {
            started,
            players: players.clone().map(shown).collect(),
            dealt: game.clone(),
            game,
            checkpoints: Checkpoints::default(),
            decisions: Decisions::default(),
            shuffles: started.shuffles,
            owners: players.map(|(person, _)| person.clone()).collect(),
            happenings: Vec::new(),
            steps: Vec::new(),
            positions: None,
        })
    }

    /// Applies an event to the game. Returns `None` if no room could have stored it.
    pub(super) fn apply(&mut self, event: &'a LogEvent) -> Option<()> {
        match event {
            LogEvent::Played(played) => {
                let decided = Decided::of(played, self.shuffles);
                self.checkpoints.decide(&mut self.game, decided);
                self.decisions.push(decided);
                self.shuffles = played.shuffles;
            }
            LogEvent::TookBack(took) => {
                self.decisions.take_back(*took);
                if took.agreed.is_some() {
                    (self.game, self.checkpoints) = self.decisions.play(self.dealt.clone());
                } else {
                    self.game = self.checkpoints.take_back()?;
                }
            }
            _ => {}
        }
        Some(())
    }

    /// Returns the game as it is now.
    pub(super) fn into_game(self) -> AnyGame {
        self.game
    }

    /// Appends the events of a record that has been applied, and the position after it if it has
    /// changed the game.
    fn show(&mut self, record: &Record, (viewer, names): (Viewer, &Names)) {
        for event in &record.happened {
            if let Some(happening) = self.public(event, (viewer, names)) {
                self.happenings.push(TimelineEntry {
                    version: record.version,
                    at: record.at.0,
                    happening,
                });
            }
            if let LogEvent::Sat(sat) = event
                && let Some(owner) = self.owners.get_mut(sat.seat.index())
            {
                owner.clone_from(&sat.person);
            }
        }
        if !changes_game(record) {
            return;
        }
        self.steps.push(record.version);
        let view = self.game.view_without_choices(viewer);
        match &mut self.positions {
            Some(positions) => positions.push(&view),
            None => self.positions = Some(Positions::starting_with(&view)),
        }
    }

    /// Returns the event as the viewer may know it. Events of the room that do not concern the game
    /// are left out.
    fn public(&self, event: &LogEvent, (viewer, names): (Viewer, &Names)) -> Option<PublicEvent> {
        let redacted = |events: &[AnyEvent]| {
            let events = events.iter();
            events
                .map(|event| self.game.redact(event, viewer))
                .collect()
        };
        Some(match event {
            LogEvent::Started(started) => PublicEvent::Started(Box::new(protocol::Started {
                round: started.round,
                commitment: started.commitment,
                nonces: started.nonces.clone(),
                options: started.options.clone(),
                players: (self.players.iter())
                    .map(|player| protocol::Player {
                        name: player.name.clone(),
                        colour: player.colour,
                    })
                    .collect(),
                left_out: Vec::new(),
                start: started.start.clone(),
                rated: started.rated,
                events: redacted(&started.events),
            })),
            LogEvent::Played(Played {
                seat, by, events, ..
            }) => PublicEvent::Played {
                seat: *seat,
                by: *by,
                events: redacted(events),
            },
            LogEvent::TookBack(took) => PublicEvent::TookBack(*took),
            LogEvent::Sat(sat) => PublicEvent::Sat {
                seat: sat.seat,
                name: names.shown(&sat.person),
                colour: sat.colour,
                bot: sat.person.bot,
            },
            LogEvent::Stood(stood) => PublicEvent::Stood {
                seat: stood.seat,
                name: names.shown(self.owner(stood.seat)?),
                removed: stood.removed,
            },
            LogEvent::Away(away) => PublicEvent::Away(*away),
            LogEvent::Paused(paused) => PublicEvent::Paused(*paused),
            LogEvent::Resumed(resumed) => PublicEvent::Resumed(*resumed),
            LogEvent::Revised(revised) => PublicEvent::Revised(*revised),
            LogEvent::Ended(ended) => PublicEvent::Ended(ended.clone()),
            LogEvent::Created(_)
            | LogEvent::Numbered(_)
            | LogEvent::Named(_)
            | LogEvent::Coloured(_)
            | LogEvent::Readied(_)
            | LogEvent::SettingsChanged(_)
            | LogEvent::HostChanged(_)
            | LogEvent::Locked(_)
            | LogEvent::Hushed(_)
            | LogEvent::Banned(_)
            | LogEvent::Readmitted(_)
            | LogEvent::Admitted(_)
            | LogEvent::Committed(_)
            | LogEvent::TakeBackAsked(_)
            | LogEvent::TakeBackAgreed(_)
            | LogEvent::TakeBackDeclined(_)
            | LogEvent::Hinted(_)
            | LogEvent::VotedToSkip(_)
            | LogEvent::VotedToEnd(_)
            | LogEvent::Vacation(_)
            | LogEvent::WouldGoOn(_)
            | LogEvent::PauseAsked(_)
            | LogEvent::PauseDeclined(_)
            | LogEvent::Abandoned(_) => return None,
        })
    }

    fn owner(&self, seat: Seat) -> Option<&Person> {
        self.owners.get(seat.index())
    }

    fn replay(&mut self, outcome: Outcome) -> Option<GameReplay> {
        Some(GameReplay {
            round: self.started.round,
            options: self.started.options.clone(),
            players: std::mem::take(&mut self.players),
            outcome,
            happenings: std::mem::take(&mut self.happenings),
            steps: std::mem::take(&mut self.steps),
            positions: self.positions.take()?,
        })
    }
}
