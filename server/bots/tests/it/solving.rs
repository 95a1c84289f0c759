//! Tests of the exact searches: each against a plain one that tries every decision by the rules.

mod effort;
mod tortus;
mod tsuro;
