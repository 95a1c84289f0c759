//! Tests with a PostgreSQL that speaks TLS.

use std::{env, fs, process};

use senda_load::postgres::Postgres;
use senda_store::{Member, PlainDisk, Store};

#[tokio::test]
#[ignore = "needs PostgreSQL: cargo xtask test --only postgres"]
async fn connects_over_tls_and_checks_the_certificate() {
    let postgres = Postgres::start(&[]).unwrap();
    let open = |asked: &str| {
        let url = format!("{}?{asked}", postgres.url("postgres")).into();
        async move { Store::connect(&url, Member::default(), PlainDisk).await }
    };
    let refused = open("sslmode=require").await.unwrap_err().to_string();
    assert!(refused.contains("TLS"), "{refused}");

    let own = rcgen::generate_simple_self_signed([postgres.address().ip().to_string()]).unwrap();
    let (certificate, key) = (own.cert.pem(), own.signing_key.serialize_pem());
    postgres.speak_tls(&certificate, &key).await.unwrap();
    let trusted = env::temp_dir().join(format!("senda-tls-{}.pem", process::id()));
    fs::write(&trusted, certificate).unwrap();
    for asked in [
        "sslmode=require".to_owned(),
        format!("sslmode=verify-full&sslrootcert={}", trusted.display()),
    ] {
        let store = open(&asked).await.unwrap();
        assert!(store.is_ready().await, "{asked}");
        store.close().await;
    }
    fs::remove_file(trusted).unwrap();
    let refused = open("sslmode=verify-full").await.unwrap_err().to_string();
    assert!(refused.contains("certificate"), "{refused}");
    let plain = open("sslmode=disable").await.unwrap();
    assert!(plain.is_ready().await);
    plain.close().await;
}
