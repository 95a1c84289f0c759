//! Reads from a finished game what the games of another room start from.

use senda_rules::{AnyOptions, Game, Viewer};

use super::game_replay::{Course, changes_game};
use crate::{
    log::{LogEvent, Record, Setup, SetupFrom, Started},
    protocol::Start,
    state::Names,
};

/// A finished game as the origin of further ones.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Origin {
    /// The game and its options.
    pub options: AnyOptions,
    /// The number of players.
    pub seats: u8,
    /// The beginning of the further games.
    pub setup: Setup,
}

impl Origin {
    /// Returns what a start takes from the game with the number `round`. It is `None` if the
    /// records do not contain this game, its end, or the position, if the game was over there, or
    /// if this program can't apply its events.
    pub fn of<'a>(
        log: impl IntoIterator<Item = &'a Record> + Clone,
        round: u32,
        start: &Start,
    ) -> Option<Self> {
        let events = log.clone().into_iter().flat_map(|record| &record.happened);
        let mut events = events.skip_while(
            |event| !matches!(event, LogEvent::Started(started) if started.round == round),
        );
        let Some(LogEvent::Started(started)) = events.next() else {
            return None;
        };
        let from = match start.step {
            Some(step) => {
                let viewer = start.viewer.map_or(Viewer::Omniscient, Viewer::Seat);
                let view = Box::new(position(log, started, step, viewer)?);
                SetupFrom::Position { view }
            }
            None => SetupFrom::Deal {
                secret: events.find_map(|event| match event {
                    LogEvent::Ended(ended) => Some(ended.secret),
                    _ => None,
                })?,
                nonces: started.nonces.clone(),
                first: started.first,
                position: started.position.clone(),
            },
        };
        let colours = started.players.iter().map(|(_, colour)| *colour).collect();
        let setup = Setup { colours, from };
        Some(Self {
            options: started.options.clone(),
            seats: u8::try_from(started.players.len()).ok()?,
            setup,
        })
    }
}

/// Returns the position at a step of the game's replay, as the viewer knew it.
fn position<'a>(
    log: impl IntoIterator<Item = &'a Record>,
    started: &Started,
    step: u32,
    viewer: Viewer,
) -> Option<senda_rules::AnyView> {
    let mut course: Option<Course<'a>> = None;
    let mut next = 0;
    for record in log {
        for event in &record.happened {
            match (event, &mut course) {
                (LogEvent::Started(of), course) if of.round == started.round => {
                    *course = Some(Course::begin(of, &Names::default())?);
                }
                (LogEvent::Abandoned(_) | LogEvent::Started(_), Some(_)) => return None,
                (event, Some(course)) => course.apply(event)?,
                (_, None) => {}
            }
        }
        if course.is_none() || !changes_game(record) {
            continue;
        }
        if next == step {
            let game = course?.into_game();
            return game.outcome().is_none().then(|| game.view(viewer));
        }
        next += 1;
    }
    None
}
