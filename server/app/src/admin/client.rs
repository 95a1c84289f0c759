//! `senda admin`: sends a command to the running server, and prints its answer.

mod connection;
mod print;

use std::{io::Write, process::ExitCode};

use serde_json::{Value, json};

use self::connection::{Answer, Request, ask};
use crate::settings::{AdminAction, AdminCommand, Settings};

/// Runs a command to the server with these settings. Returns the exit code: 0 if it was done, else
/// 1.
pub fn run(settings: &Settings, command: &AdminCommand) -> ExitCode {
    match carry_out(settings, command) {
        Ok(text) => {
            // The standard output may be closed.
            let _ = std::io::stdout().write_all(text.as_bytes());
            ExitCode::SUCCESS
        }
        Err(sentence) => {
            eprintln!("senda: {sentence}");
            ExitCode::FAILURE
        }
    }
}

/// Sends the command, and returns the text to print.
fn carry_out(
    settings: &Settings,
    AdminCommand { json, action }: &AdminCommand,
) -> Result<String, String> {
    let path = settings.admin_socket().ok_or(
        "the server has no socket for this by these settings: --admin-socket names one (with PostgreSQL there is none \
         without it)",
    )?;
    let answer = ask(&path, &request(action))?;
    if !(200..300).contains(&answer.status) {
        return Err(refusal(&answer));
    }
    Ok(if *json {
        format!("{}\n", answer.body)
    } else {
        print::text(action, &answer.body)
    })
}

/// Returns the sentence about an answer that is an error.
fn refusal(Answer { status, body }: &Answer) -> String {
    let of = |key: &str| body.get(key).and_then(Value::as_str);
    let code = of("code").unwrap_or_default();
    match code {
        "no_such_room" => "there is no such room".to_owned(),
        "no_such_person" => "there is no such person".to_owned(),
        "no_such_report" => "there is no such report".to_owned(),
        "room_closed" => "the room is closed: senda admin open ROOM opens it".to_owned(),
        _ => {
            let sentence = of("detail").or_else(|| of("title"));
            sentence.map_or_else(|| format!("the server answered {status}"), str::to_owned)
        }
    }
}

/// Returns the request of an action.
fn request(action: &AdminAction) -> Request {
    let room = |method, room: &str, rest: &str| {
        Request::new(method, format!("rooms/{}{rest}", encoded(room)))
    };
    match action {
        AdminAction::Rooms { limit, after } => {
            let after = after.as_deref().map(encoded);
            let after = after.map_or_else(String::new, |after| format!("&after={after}"));
            Request::new("GET", format!("rooms?limit={limit}{after}"))
        }
        AdminAction::Room { room: id } => room("GET", id, ""),
        AdminAction::Close { room: id } => room("POST", id, "/close"),
        AdminAction::Open { room: id } => room("POST", id, "/open"),
        AdminAction::Lock { room: id } => room("POST", id, "/lock"),
        AdminAction::Unlock { room: id } => room("POST", id, "/unlock"),
        AdminAction::Delete { room: id } => room("DELETE", id, ""),
        AdminAction::People { text } => {
            Request::new("GET", format!("people?find={}", encoded(text)))
        }
        AdminAction::Ban {
            subject,
            days,
            reason,
        } => Request::new("POST", "bans")
            .with(json!({ "subject": subject, "days": days, "reason": reason })),
        AdminAction::Unban { subject } => {
            Request::new("DELETE", format!("bans?subject={}", encoded(subject)))
        }
        AdminAction::Bans => Request::new("GET", "bans"),
        AdminAction::Reports { all } => Request::new("GET", format!("reports?all={all}")),
        AdminAction::Report { report } => {
            Request::new("GET", format!("reports/{}", encoded(report)))
        }
        AdminAction::Settle { report } => {
            Request::new("POST", format!("reports/{}/settle", encoded(report)))
        }
        AdminAction::Forget { person } => {
            Request::new("DELETE", format!("people/{}", encoded(person)))
        }
        AdminAction::Announce {
            restart: Some(delay),
            ..
        } => Request::new("PUT", "notice").with(json!({ "restart_in_seconds": delay.0.as_secs() })),
        AdminAction::Announce { clear: true, .. } => Request::new("DELETE", "notice"),
        AdminAction::Announce {
            text: Some(text),
            minutes,
            ..
        } => Request::new("PUT", "notice").with(json!({ "text": text, "minutes": minutes })),
        AdminAction::Announce { .. } => Request::new("GET", "notice"),
        AdminAction::Drain { status: true, .. } => Request::new("GET", "drain"),
        AdminAction::Drain { off, .. } => Request::new("PUT", "drain").with(json!({ "on": !off })),
        AdminAction::Bots => Request::new("GET", "bots"),
        AdminAction::Storage => Request::new("GET", "storage"),
        AdminAction::Backup => Request::new("POST", "backups"),
    }
}

/// Returns a text that stands for itself in a URL.
fn encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'~') {
            encoded.push(byte.into());
        } else {
            encoded.push('%');
            encoded.push_str(&hex::encode_upper([byte]));
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_stands_for_itself_in_a_url() {
        assert_eq!(encoded("Zoé & /.."), "Zo%C3%A9%20%26%20%2F%2E%2E");
    }

    #[test]
    fn an_error_is_a_sentence() {
        let refused = |body| refusal(&Answer { status: 422, body });
        let body = json!({ "code": "not_possible", "title": "no", "detail": "the text is long" });
        assert_eq!(refused(body), "the text is long");
        assert_eq!(refused(json!({ "code": "full", "title": "Full" })), "Full");
        assert_eq!(refused(Value::Null), "the server answered 422");
    }
}
