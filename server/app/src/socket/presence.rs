//! Somebody in a room, wherever that is.

use std::{sync::Arc, time::Duration};

use senda_room::{
    Person,
    protocol::{ClientMessage, CloseCode, Since},
};
use tokio::{sync::oneshot::error::RecvError, time::sleep};

use crate::{
    actor::Connection,
    app::App,
    chance,
    cluster::{FarConnection, Links, NotJoined, Who},
    followers::Passage,
    limits,
    problem::Problem,
    rate::{Pass, Source},
    registry::{Found, Unavailable},
    room_id::RoomId,
    transport::{Outlet, Transport},
};

/// How often a room is looked for that has just moved.
const ATTEMPTS: usize = 3;

/// Somebody who comes to a room.
#[derive(Clone)]
pub(super) struct Coming {
    pub room: RoomId,
    pub person: Person,
    /// What they have of it.
    pub since: Option<Since>,
    pub source: Source,
}

/// Somebody in a room, until it is dropped.
pub(super) enum Presence {
    Here(Connection),
    /// With another server.
    There(FarConnection),
    /// It is with another server, and followed here.
    Followed(Box<Watching>),
}

/// Somebody who watches a room that is followed here.
pub(super) struct Watching {
    connection: Connection,
    passage: Arc<Passage>,
    coming: Coming,
}

impl Coming {
    /// Sees to it that the room can be had, here or over a link. If its server may be gone, they wait for it or for the
    /// room, and give up their place among those who come for that time.
    ///
    /// # Errors
    /// The room is unavailable, or there is no place when they have waited.
    pub async fn look(&self, app: &App, place: Pass) -> Result<Pass, Problem> {
        let Some(links) = &app.links else {
            let room = app.registry.get(self.room, self.person.player, self.source);
            room.await?;
            return Ok(place);
        };
        if app.followers.of(self.room).is_some() {
            return Ok(place);
        }
        let Some(address) = self.out_of_reach(app, links).await? else {
            return Ok(place);
        };
        drop(place);
        let was_silent = tokio::select! {
            was_silent = app.store.outwait(&address) => was_silent,
            () = app.shutdown.cancelled() => false,
        };
        if !was_silent {
            return Err(Unavailable::Elsewhere.into());
        }
        let spread = chance::between(0, limits::RELEASED_MS);
        sleep(Duration::from_millis(spread.into())).await;
        let place = app.admission.handshake(self.source)?;
        match self.out_of_reach(app, links).await? {
            None => Ok(place),
            Some(_) => Err(Unavailable::Elsewhere.into()),
        }
    }

    /// The address of the server that has the room, if it can't be reached.
    async fn out_of_reach(&self, app: &App, links: &Links) -> Result<Option<String>, Unavailable> {
        match self.find(app).await? {
            Found::Here => Ok(None),
            Found::There(address) => {
                let link = links.reach(&address).await;
                Ok(link.is_none().then_some(address))
            }
        }
    }

    /// Connects them to the room, which sends what it says over `transport`.
    pub async fn join(
        &self,
        app: &App,
        transport: &Arc<Transport>,
    ) -> Result<Presence, Unavailable> {
        if let Some(room) = app.followers.of(self.room) {
            let passage = Arc::new(Passage::to(transport.clone()));
            let (person, outlet) = (self.person.clone(), passage.clone());
            // Whoever is not served there, and all when it has gone, come to the room itself.
            if let Ok(connection) = room.join(person, self.since, outlet).await {
                return Ok(Presence::Followed(Box::new(Watching {
                    connection,
                    passage,
                    coming: self.clone(),
                })));
            }
        }
        let outlet: Arc<dyn Outlet> = transport.clone();
        self.join_room(app, outlet).await
    }

    /// Connects them to the room itself.
    async fn join_room(&self, app: &App, outlet: Arc<dyn Outlet>) -> Result<Presence, Unavailable> {
        let Some(links) = &app.links else {
            return self.join_here(app, &outlet).await;
        };
        for _ in 0..ATTEMPTS {
            let joined = match self.find(app).await? {
                Found::Here => self.join_here(app, &outlet).await,
                Found::There(address) => self.join_there(app, (links, &address), &outlet).await,
            };
            match joined {
                Err(Unavailable::Elsewhere) => {}
                joined => return joined,
            }
        }
        Err(Unavailable::KeepsEnding)
    }

    async fn find(&self, app: &App) -> Result<Found, Unavailable> {
        let found = app
            .registry
            .find(self.room, self.person.player, self.source);
        found.await
    }

    async fn join_here(
        &self,
        app: &App,
        outlet: &Arc<dyn Outlet>,
    ) -> Result<Presence, Unavailable> {
        let joined = app
            .registry
            .join(self.room, &self.person, self.since, self.source, outlet);
        joined.await.map(Presence::Here)
    }

    async fn join_there(
        &self,
        app: &App,
        (links, address): (&Links, &str),
        outlet: &Arc<dyn Outlet>,
    ) -> Result<Presence, Unavailable> {
        let link = links.reach(address).await;
        let link = link.ok_or(Unavailable::KeepsEnding)?;
        let who = Who::Guest {
            person: self.person.clone(),
            since: self.since,
            source: self.source.into(),
            anew: outlet.was_told_by_another(),
        };
        match link.join(self.room, who, outlet.clone()).await {
            Ok(connection) => {
                // Of those who come next most may only watch.
                if link.in_room(self.room) >= app.settings.follow_from {
                    app.followers.begin(self.room, &link);
                }
                Ok(Presence::There(connection))
            }
            Err(NotJoined::NotThere) => Err(Unavailable::Elsewhere),
            Err(NotJoined::Refused) => Err(Unavailable::KeepsEnding),
        }
    }
}

impl Watching {
    /// Brings them to the room itself, because they have something to say there. What they were told stays as it is; they
    /// are told everything once more, as nobody knows here what they have.
    async fn go_to_room(&self, app: &App) -> Result<Presence, Unavailable> {
        let passage = self.passage.close().ok_or(Unavailable::KeepsEnding)?;
        let coming = Coming {
            since: None,
            ..self.coming.clone()
        };
        coming.join_room(app, Arc::new(passage)).await
    }
}

impl Presence {
    /// Whether this server has the room, whose clock is then its own.
    pub fn is_here(&self) -> bool {
        matches!(self, Self::Here(_))
    }

    /// Why the room ended the connection; an error if it could not say.
    pub async fn closing(&mut self) -> Result<CloseCode, RecvError> {
        match self {
            Self::Here(connection) => (&mut connection.closing).await,
            Self::There(connection) => (&mut connection.closing).await,
            Self::Followed(watching) => (&mut watching.connection.closing).await,
        }
    }

    /// Brings the room what somebody says: the message, or the text that it was.
    ///
    /// # Errors
    /// The room can't be had; of one that is gone the end of the connection says so.
    pub async fn say(
        &mut self,
        app: &App,
        up: ClientMessage,
        text: &str,
    ) -> Result<(), Unavailable> {
        if let Self::Followed(watching) = self {
            if let ClientMessage::Sync { .. } | ClientMessage::Look { .. } = up {
                // The end of the connection says why.
                let _ = watching.connection.say(up).await;
                return Ok(());
            }
            *self = watching.go_to_room(app).await?;
        }
        // A room that is gone has said why, or the end of its connection says it.
        let _ = match self {
            Self::Here(connection) => connection.say(up).await,
            Self::There(connection) => connection.say(text).await,
            Self::Followed(_) => Ok(()),
        };
        Ok(())
    }
}
