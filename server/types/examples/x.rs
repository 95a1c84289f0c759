use schemars::generate::SchemaSettings;
fn main() {
    let mut ser = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator();
    ser.subschema_for::<senda_room::protocol::ServerMessage>();
    ser.subschema_for::<senda_room::Listing>();
    ser.subschema_for::<senda_room::game_file::GameFile>();
    ser.subschema_for::<senda_rules::AnyAttempt>();
    ser.subschema_for::<senda_room::review::Review>();
    let mut de = SchemaSettings::draft2020_12()
        .for_deserialize()
        .into_generator();
    de.subschema_for::<senda_room::protocol::ClientMessage>();
    std::fs::write(
        "/tmp/s6/apitry/ser.json",
        serde_json::to_string_pretty(ser.definitions()).unwrap(),
    )
    .unwrap();
    std::fs::write(
        "/tmp/s6/apitry/de.json",
        serde_json::to_string_pretty(de.definitions()).unwrap(),
    )
    .unwrap();
}
