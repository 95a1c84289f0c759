//! Tests of the complete server process over real sockets on a free port, with a real database in a
//! temporary folder. Only the tests of actors use neither, on a paused clock. `cargo xtask test
//! --only postgres` runs many of the tests with PostgreSQL databases.

#![expect(clippy::unwrap_used, reason = "a test that can't continue must fail")]
#![expect(
    clippy::disallowed_methods,
    reason = "a test may use all shared threads"
)]

mod actors;
mod admin;
mod api;
mod assets;
mod backup;
mod beginnings;
mod books;
mod bots;
mod client;
mod corpus;
mod creators;
mod crowds;
mod damage;
mod database;
mod days;
mod described;
mod devices;
mod disk;
mod documentation;
mod faults;
mod files;
mod forget;
mod format;
mod frames;
mod game;
mod games;
mod guests;
mod history;
mod https;
mod lessons;
mod line;
mod links;
mod memory;
mod metrics;
mod migrations;
mod names;
mod nodes;
mod notifications;
mod older;
mod operator;
mod origin;
mod outside;
mod own_rooms;
mod passkeys;
mod patience;
mod postgres;
mod prefix;
mod previews;
mod prices;
mod process;
mod proxies;
mod push;
mod puzzles;
mod quarantine;
mod ratings;
mod reach;
mod receiver;
mod recovery;
mod refusals;
mod registry;
mod replaced;
mod replayed_files;
mod replays;
mod replicas;
mod requests;
mod restart;
mod resume;
mod retention;
mod reviews;
mod screens;
mod secrets;
mod service;
mod settings;
mod shared_device;
mod sockets;
mod store;
mod threads;
mod today;
mod transfer;
mod transports;
mod visitor;
mod wait_for_recovery;
mod webhooks;
mod world;
