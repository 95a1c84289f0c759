//! Finds the decisions, starts and ends of games in a record. They are counted when the record is
//! stored, and starts and ends are logged. The lines name the room and the game, and no person.

use senda_room::{Finished, Occupancy, Record, log::LogEvent};
use senda_rules::GameKind;
use senda_store::RoomId;

use crate::process::metrics::Play;

/// The decisions, starts and ends of games in a record.
#[derive(Debug)]
pub(super) struct Milestones {
    moves: u64,
    started: Option<Started>,
    ended: Option<Ended>,
}

/// A game that has started.
#[derive(Debug)]
struct Started {
    game: GameKind,
    round: u32,
    people: usize,
    bots: usize,
}

/// A game that has ended.
#[derive(Debug)]
struct Ended {
    game: GameKind,
    round: u32,
    /// The numbers of players, or `None` if the game has no result.
    players: Option<Players>,
}

/// The numbers of a finished game's players.
#[derive(Debug)]
struct Players {
    people: usize,
    bots: usize,
    left: usize,
}

impl Milestones {
    /// Returns the milestones of a record. The function returns the occupancy of the room after it.
    pub fn of(
        record: &Record,
        finished: Option<&Finished>,
        occupancy: impl FnOnce() -> Occupancy,
    ) -> Self {
        let mut started = None;
        let (mut moves, mut is_over) = (0, false);
        for event in &record.happened {
            match event {
                LogEvent::Started(start) => {
                    let players = start.players.iter();
                    let bots = players.filter(|(person, _)| person.is_bot()).count();
                    started = Some(Started {
                        game: start.options.kind(),
                        round: start.round,
                        people: start.players.len() - bots,
                        bots,
                    });
                }
                LogEvent::Played(_) => moves += 1,
                LogEvent::Ended(_) | LogEvent::Abandoned(_) => is_over = true,
                _ => {}
            }
        }
        let ended = is_over.then(|| {
            if let Some(finished) = finished {
                return Ended {
                    game: finished.kind,
                    round: finished.round,
                    players: Some(Players::of(finished)),
                };
            }
            let Occupancy { game, round, .. } = occupancy();
            Ended {
                game,
                round,
                players: None,
            }
        });
        Self {
            moves,
            started,
            ended,
        }
    }

    /// Counts the milestones, and logs starts and ends. The decisions are those of a game of that
    /// kind.
    pub fn count(&self, room: RoomId, game: GameKind, play: &Play) {
        if self.moves > 0 {
            play.add_moves(game, self.moves);
        }
        let room = room.short();
        if let Some(ended) = &self.ended {
            let Ended {
                game,
                round,
                players,
            } = ended;
            play.add_ended(*game);
            let game = game.word();
            if let Some(Players { people, bots, left }) = players {
                tracing::info!(%room, game, round, people, bots, left, "a game ended");
            } else {
                tracing::info!(%room, game, round, "a game ended without a result");
            }
        }
        if let Some(started) = &self.started {
            let Started {
                game,
                round,
                people,
                bots,
            } = started;
            play.add_started(*game);
            let game = game.word();
            tracing::info!(%room, game, round, people, bots, "a game started");
        }
    }
}

impl Players {
    fn of(finished: &Finished) -> Self {
        let here = finished.players.iter().flatten();
        let bots = here.filter(|person| person.is_bot()).count();
        let left = finished.players.iter().filter(|one| one.is_none()).count();
        Self {
            people: finished.players.len() - bots - left,
            bots,
            left,
        }
    }
}
