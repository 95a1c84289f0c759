//! Writes each figure of the process with its name, its labels and a sentence about it. The names
//! follow the conventions of Prometheus: the prefix `senda_`, base units, and `_total` at the end
//! of counters, which the encoder adds.

use std::fmt;

use prometheus_client::{
    collector::Collector,
    encoding::{DescriptorEncoder, MetricEncoder, NoLabelSet},
    metrics::MetricType,
};
use senda_rules::GameKind;
use senda_store::process::Observed;

use crate::{
    app::App,
    cluster::Links,
    notifications::drops::DropReason,
    process::{
        metrics::{Delivered, Limit, PHASES, Receiver, Totals},
        version::{VERSION, commit},
    },
};

/// The figures of a process at the time of a scrape.
#[derive(Debug)]
pub(super) struct Exposition {
    /// The state of the process.
    pub app: App,
    /// The size of the database, if it is known.
    pub database_bytes: Option<u64>,
    /// The number of open reports of players, if it is known.
    pub open_reports: Option<u64>,
}

impl Collector for Exposition {
    fn encode(&self, encoder: DescriptorEncoder) -> fmt::Result {
        let mut writer = Writer(encoder);
        let build = [("version", VERSION), ("commit", commit())];
        writer.gauges(
            "senda_build_info",
            "The version of the program and the commit that it was built from.",
            [(build, 1)],
        )?;
        self.people(&mut writer)?;
        self.play(&mut writer)?;
        self.storage(&mut writer)?;
        self.bots(&mut writer)?;
        self.cluster(&mut writer)?;
        self.notifications(&mut writer)
    }
}

impl Exposition {
    fn people(&self, writer: &mut Writer) -> fmt::Result {
        let Totals {
            rooms,
            people,
            spectators,
            bots,
        } = self.app.metrics.census.totals();
        let rooms = rooms.into_iter().map(|(game, phase, count)| {
            let (_, state) = PHASES[phase as usize];
            ([("game", game.word()), ("state", state)], count)
        });
        writer.gauges("senda_rooms", "Rooms in memory.", rooms)?;
        let settings = &self.app.settings;
        let limit = u64::try_from(settings.rooms).unwrap_or(u64::MAX);
        writer.gauge(
            "senda_rooms_limit",
            "Rooms that may be in memory at once.",
            limit,
        )?;
        let about =
            "People who are connected to a room of this server; one in two rooms counts twice.";
        writer.gauge("senda_people", about, people)?;
        let about = "People among them who have no seat.";
        writer.gauge("senda_spectators", about, spectators)?;
        writer.gauge("senda_bots", "Seats that bots have.", bots)?;
        let admission = &self.app.admission;
        let sockets = admission.sockets.inside();
        writer.gauge("senda_sockets", "Sockets that are open.", sockets.into())?;
        let about = "Sockets that may be open at once.";
        let limit = admission.shares.sockets;
        writer.gauge("senda_sockets_limit", about, limit.into())?;
        let refusals = Limit::ALL.iter().map(|&limit| {
            let refused = self.app.metrics.refusals.of(limit);
            ([("code", limit.code())], refused)
        });
        let about = "Requests, messages and connections that a limit has refused.";
        writer.counters("senda_refusals", about, refusals)
    }

    fn play(&self, writer: &mut Writer) -> fmt::Result {
        let metrics = &self.app.metrics;
        let games = |count: fn(&App, GameKind) -> u64| {
            let games = GameKind::ALL.iter();
            games.map(move |&game| ([("game", game.word())], count(&self.app, game)))
        };
        let about = "Decisions that were stored, of people, bots and clocks.";
        let moves = games(|app, game| app.metrics.play.moves(game));
        writer.counters("senda_moves", about, moves)?;
        let started = games(|app, game| app.metrics.play.started(game));
        writer.counters("senda_games_started", "Games that were started.", started)?;
        let ended = games(|app, game| app.metrics.play.ended(game));
        let about = "Games that have ended, with a result or without.";
        writer.counters("senda_games_ended", about, ended)?;
        let about = "Messages that waited in a room when it took one of them.";
        let waiting = metrics.play.inbox.observed();
        writer.histogram("senda_room_inbox_messages", about, &waiting, 1.0)
    }

    fn storage(&self, writer: &mut Writer) -> fmt::Result {
        let store = &self.app.store;
        let append = self.app.metrics.play.append.observed();
        let about = "The time from a decision until it is stored.";
        writer.times("senda_append_seconds", about, &append)?;
        let commits = store.writer().commits();
        let about = "The time of a commit, with the disk or the database server.";
        writer.times("senda_commit_seconds", about, &commits.times)?;
        let about = "Writes that were committed together.";
        writer.histogram("senda_commit_writes", about, &commits.writes, 1.0)?;
        let about = "Whether the last write was stored: 1 or 0.";
        writer.gauge("senda_storage_writable", about, store.is_able().into())?;
        if let Some(open) = self.open_reports {
            let about = "Reports of players that the operator has not settled.";
            writer.gauge("senda_open_reports", about, open)?;
        }
        if let Some(bytes) = self.database_bytes {
            let about = "The size of the database.";
            writer.gauge("senda_database_bytes", about, bytes)?;
        }
        Ok(())
    }

    fn bots(&self, writer: &mut Writer) -> fmt::Result {
        let bots = &self.app.bots;
        let about = "The time that a bot's decision or a hint took on its thread.";
        writer.times("senda_bot_thinking_seconds", about, &bots.thinking())?;
        let about = "Decisions of bots and hints that wait for a thread.";
        writer.gauge("senda_bot_questions_waiting", about, bots.waiting())
    }

    fn cluster(&self, writer: &mut Writer) -> fmt::Result {
        let about =
            "Whether this server may continue rooms: 1 or 0. Without PostgreSQL it always may.";
        let holds = self.app.store.lease().holds();
        writer.gauge("senda_lease_held", about, holds.into())?;
        let about = "Servers of the same database that this one is linked to.";
        let links = self.app.links.as_ref();
        let linked = links.map_or(0, Links::linked);
        writer.gauge("senda_linked_servers", about, linked)?;
        let about = "Copies of other servers' rooms, for spectators.";
        writer.gauge("senda_replicas", about, self.app.replicas.count())
    }

    fn notifications(&self, writer: &mut Writer) -> fmt::Result {
        let deliveries = &self.app.metrics.deliveries;
        let outcomes = Receiver::ALL.iter().flat_map(|&receiver| {
            Delivered::ALL.iter().map(move |&outcome| {
                let labels = [("receiver", receiver.code()), ("outcome", outcome.code())];
                (labels, deliveries.of(receiver, outcome))
            })
        });
        let about = "Attempts to deliver a notification to a browser or a webhook.";
        writer.counters("senda_notification_attempts", about, outcomes)?;
        let drops = self.app.push.drops();
        let reasons = DropReason::COUNTED.iter();
        let dropped = reasons.map(|&reason| ([("reason", reason.code())], drops.total(reason)));
        let about = "Notifications that were dropped.";
        writer.counters("senda_notifications_dropped", about, dropped)
    }
}

/// Writes figures in the format of the encoder.
struct Writer<'a>(DescriptorEncoder<'a>);

/// The labels of a figure: each a name and a value.
type Labels<const N: usize> = [(&'static str, &'static str); N];

impl Writer<'_> {
    /// Writes the name of a figure, and the sentence about it.
    fn describe<'s>(
        &'s mut self,
        name: &'s str,
        about: &str,
        kind: MetricType,
    ) -> Result<MetricEncoder<'s>, fmt::Error> {
        self.0.encode_descriptor(name, about, None, kind)
    }

    fn gauge(&mut self, name: &str, about: &str, value: u64) -> fmt::Result {
        let mut encoder = self.describe(name, about, MetricType::Gauge)?;
        encoder.encode_gauge(&value)
    }

    fn gauges<const N: usize>(
        &mut self,
        name: &str,
        about: &str,
        values: impl IntoIterator<Item = (Labels<N>, u64)>,
    ) -> fmt::Result {
        let mut encoder = self.describe(name, about, MetricType::Gauge)?;
        for (labels, value) in values {
            encoder.encode_family(&labels)?.encode_gauge(&value)?;
        }
        Ok(())
    }

    fn counters<const N: usize>(
        &mut self,
        name: &str,
        about: &str,
        values: impl IntoIterator<Item = (Labels<N>, u64)>,
    ) -> fmt::Result {
        let mut encoder = self.describe(name, about, MetricType::Counter)?;
        for (labels, value) in values {
            let mut encoder = encoder.encode_family(&labels)?;
            encoder.encode_counter::<NoLabelSet, u64, f64>(&value, None)?;
        }
        Ok(())
    }

    /// Writes a histogram of times in microseconds, as seconds.
    fn times(&mut self, name: &str, about: &str, observed: &Observed) -> fmt::Result {
        self.histogram(name, about, observed, 1e6)
    }

    /// Writes a histogram whose values are divided by `per`.
    #[expect(
        clippy::cast_precision_loss,
        reason = "the sums of a process stay far below 2^53"
    )]
    fn histogram(&mut self, name: &str, about: &str, observed: &Observed, per: f64) -> fmt::Result {
        let Observed {
            bounds,
            counts,
            sum,
        } = observed;
        let bounds = bounds.iter().map(|&bound| bound as f64 / per);
        let bounds = bounds.chain([f64::INFINITY]);
        let buckets: Vec<_> = bounds.zip(counts.iter().copied()).collect();
        let count = counts.iter().sum();
        let mut encoder = self.describe(name, about, MetricType::Histogram)?;
        encoder.encode_histogram::<NoLabelSet>(*sum as f64 / per, count, &buckets, None)
    }
}
