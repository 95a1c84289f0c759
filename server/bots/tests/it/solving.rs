//! Tests of the exact searches: each against a plain one that tries every decision by the rules.

mod effort;
mod section_x;
mod tortus;
mod tsuro;
