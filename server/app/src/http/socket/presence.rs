//! A client's connection to a room, whichever server has the room.

use std::{sync::Arc, time::Duration};

use senda_room::{
    Person,
    protocol::{ClientMessage, CloseCode, Since},
};
use senda_store::RoomId;
use tokio::{sync::oneshot::error::RecvError, time::sleep};

use crate::{
    app::App,
    cluster::{Links, NotJoined, RemoteConnection, Who, replicas::RevocableOutlet},
    http::problem::Problem,
    limits,
    live::{
        actor::Connection,
        registry::{Found, Unavailable},
    },
    net::{
        rate::{Permit, Source},
        transport::{Outlet, Transport},
    },
    process::chance,
};

/// The number of attempts to find a room that has just moved.
const ATTEMPTS: usize = 3;

/// A client that is about to join a room.
#[derive(Clone)]
pub(super) struct Coming {
    pub room: RoomId,
    pub person: Person,
    /// The snapshot of the room that the client already has.
    pub since: Option<Since>,
    pub source: Source,
}

/// A client's connection to a room. Dropping it leaves the room.
pub(super) enum Presence {
    Here(Connection),
    /// The room is on another server.
    There(RemoteConnection),
    /// The room is on another server, and its replica here serves the client.
    Followed(Box<Watching>),
}

/// A spectator of a room that has a replica here.
pub(super) struct Watching {
    connection: Connection,
    passage: Arc<RevocableOutlet>,
    coming: Coming,
}

impl Coming {
    /// Checks that the room can be reached, here or over a link. If the room's server may be lost,
    /// the client waits for that server or for the room to be free, and gives up its place among
    /// the joining clients for that time.
    ///
    /// # Errors
    /// Returns [`Problem`] if the room is unavailable, or if there is no place after the wait.
    pub async fn look(&self, app: &App, place: Permit) -> Result<Permit, Problem> {
        let Some(links) = &app.links else {
            let room = app.registry.get(self.room, self.person.player, self.source);
            room.await?;
            return Ok(place);
        };
        if app.replicas.of(self.room).is_some() {
            return Ok(place);
        }
        let Some(address) = self.out_of_reach(app, links).await? else {
            return Ok(place);
        };
        drop(place);
        let was_silent = tokio::select! {
            was_silent = app.store.wait_for_recovery(&address) => was_silent,
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

    /// Returns the address of the server that has the room, if it can't be reached.
    async fn out_of_reach(&self, app: &App, links: &Links) -> Result<Option<String>, Unavailable> {
        match self.find(app).await? {
            Found::Here => Ok(None),
            Found::There(address) => {
                let link = links.reach(&address).await;
                Ok(link.is_none().then_some(address))
            }
        }
    }

    /// Connects the client to the room, which sends its messages through `transport`.
    pub async fn join(
        &self,
        app: &App,
        transport: &Arc<Transport>,
    ) -> Result<Presence, Unavailable> {
        if let Some(room) = app.replicas.of(self.room) {
            let passage = Arc::new(RevocableOutlet::to(transport.clone()));
            let (person, outlet) = (self.person.clone(), passage.clone());
            // Clients that the replica does not serve, and all clients when it is gone, join the
            // room itself.
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

    /// Connects the client to the room itself.
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
            has_other_shapes: outlet.has_other_shapes(),
        };
        match link.join(self.room, who, outlet.clone()).await {
            Ok(connection) => {
                // Most of the clients that join next may be spectators.
                if link.in_room(self.room) >= app.settings.follow_from {
                    app.replicas.begin(self.room, &link);
                }
                Ok(Presence::There(connection))
            }
            Err(NotJoined::NotThere) => Err(Unavailable::Elsewhere),
            Err(NotJoined::Refused) => Err(Unavailable::KeepsEnding),
        }
    }
}

impl Watching {
    /// Moves the client to the room itself, because it has a message for the room. The messages
    /// that it has received stay valid. It is sent the whole room again, since this server does not
    /// know which snapshot it has.
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
    /// Returns whether this server has the room, so that the room's clock is its own.
    pub fn is_here(&self) -> bool {
        matches!(self, Self::Here(_))
    }

    /// Waits for the close code of the connection. Returns an error if the room could not send one.
    pub async fn closing(&mut self) -> Result<CloseCode, RecvError> {
        match self {
            Self::Here(connection) => (&mut connection.closing).await,
            Self::There(connection) => (&mut connection.closing).await,
            Self::Followed(watching) => (&mut watching.connection.closing).await,
        }
    }

    /// Sends a client's message to the room: the parsed message, or its text over a link.
    ///
    /// # Errors
    /// Returns [`Unavailable`] if the room can't be reached. A room that is gone is no error: the
    /// end of the connection reports it.
    pub async fn say(
        &mut self,
        app: &App,
        up: ClientMessage,
        text: &str,
    ) -> Result<(), Unavailable> {
        if let Self::Followed(watching) = self {
            if let ClientMessage::Sync { .. } | ClientMessage::Look { .. } = up {
                // The error is ignored, since the end of the connection reports the reason.
                let _ = watching.connection.send(up).await;
                return Ok(());
            }
            *self = watching.go_to_room(app).await?;
        }
        // The error is ignored, since the room has sent a close code or the end of its connection
        // reports it.
        let _ = match self {
            Self::Here(connection) => connection.send(up).await,
            Self::There(connection) => connection.send(text).await,
            Self::Followed(_) => Ok(()),
        };
        Ok(())
    }
}
