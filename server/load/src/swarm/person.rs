//! A person at a table who comes, plays or watches, and reconnects after every failure.

use std::{
    future::pending,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::Result;
use senda_client::Client;
use serde_json::json;
use tokio::time::{sleep, sleep_until};

use super::{
    checks::CheckedMessage,
    choices::{Aim, wish},
    client::{NotTrusted, NotUnderstood, arrive, create_room},
    policy::{Occasion, Policy, SideAction},
    room::{Room, Table},
    socket::Socket,
    tab::{self, Tab},
};
use crate::ledger::{ActionKind, Book, Facts};

/// The time without an answer after which a command is sent again on the same connection.
const UNANSWERED: Duration = Duration::from_secs(12);
/// The delay before a command that was temporarily rejected is sent again.
const SOON: Duration = Duration::from_secs(1);
/// The number of versions between two occasions of a spectator.
const WATCHED: u32 = 16;

/// The role of a person at a table.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Part {
    /// Opens the room, begins the games and plays.
    Host,
    /// Plays in the games that the host begins.
    Player,
    /// Watches the games as a spectator.
    Watcher,
}

/// A person at a table.
#[derive(Debug)]
pub(super) struct Person {
    table: Arc<Table>,
    part: Part,
    name: String,
    client: Client,
    mind: Policy,
    /// The number of occasions that the person has had.
    occasions: u64,
    failures: u64,
    commands: u64,
    pending: Option<Pending>,
    /// The last command that was acknowledged. It is sent once more after a reconnect, to check
    /// that it counts once.
    answered: Option<Pending>,
    /// The epoch and version of the last acknowledgement. Updates up to earlier versions are out of
    /// date.
    acked: Option<(u32, u32)>,
    /// The epoch and version that the page has.
    held: Option<(u32, u32)>,
    now: Option<Arc<Facts>>,
    has_tab: bool,
    /// The moment since which the person has no socket, after having had one.
    away: Option<Instant>,
}

/// A command that is not yet answered.
#[derive(Debug)]
struct Pending {
    id: String,
    text: String,
    /// The epoch of the version that the command answers, if it answers one.
    epoch: Option<u32>,
    /// The moment when it was sent, if it is a decision that was sent only once.
    timed: Option<Instant>,
}

impl Pending {
    /// Returns whether the command means the same in the history that the page has now. A version
    /// of another history may have the same number and show another state.
    fn is_of(&self, held: Option<(u32, u32)>) -> bool {
        let now = held.map(|(epoch, _)| epoch);
        self.epoch.is_none() || self.epoch == now
    }
}

/// The next step of a person after a message.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Next {
    /// Keeps the step that is scheduled.
    AsBefore,
    /// Does nothing until another message comes.
    Wait,
    /// Sends the next command after that time.
    ActAfter(Duration),
    /// Repeats the unanswered command after that time, or earlier if a step is scheduled before.
    AskWithin(Duration),
    /// Reloads the page and reconnects.
    Reload,
}

/// The reason why a visit ends without a failure.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Leave {
    /// The person reloads the page and comes back at once.
    Reload,
    /// The person leaves for good.
    Home,
}

impl Person {
    pub fn new(table: Arc<Table>, part: Part, place: usize, client: Client, mind: Policy) -> Self {
        Self {
            name: format!("R{} P{place}", table.number),
            table,
            part,
            client,
            mind,
            occasions: 0,
            failures: 0,
            commands: 0,
            pending: None,
            answered: None,
            acked: None,
            held: None,
            now: None,
            has_tab: false,
            away: None,
        }
    }

    /// Runs the person until the whole table may leave.
    ///
    /// # Errors
    /// Returns [`NotTrusted`] or [`NotUnderstood`]. After any other error the person tries again.
    pub async fn live(mut self) -> Result<()> {
        while let Err(error) = arrive(&mut self.client, &self.name).await {
            if error.is::<NotTrusted>() {
                return Err(error);
            }
            self.pause().await;
        }
        let mut last = None;
        while let Some(room) = self.next_room(last.as_deref()).await? {
            self.spend_evening(&room).await;
            self.table.leave(&room);
            last = Some(room);
        }
        self.table.went(&self.name);
        Ok(())
    }

    /// Returns the room after that one, or `None` if there is none. The host opens it.
    ///
    /// # Errors
    /// Returns [`NotUnderstood`] if the server rejects the settings of the room.
    async fn next_room(&mut self, last: Option<&Room>) -> Result<Option<Arc<Room>>> {
        while self.part == Part::Host && self.table.is_roomless() {
            let asked = Instant::now();
            match create_room(&self.client, &self.table.settings).await {
                Ok(room) => self.table.opened(&room, &self.name, asked),
                Err(error) if error.is::<NotUnderstood>() => return Err(error),
                Err(_) => self.pause().await,
            }
        }
        Ok(self.table.room_after(last).await)
    }

    /// Stays in that room until the whole table leaves it.
    async fn spend_evening(&mut self, room: &Room) {
        (self.held, self.now, self.has_tab) = (None, None, false);
        (self.pending, self.answered, self.acked) = (None, None, None);
        loop {
            match self.visit(room).await {
                Ok(Leave::Home) => return,
                Ok(Leave::Reload) => {}
                // The room was lost together with the database that held it.
                Err(_) if room.book.is_lost() => return,
                Err(reason) => {
                    self.away.get_or_insert_with(Instant::now);
                    let room = room.book.name();
                    self.does(format!("comes back to {room}: {reason:#}"));
                    self.pause().await;
                }
            }
        }
    }

    fn does(&self, what: String) {
        self.table.does(&self.name, what);
    }

    async fn pause(&mut self) {
        sleep(self.mind.patience(self.failures)).await;
        self.failures += 1;
    }

    async fn tab(&self, book: &Arc<Book>, held: Option<(u32, u32)>) -> Result<Tab> {
        Tab::open(&self.client, book, &self.name, held, &self.table.tally).await
    }

    /// Holds one connection, and at times a second one, until the first one ends.
    async fn visit(&mut self, room: &Room) -> Result<Leave> {
        let book = &room.book;
        let mut tab = self.tab(book, self.held).await?;
        let mut is_back = false;
        let mut second: Option<Tab> = None;
        let mut turns = self.table.turns();
        let mut due = None;
        while !self.is_done(room) {
            if self.has_tab != second.is_some() {
                second = if self.has_tab {
                    Some(self.tab(book, None).await?)
                } else {
                    None
                };
            }
            tokio::select! {
                text = tab.socket.hear() => {
                    let heard = Instant::now();
                    let text = text?;
                    self.failures = 0;
                    if let Some(away) = self.away.take() {
                        self.table.tally.back(heard - away);
                    }
                    let came = tab.listener.hear(&text, heard);
                    self.held = tab.listener.held();
                    if !is_back && matches!(came, CheckedMessage::Update { .. }) {
                        is_back = true;
                        self.repeat(&mut tab.socket).await?;
                    }
                    match self.take(room, came, heard, true) {
                        Next::AsBefore => {}
                        Next::Wait => due = None,
                        Next::ActAfter(time) => due = Some(heard + time),
                        Next::AskWithin(time) => {
                            let asked = heard + time;
                            due = Some(due.map_or(asked, |due| due.min(asked)));
                        }
                        Next::Reload => return Ok(Leave::Reload),
                    }
                }
                text = tab::hear(second.as_mut()) => {
                    let heard = Instant::now();
                    match (text, &mut second) {
                        (Ok(text), Some(other)) => {
                            let came = other.listener.hear(&text, heard);
                            self.take(room, came, heard, false);
                        }
                        _ => self.has_tab = false,
                    }
                }
                () = until(due) => {
                    due = None;
                    if let Some(Leave::Reload) = self.act(book, &mut tab.socket).await? {
                        return Ok(Leave::Reload);
                    }
                    if self.pending.is_some() {
                        due = Some(Instant::now() + UNANSWERED);
                    }
                }
                () = turns.next() => {}
            }
        }
        Ok(Leave::Home)
    }

    /// Sends the last command of the connection before once more, unless the history that it was
    /// for is gone.
    async fn repeat(&mut self, socket: &mut Socket) -> Result<()> {
        self.pending.take_if(|pending| !pending.is_of(self.held));
        if let Some(pending) = &mut self.pending {
            pending.timed = None;
            socket.say(&pending.text).await?;
        } else if let Some(answered) = self.answered.take()
            && answered.is_of(self.held)
        {
            socket.say(&answered.text).await?;
        }
        Ok(())
    }

    /// Returns the facts and the version of the room, or `None` while they are older than the last
    /// acknowledgement.
    fn caught_up(&self) -> Option<(&Facts, u32)> {
        let (epoch, version) = self.held?;
        let is_old = |(answered, at)| answered == epoch && version < at;
        if self.acked.is_some_and(is_old) {
            return None;
        }
        Some((self.now.as_deref()?, version))
    }

    /// Returns whether to leave the room. The host decides for all, since only the host could begin
    /// another game.
    fn is_done(&self, room: &Room) -> bool {
        let leaves = match self.caught_up() {
            Some((facts, _)) if facts.host == self.name => self.table.is_last(facts),
            _ => !self.table.meets_in(room),
        };
        leaves && self.pending.is_none()
    }

    /// Handles a message, and returns the next step.
    fn take(
        &mut self,
        room: &Room,
        came: CheckedMessage,
        heard: Instant,
        is_first_tab: bool,
    ) -> Next {
        match came {
            CheckedMessage::Update {
                facts,
                version,
                step,
                whole,
            } => {
                if step {
                    room.flights.heard(version, heard);
                }
                if let Some(whole) = whole.filter(|_| is_first_tab && self.now.is_some()) {
                    self.table.tally.returned(whole);
                }
                if is_first_tab {
                    self.now = Some(facts);
                }
                if self.part == Part::Watcher {
                    return self.watch(version);
                }
            }
            CheckedMessage::Acked { id, version } => {
                if let Some(pending) = self.pending.take_if(|pending| pending.id == id) {
                    if let Some(sent) = pending.timed {
                        room.flights.acked(version, sent, heard);
                    }
                    self.answered = Some(pending);
                    self.acked = self.held.map(|(epoch, _)| (epoch, version));
                }
            }
            CheckedMessage::Refused { id, temporary } if temporary => {
                let waits = self.pending.as_ref().is_some_and(|sent| sent.id == id);
                return if waits {
                    Next::AskWithin(SOON)
                } else {
                    Next::AsBefore
                };
            }
            CheckedMessage::Refused { id, .. } => {
                self.pending.take_if(|pending| pending.id == id);
            }
            CheckedMessage::Nothing => return Next::AsBefore,
        }
        if self.pending.is_some() {
            return Next::AskWithin(UNANSWERED);
        }
        let occasion = self.mind.occasion(self.occasions);
        let wish = self.wish(&occasion);
        wish.map_or(Next::Wait, |_| Next::ActAfter(occasion.think))
    }

    /// Lets a spectator do a side action now and then.
    fn watch(&mut self, version: u32) -> Next {
        let number = u64::from(version / WATCHED);
        if number <= self.occasions {
            return Next::Wait;
        }
        self.occasions = number;
        match self.mind.occasion(number).whim {
            SideAction::ReloadBefore | SideAction::ReloadAfter => return Next::Reload,
            SideAction::Tab => self.has_tab = !self.has_tab,
            SideAction::None | SideAction::Twice | SideAction::Sync | SideAction::Chat => {}
        }
        Next::Wait
    }

    fn wish(&self, occasion: &Occasion) -> Option<(ActionKind, serde_json::Value)> {
        if self.part == Part::Watcher {
            return None;
        }
        let (facts, version) = self.caught_up()?;
        let aim = Aim {
            players: self.table.players,
            is_last: self.table.is_last(facts),
            hurries: self.table.hurries(),
        };
        wish(&self.name, aim, facts, version, occasion)
    }

    /// Sends the next command, or repeats the command that is not yet answered.
    async fn act(&mut self, book: &Book, socket: &mut Socket) -> Result<Option<Leave>> {
        if let Some(pending) = &mut self.pending {
            pending.timed = None;
            let text = pending.text.clone();
            self.does(format!("asks once more: {text}"));
            socket.say(&text).await?;
            return Ok(None);
        }
        let occasion = self.mind.occasion(self.occasions);
        let Some((deed, mut command)) = self.wish(&occasion) else {
            return Ok(None);
        };
        self.occasions += 1;
        match occasion.whim {
            SideAction::ReloadBefore => return Ok(Some(Leave::Reload)),
            SideAction::Chat => {
                let said = json!({ "type": "chat", "text": format!("{}!", self.occasions) });
                socket.say(&said.to_string()).await?;
            }
            SideAction::Sync => socket.say(r#"{"type":"sync"}"#).await?,
            SideAction::Tab => self.has_tab = !self.has_tab,
            SideAction::None | SideAction::ReloadAfter | SideAction::Twice => {}
        }
        self.commands += 1;
        let id = format!("{}-{}", self.name, self.commands);
        command["id"] = json!(id);
        let text = command.to_string();
        self.does(text.clone());
        book.sent(&self.name, &id, deed);
        let sent = Instant::now();
        let is_decision = command["type"] == "act" && occasion.whim == SideAction::None;
        self.pending = Some(Pending {
            id,
            text: text.clone(),
            epoch: self
                .held
                .filter(|_| command.get("version").is_some())
                .map(|(epoch, _)| epoch),
            timed: is_decision.then_some(sent),
        });
        socket.say(&text).await?;
        if occasion.whim == SideAction::Twice {
            socket.say(&text).await?;
        }
        Ok((occasion.whim == SideAction::ReloadAfter).then_some(Leave::Reload))
    }
}

async fn until(due: Option<Instant>) {
    match due {
        Some(due) => sleep_until(due.into()).await,
        None => pending().await,
    }
}
