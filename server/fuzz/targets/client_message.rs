#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| senda_fuzz::client_message(bytes));
