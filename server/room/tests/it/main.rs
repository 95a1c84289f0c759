//! Tests of the room through its public interface: inputs at given times, and all effects that
//! follow.

// Tests may panic at the first failure, and their numbers are small.
#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::naive_bytecount
)]

mod act;
mod admission;
mod bots;
mod bytes;
mod chat;
mod clock;
mod crowd;
mod day;
mod days;
mod early_end;
#[path = "../../../rules/tests/it/effort.rs"]
mod effort;
mod evening;
mod frozen;
mod game_file;
mod guests;
mod hands;
mod hints;
mod host;
mod inputs;
mod messages;
mod names;
mod notifications;
mod operator;
mod origin;
mod outside;
mod pause;
mod people;
mod rated;
mod rematch;
mod replay;
mod replicas;
mod reports;
mod restore;
mod resume;
mod review;
mod seats;
mod secrets;
mod section_x;
mod simulation;
mod skip;
mod standing;
mod start;
mod summary;
mod table;
mod take_back;
mod take_back_asked;
mod tortus;
mod used_up;
mod wait;
mod wire;
