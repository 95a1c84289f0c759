//! Tests of work that blocks threads: a client that keeps all shared threads busy delays no move.

use std::{
    sync::{Arc, Barrier},
    time::Duration,
};

use tokio::{runtime::Builder, task::spawn_blocking, time::timeout};

use crate::{game::Table, world::World};

/// The number of threads that the runtime shares among all blocking work.
const SHARED: usize = 4;
/// The time limit for one move to be stored and sent to all clients.
const PROMPT: Duration = Duration::from_secs(2);

#[test]
fn moves_are_stored_while_every_shared_thread_is_taken() {
    let runtime = Builder::new_multi_thread()
        .worker_threads(2)
        .max_blocking_threads(SHARED)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        let world = World::start().await;
        let mut table = Table::playing(world.address, 2, 0).await;
        let release = Arc::new(Barrier::new(SHARED + 1));
        let taken: Vec<_> = (0..SHARED)
            .map(|_| {
                let release = release.clone();
                spawn_blocking(move || release.wait())
            })
            .collect();
        let moves = async {
            for _ in 0..6 {
                table.play().await;
            }
        };
        let prompt = timeout(6 * PROMPT, moves).await.is_ok();
        release.wait();
        for one in taken {
            one.await.unwrap();
        }
        assert!(prompt, "a move waits for a shared thread");
    });
}
