//! A client's connection to a room, whichever server has the room.

use std::{sync::Arc, time::Duration};

use senda_room::{
    Person,
    protocol::{ClientMessage, CloseCode},
};
use senda_store::RoomId;
use tokio::{sync::oneshot::error::RecvError, time::sleep};

use crate::{
    app::App,
    cluster::{Links, NotJoined, RemoteConnection, Who, replicas::RevocableOutlet},
    http::problem::Problem,
    limits,
    live::{
        actor::{Arrival, Connection},
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

/// The request of a client to join a room.
#[derive(Clone)]
pub(super) struct JoinRequest {
    pub room: RoomId,
    pub person: Person,
    pub arrival: Arrival,
    pub source: Source,
}

/// A client's connection to a room. Dropping it leaves the room.
pub(super) enum RoomConnection {
    /// This server has the room.
    Local(Connection),
    /// Another server has the room.
    Remote(RemoteConnection),
    /// Another server has the room, and its replica here serves the spectator.
    Replica(Box<ReplicaConnection>),
}

/// A spectator's connection to a room that has a replica here.
pub(super) struct ReplicaConnection {
    connection: Connection,
    outlet: Arc<RevocableOutlet>,
    request: JoinRequest,
}

impl JoinRequest {
    /// Checks that the room can be reached, here or over a link. If the room's server may be lost,
    /// the client waits for that server or for the room to be free, and gives up its place among
    /// the joining clients for that time.
    ///
    /// # Errors
    /// Returns [`Problem`] if the room is unavailable, or if there is no place after the wait.
    pub async fn wait_until_reachable(
        &self,
        app: &App,
        joining: Permit,
    ) -> Result<Permit, Problem> {
        let Some(links) = &app.links else {
            let room = app.registry.get(self.room, self.person.player, self.source);
            room.await?;
            return Ok(joining);
        };
        if app.replicas.of(self.room).is_some() {
            return Ok(joining);
        }
        let Some(address) = self.out_of_reach(app, links).await? else {
            return Ok(joining);
        };
        drop(joining);
        let was_silent = tokio::select! {
            was_silent = app.store.wait_for_recovery(&address) => was_silent,
            () = app.shutdown.cancelled() => false,
        };
        if !was_silent {
            return Err(Unavailable::Elsewhere.into());
        }
        let spread = chance::between(0, limits::RELEASED_MS);
        sleep(Duration::from_millis(spread.into())).await;
        let joining = app.admission.handshake(self.source)?;
        match self.out_of_reach(app, links).await? {
            None => Ok(joining),
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

    /// Connects the client to the room, which sends its messages through `transport`: to the
    /// replica here if it serves the client, and otherwise to the room itself.
    pub async fn join(
        &self,
        app: &App,
        transport: &Arc<Transport>,
    ) -> Result<RoomConnection, Unavailable> {
        if let Arrival::Join(_) = self.arrival
            && let Some(replica) = app.replicas.of(self.room)
        {
            let outlet = Arc::new(RevocableOutlet::to(transport.clone()));
            let joined = replica.join(
                self.person.clone(),
                self.arrival,
                self.source.tag(),
                outlet.clone(),
            );
            // Clients that the replica does not serve, and all clients when it is gone, join the
            // room itself.
            if let Ok(connection) = joined.await {
                return Ok(RoomConnection::Replica(Box::new(ReplicaConnection {
                    connection,
                    outlet,
                    request: self.clone(),
                })));
            }
        }
        self.join_room(app, transport.clone()).await
    }

    /// Connects the client to the room itself, on the server that has it.
    async fn join_room(
        &self,
        app: &App,
        outlet: Arc<dyn Outlet>,
    ) -> Result<RoomConnection, Unavailable> {
        let Some(links) = &app.links else {
            return self.join_local(app, &outlet).await;
        };
        for _ in 0..ATTEMPTS {
            let joined = match self.find(app).await? {
                Found::Here => self.join_local(app, &outlet).await,
                Found::There(address) => self.join_remote(app, (links, &address), &outlet).await,
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

    async fn join_local(
        &self,
        app: &App,
        outlet: &Arc<dyn Outlet>,
    ) -> Result<RoomConnection, Unavailable> {
        let (person, arrival, source) = (&self.person, self.arrival, self.source);
        let joined = app
            .registry
            .join(self.room, person, arrival, source, outlet);
        joined.await.map(RoomConnection::Local)
    }

    async fn join_remote(
        &self,
        app: &App,
        (links, address): (&Links, &str),
        outlet: &Arc<dyn Outlet>,
    ) -> Result<RoomConnection, Unavailable> {
        let link = links.reach(address).await;
        let link = link.ok_or(Unavailable::KeepsEnding)?;
        let (person, source) = (self.person.clone(), self.source.into());
        let who = match self.arrival {
            Arrival::Request => Who::Asking { person, source },
            Arrival::Join(since) => Who::Guest {
                person,
                since,
                source,
                has_other_shapes: outlet.has_other_shapes(),
            },
        };
        match link.join(self.room, who, outlet.clone()).await {
            Ok(connection) => {
                // Most of the clients that join next may be spectators.
                if link.in_room(self.room) >= app.settings.cluster.follow_from {
                    app.replicas.begin(self.room, &link);
                }
                Ok(RoomConnection::Remote(connection))
            }
            Err(NotJoined::NotThere) => Err(Unavailable::Elsewhere),
            Err(NotJoined::Refused) => Err(Unavailable::KeepsEnding),
        }
    }
}

impl ReplicaConnection {
    /// Moves the client to the room itself, because it has a message for the room. The messages
    /// that it has received stay valid. It is sent the whole room again, since this server does not
    /// know which snapshot it has.
    async fn move_to_room(&self, app: &App) -> Result<RoomConnection, Unavailable> {
        let outlet = self.outlet.close().ok_or(Unavailable::KeepsEnding)?;
        let request = JoinRequest {
            arrival: Arrival::Join(None),
            ..self.request.clone()
        };
        request.join_room(app, Arc::new(outlet)).await
    }
}

impl RoomConnection {
    /// Returns whether this server has the room, so that the room's clock is its own.
    pub fn is_local(&self) -> bool {
        matches!(self, Self::Local(_))
    }

    /// Waits for the close code of the connection. Returns an error if the room could not send one.
    pub async fn closing(&mut self) -> Result<CloseCode, RecvError> {
        match self {
            Self::Local(connection) => (&mut connection.closing).await,
            Self::Remote(connection) => (&mut connection.closing).await,
            Self::Replica(replica) => (&mut replica.connection.closing).await,
        }
    }

    /// Sends a client's message to the room: the parsed message, or its text over a link. A replica
    /// answers only requests for a snapshot; for any other message, the client moves to the room.
    ///
    /// # Errors
    /// Returns [`Unavailable`] if the room can't be reached. A room that is gone is no error: the
    /// end of the connection reports it.
    pub async fn send(
        &mut self,
        app: &App,
        message: ClientMessage,
        text: &str,
    ) -> Result<(), Unavailable> {
        if let Self::Replica(replica) = self
            && !matches!(
                message,
                ClientMessage::Sync { .. } | ClientMessage::Look { .. }
            )
        {
            *self = replica.move_to_room(app).await?;
        }
        // The error is ignored, since the room has sent a close code or the end of its connection
        // reports it.
        let _ = match self {
            Self::Local(connection) => connection.send(message).await,
            Self::Remote(connection) => connection.send(text).await,
            Self::Replica(replica) => replica.connection.send(message).await,
        };
        Ok(())
    }
}
