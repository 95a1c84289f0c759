//! The command `senda puzzles`: makes puzzles from games of bots, and from the finished games of
//! this server's public rooms. Of such a game, a puzzle contains a position and nothing else.

mod books;

use std::{
    panic::{self, AssertUnwindSafe},
    sync::atomic::{AtomicUsize, Ordering},
    vec,
};

use anyhow::{Context, Result};
use clap::Args;
use senda_arena::Puzzles;
use senda_puzzles::make::{GamePuzzles, Made};
use senda_room::{Record, protocol::By, review::Course};
use senda_rules::{AnyGame, GameKind, Seat};
use senda_store::{GameCursor, ListedGame, Place, ReadError, RoomId, Store, open_exclusively};
use tokio::runtime::{self, Runtime};

pub use self::books::{Books, NoBooks};

/// The arguments of `senda puzzles`.
#[derive(Clone, Debug, Args)]
pub struct MakePuzzles {
    /// The arguments for games of bots.
    #[command(flatten)]
    puzzles: Puzzles,
    /// Also look at the finished games of public rooms, which are those of `/games/latest`, in the
    /// database of these settings. The server must not run.
    #[arg(long)]
    public_games: bool,
}

/// Makes puzzles, writes them and prints a table of them. `place` is the database with the public
/// games; `None` if the server lists none.
///
/// # Errors
/// Returns an error if the file can't be written, or if public games are wanted and there is no
/// database that has them and can be read.
pub fn make(command: &MakePuzzles, place: Option<Place<'_>>) -> Result<()> {
    let puzzles = &command.puzzles;
    puzzles.make(|| {
        let mut made = Vec::new();
        if command.public_games {
            let place = place.context("no games are public with --public-lobby off")?;
            made = of_public_games(puzzles, place)?;
        }
        made.extend(puzzles.of_bots()?);
        Ok(made)
    })
}

/// Returns the puzzles in the finished games of public rooms, and prints the number of these games.
fn of_public_games(puzzles: &Puzzles, place: Place<'_>) -> Result<Vec<Made>> {
    // One thread keeps the connections alive. The threads that search for puzzles wait for reads.
    let runtime = runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .enable_all()
        .build()?;
    let store = runtime.block_on(open_exclusively(place, "puzzles"))?;
    let database = Database { runtime, store };
    let (read, skipped) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let made = puzzles.of_games(database.public_games(puzzles.game()), |game| {
        let (room, round) = game?;
        let Some(positions) = database.positions(room, round)? else {
            skipped.fetch_add(1, Ordering::Relaxed);
            return Ok(Vec::new());
        };
        read.fetch_add(1, Ordering::Relaxed);
        let mut of_game = GamePuzzles::default();
        for (game, seat) in &positions {
            of_game.look(game, *seat);
        }
        Ok(of_game.made())
    });
    database.close();
    let made = made?;
    println!(
        "finished games of public rooms: {} read, {} skipped, whose logs can't be replayed by today's rules",
        read.into_inner(),
        skipped.into_inner()
    );
    Ok(made)
}

/// A database that is read by several threads.
struct Database {
    runtime: Runtime,
    store: Store,
}

impl Database {
    /// Returns the finished games of public rooms, by their rooms and numbers, the latest first.
    fn public_games(&self, kind: GameKind) -> PublicGames<'_> {
        PublicGames {
            database: self,
            kind,
            page: Vec::new().into_iter(),
            next: Some(GameCursor::START),
        }
    }

    /// Returns the positions of a finished game in which the owner of a seat has decided: a person
    /// or a bot. Returns `None` if its log can't be read or replayed, which affects no other game.
    fn positions(
        &self,
        room: RoomId,
        round: u32,
    ) -> Result<Option<Vec<(AnyGame, Seat)>>, ReadError> {
        let log = match self.runtime.block_on(self.store.finished_game(room, round)) {
            Ok(Some(log)) => log,
            Err(ReadError::Database(words)) => return Err(ReadError::Database(words)),
            Ok(None) | Err(_) => return Ok(None),
        };
        // The rules panic on events that can't have happened.
        let replayed = panic::catch_unwind(AssertUnwindSafe(|| replay(&log, round)));
        Ok(replayed.ok().flatten())
    }

    fn close(self) {
        self.runtime.block_on(self.store.close());
    }
}

fn replay(log: &[Record], round: u32) -> Option<Vec<(AnyGame, Seat)>> {
    let course = Course::of(log, round)?;
    let moments = course.moments();
    let own = moments.filter(|moment| matches!(moment.by, By::Player | By::Bot));
    Some(own.map(|moment| (moment.before, moment.seat)).collect())
}

/// The finished games of public rooms. One page of their list is in memory at a time.
struct PublicGames<'a> {
    database: &'a Database,
    kind: GameKind,
    page: vec::IntoIter<ListedGame>,
    next: Option<GameCursor>,
}

impl Iterator for PublicGames<'_> {
    type Item = Result<(RoomId, u32), ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(game) = self.page.next() {
                return Some(Ok((game.room, game.round)));
            }
            let Database { runtime, store } = self.database;
            let page = store.latest_games(Some(self.kind.word()), self.next.take()?);
            match runtime.block_on(page) {
                Ok(page) => (self.page, self.next) = (page.games.into_iter(), page.next),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}
