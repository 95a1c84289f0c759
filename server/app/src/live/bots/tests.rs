use senda_bots::{Dice, Level};
use senda_rules::{AnyGame, AnyView, Game, GameKind, Seat, Viewer};
use tokio::task::JoinHandle;
use tracing_subscriber::fmt::MakeWriter as _;

use super::*;

#[tokio::test(start_paused = true)]
async fn limits_the_decisions_of_all_bots_together() {
    let bots = Bots::new(None, "0-0".parse().unwrap());
    let begun = time::Instant::now();
    let more = 5 * limits::BOT_DECISIONS_PER_SECOND;
    for _ in 0..limits::BOT_DECISIONS_BURST + more {
        bots.0.may_decide(None).await;
    }
    let took = begun.elapsed();
    assert!(
        took > Duration::from_secs(4) && took < Duration::from_secs(6),
        "{took:?}"
    );
}

#[test]
fn reduces_the_time_of_bots_behind_others() {
    let bots = Bots::new(Some(NonZeroUsize::MIN), "0-0".parse().unwrap());
    assert_eq!(bots.0.budget(0), limits::BOT_BUDGET);
    assert_eq!(bots.0.budget(1), limits::BOT_BUDGET / 2);
    assert_eq!(bots.0.budget(1_000), limits::BOT_BUDGET_LEAST);
}

#[test]
fn logs_once_that_bots_have_less_time() {
    static LINES: Mutex<Vec<u8>> = Mutex::new(Vec::new());
    let written = || String::from_utf8(LINES.lock().unwrap().clone()).unwrap();
    let log = tracing_subscriber::fmt().with_writer(|| LINES.make_writer());
    tracing::subscriber::with_default(log.with_ansi(false).finish(), || {
        let bots = Bots::new(Some(NonZeroUsize::MIN), "0-0".parse().unwrap());
        bots.0.budget(0);
        assert_eq!(written(), "", "nobody waits");
        for waiting in [3, 4, 5] {
            bots.0.budget(waiting);
        }
    });
    let log = written();
    let milliseconds = (limits::BOT_BUDGET / 4).as_millis();
    assert_eq!(log.lines().count(), 1, "{log}");
    assert!(log.contains("bots have less time to think"), "{log}");
    assert!(log.contains("waiting=3"), "{log}");
    assert!(
        log.contains(&format!("milliseconds={milliseconds}")),
        "{log}"
    );
}

/// Returns the view of the player who decides first, at the beginning of a game.
fn beginning() -> AnyView {
    let game = AnyGame::new(&GameKind::ALL[0].options(), 2, Some(Seat::ZERO));
    let mut game = game.unwrap();
    game.apply_all(&game.open(&mut Dice::new(1)));
    game.view(Viewer::Seat(Seat::ZERO))
}

/// The test's paused clock advances only while all tasks wait for it.
#[tokio::test(start_paused = true)]
async fn a_bot_waits_for_its_pace_with_people_but_not_among_bots() {
    let bots = Bots::new(None, "8000-8000".parse().unwrap());
    for (with_people, seconds) in [(true, 4..9), (false, 0..1)] {
        let begun = time::Instant::now();
        let (answer, mut room) = mpsc::channel(1);
        let question = Question {
            seat: Seat::ZERO,
            version: 1,
            level: Level::Easy,
            view: beginning(),
            with_people,
            played_for: 0,
        };
        bots.ask(None, question, answer);
        let thought = room.recv().await.map(|thought| *thought);
        assert!(matches!(
            thought,
            Some(Input::Thought {
                action: Some(_),
                ..
            })
        ));
        let took = begun.elapsed();
        assert!(seconds.contains(&took.as_secs()), "{took:?}");
    }
}

/// The timeout that ends the test if the work never yields. It is never reached otherwise.
const NEVER: Duration = Duration::from_mins(2);

/// Starts work that counts its steps and ends only when `enough` is cancelled.
fn work_without_end(
    bots: &Bots,
    enough: &CancellationToken,
    steps: &Arc<AtomicUsize>,
) -> JoinHandle<Option<()>> {
    let (bots, enough, steps) = (bots.clone(), enough.clone(), steps.clone());
    let work = move |budget: &Budget| {
        let view = beginning();
        while !enough.is_cancelled() {
            hint(&view, Seat::ZERO, &budget.at_most(1), 1).expect("a choice");
            steps.fetch_add(1, Ordering::SeqCst);
        }
    };
    tokio::spawn(async move { bots.work_between(CancellationToken::new(), work).await })
}

/// The work has the only permit and never ends by itself. A bot decides only if the work yields
/// to it, and the work does not proceed while the bot computes.
#[tokio::test]
async fn other_work_pauses_while_a_bot_computes() {
    let bots = Bots::new(Some(NonZeroUsize::MIN), "0-0".parse().unwrap());
    let (enough, steps) = (CancellationToken::new(), Arc::new(AtomicUsize::new(0)));
    let done = || steps.load(Ordering::SeqCst);
    let working = work_without_end(&bots, &enough, &steps);
    let mut before = 0;
    for _ in 0..3 {
        while done() == before {
            time::sleep(Duration::from_millis(1)).await;
        }
        let (answer, _room) = mpsc::channel(1);
        let steps = steps.clone();
        let think = move |_: &Budget| {
            let before = steps.load(Ordering::SeqCst);
            thread::sleep(Duration::from_millis(20));
            (before, steps.load(Ordering::SeqCst))
        };
        let thought = time::timeout(NEVER, bots.0.in_turn(None, &answer, think)).await;
        let (first, last) = thought.expect("a place").expect("a thought");
        assert_eq!(first, last);
        before = last;
    }
    enough.cancel();
    assert_eq!(working.await.unwrap(), Some(()));
}

fn at(address: &str) -> Source {
    address.parse::<std::net::IpAddr>().unwrap().into()
}

/// Runs a computation of that duration in the queue of an address.
async fn think_for(bots: &Bots, opener: Source, milliseconds: u64) {
    let (answer, _room) = mpsc::channel(1);
    let think = move |_: &Budget| thread::sleep(Duration::from_millis(milliseconds));
    bots.0.in_turn(Some(opener), &answer, think).await;
}

#[tokio::test]
async fn bots_of_one_address_delay_those_of_another_only_briefly() {
    let bots = Bots::new(Some(NonZeroUsize::MIN), "0-0".parse().unwrap());
    let done = Arc::new(AtomicUsize::new(0));
    for _ in 0..12 {
        let (bots, done) = (bots.clone(), done.clone());
        tokio::spawn(async move {
            think_for(&bots, at("192.0.2.1"), 20).await;
            done.fetch_add(1, Ordering::SeqCst);
        });
    }
    while done.load(Ordering::SeqCst) == 0 {
        time::sleep(Duration::from_millis(1)).await;
    }
    let before = done.load(Ordering::SeqCst);
    think_for(&bots, at("192.0.2.2"), 1).await;
    let meanwhile = done.load(Ordering::SeqCst) - before;
    assert!(meanwhile <= 3, "{meanwhile} of twelve");
}

#[tokio::test]
async fn other_work_proceeds_while_bots_are_always_busy() {
    let bots = Bots::new(Some(NonZeroUsize::MIN), "0-0".parse().unwrap());
    let (enough, steps) = (CancellationToken::new(), Arc::new(AtomicUsize::new(0)));
    for number in 0..4 {
        let (bots, enough) = (bots.clone(), enough.clone());
        let opener = at(&format!("192.0.2.{number}"));
        tokio::spawn(async move {
            while !enough.is_cancelled() {
                think_for(&bots, opener, 20).await;
            }
        });
    }
    // From here on there is always a question in the queue.
    while bots.0.waiting.load(Ordering::SeqCst) < 2 {
        time::sleep(Duration::from_millis(1)).await;
    }
    let working = work_without_end(&bots, &enough, &steps);
    let some = async {
        while steps.load(Ordering::SeqCst) < 3 {
            time::sleep(Duration::from_millis(1)).await;
        }
    };
    let came_on = time::timeout(NEVER, some).await;
    enough.cancel();
    assert!(came_on.is_ok(), "nothing was worked out");
    assert_eq!(working.await.unwrap(), Some(()));
}
