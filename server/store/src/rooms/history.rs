//! The statements for the tables that lists of finished games are read from.

use senda_room::Finished;

use crate::{room_id::RoomId, statement::Statements};

impl Statements {
    /// Adds a finished game, by its id and the time of its end, to the lists of its players, and to
    /// that of the server if the lobby listed the room.
    pub(super) fn history(
        &mut self,
        id: &str,
        (room, ended_at): (RoomId, i64),
        finished: &Finished,
    ) {
        let (kind, round) = (finished.kind.word(), finished.round);
        if finished.listed {
            self.add(
                "insert into public_game (game_id, ended_at, game, room, round)
                 values ($1, $2, $3, $4, $5)",
                (id, ended_at, kind, room, round),
            );
        }
        let seats = u32::try_from(finished.players.len()).unwrap_or(u32::MAX);
        let places = finished.outcome.places.iter().zip(&finished.players);
        for (place, person) in places {
            let people = person.as_ref().filter(|person| person.has_record());
            if let Some(person) = people {
                self.add(
                    "insert into played (player, ended_at, game_id, game, room, round, seats, place)
                     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing",
                    (
                        person.player,
                        ended_at,
                        id,
                        kind,
                        room,
                        round,
                        seats,
                        u32::from(*place),
                    ),
                );
            }
        }
    }

    /// Removes the games of a room from all lists.
    pub(super) fn no_history(&mut self, room: RoomId) {
        self.add("delete from played where room = $1", room);
        self.add("delete from public_game where room = $1", room);
    }
}
