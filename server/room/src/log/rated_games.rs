//! Finds the rated games in the log of a room, for programs that compute ratings again.

use super::{LogEvent, Record};
use crate::{person::PlayerId, protocol::Rated, time::Time};
use senda_rules::GameKind;

/// A finished game that counts for the ratings of its players.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RatedGame {
    /// The number of the game in its room, from 1.
    pub round: u32,
    /// The game that was played.
    pub kind: GameKind,
    /// The time of the end of the game.
    pub ended_at: Time,
    /// The people who have started the game, indexed by seat, and their places.
    pub players: Vec<(PlayerId, u8)>,
}

/// A reader of the records of one room, in the order of their versions. It needs no other records
/// than those of the starts and ends of games.
#[derive(Clone, Debug, Default)]
pub struct RatedGameReader {
    running: Option<(u32, GameKind, Vec<PlayerId>)>,
}

impl RatedGameReader {
    /// Reads a record. Returns the rated game that the record ends.
    pub fn read(&mut self, record: &Record) -> Option<RatedGame> {
        let mut ended = None;
        for event in &record.happened {
            match event {
                LogEvent::Started(started) => {
                    let players = started.players.iter();
                    self.running = (started.rated == Some(Rated::Counts)).then(|| {
                        let players = players.map(|(person, _)| person.player).collect();
                        (started.round, started.options.kind(), players)
                    });
                }
                LogEvent::Ended(of) => {
                    ended = self.running.take().map(|(round, kind, players)| RatedGame {
                        round,
                        kind,
                        ended_at: record.at,
                        players: players
                            .into_iter()
                            .zip(of.outcome.places.iter().copied())
                            .collect(),
                    });
                }
                LogEvent::Abandoned(_) => self.running = None,
                _ => {}
            }
        }
        ended
    }
}
