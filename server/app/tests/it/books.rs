//! Tests of the operator's own books of puzzles.

use std::fs;

use senda::Server;
use senda_puzzles::{Puzzle, puzzles, write};
use senda_rules::GameKind;
use serde_json::json;

use crate::{
    client::Browser,
    world::{Folder, World, settings},
};

const KIND: GameKind = GameKind::ALL[0];

/// Returns a folder with a book of the first game.
fn folder_with(book: &[u8]) -> Folder {
    let folder = Folder::new();
    let name = format!("{}.jsonl.br", KIND.word());
    fs::write(folder.path().join(name), book).unwrap();
    folder
}

async fn list(browser: &Browser, kind: GameKind) -> Vec<String> {
    let path = format!("/api/puzzles/{}", kind.word());
    let list = browser.send("GET", &path, &json!({})).await.json();
    let puzzles = list["puzzles"].as_array().unwrap().iter();
    let ids: Vec<String> = puzzles
        .map(|puzzle| puzzle["id"].as_str().unwrap().to_owned())
        .collect();
    assert!(ids.iter().any(|id| list["today"] == **id));
    ids
}

#[tokio::test]
async fn a_book_in_the_folder_takes_the_place_of_the_shipped_one() {
    let [.., one, other] = puzzles(KIND) else {
        panic!("no puzzles");
    };
    let books = folder_with(&write(&[one.clone(), other.clone()]));
    let path = books.path().to_owned();
    let world = World::with(move |settings| settings.puzzles = Some(path)).await;
    let ana = Browser::arrive(world.address, "Ana").await;
    assert_eq!(list(&ana, KIND).await, [&*one.id, &*other.id]);
    for &kind in &GameKind::ALL[1..] {
        if let [first, ..] = puzzles(kind) {
            assert!(list(&ana, kind).await.contains(&first.id));
        }
    }
    let solve = async |puzzle: &Puzzle| {
        let path = format!("/api/puzzles/{}/{}", KIND.word(), puzzle.id);
        let solution = json!({ "actions": puzzle.decisions(KIND) });
        ana.send("POST", &path, &solution).await
    };
    assert_eq!(solve(other).await.json()["result"], "reached");
    let unknown = solve(&puzzles(KIND)[0]).await.problem();
    assert_eq!(unknown, (404, "no_such_puzzle".to_owned()));
}

/// Returns the sentence with which a server refuses to start with the books in that folder.
async fn refusal(books: &Folder) -> String {
    let data = Folder::new();
    let mut settings = settings(data.path());
    settings.puzzles = Some(books.path().to_owned());
    Server::open(settings).await.unwrap_err().to_string()
}

#[tokio::test]
async fn a_server_refuses_to_start_with_a_bad_book() {
    let mut bad = puzzles(KIND)[..3].to_vec();
    bad[1].solution.clear();
    let name = format!("{}.jsonl.br", KIND.word());
    for (book, words) in [
        (
            write(&bad),
            "can't be used: line 2: its solution does not reach its goal. Make it again with `senda puzzles`",
        ),
        (
            b"nonsense".to_vec(),
            "no text that was compressed with Brotli",
        ),
        (write(&[]), "can't be used: it has no puzzles"),
        (vec![0; 1024 * 1024 + 1], "more than 1048576 bytes"),
    ] {
        let said = refusal(&folder_with(&book)).await;
        assert!(said.contains(words) && said.contains(&name), "{said}");
        assert!(
            said.ends_with("take it out of the folder of --puzzles"),
            "{said}"
        );
    }
    let empty = Folder::new();
    let said = refusal(&empty).await;
    assert!(
        said.contains("has no book") && said.contains(&name),
        "{said}"
    );
}
