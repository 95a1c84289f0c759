//! Stores games as soon as they are played, so that an interrupted contest can continue.

use std::{
    fs::{self, File, OpenOptions},
    io::Write,
    path::Path,
};

use anyhow::{Context, Result};

use crate::figures::Played;

/// The games of a contest, and the file that stores them, if there is one.
#[derive(Debug)]
pub struct Kept {
    games: Vec<Played>,
    file: Option<File>,
}

impl Kept {
    /// Creates an empty list that is not stored.
    pub fn nowhere() -> Self {
        Self {
            games: Vec::new(),
            file: None,
        }
    }

    /// Reads the games of a file with one game per line, and stores further games there. The last
    /// line of an interrupted run may be incomplete; that game is played again.
    ///
    /// # Errors
    /// Returns an error if the file can't be read or written.
    pub fn at(path: &Path) -> Result<Self> {
        let name = || path.display().to_string();
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).with_context(name)?;
        }
        let options = OpenOptions::new().create(true).append(true).clone();
        let mut file = options.open(path).with_context(name)?;
        let text = fs::read_to_string(path).with_context(name)?;
        if !text.is_empty() && !text.ends_with('\n') {
            writeln!(file).with_context(name)?;
        }
        let games = text
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok());
        let mut kept = Self::nowhere();
        games.for_each(|game| kept.insert(game));
        kept.file = Some(file);
        Ok(kept)
    }

    /// Returns the numbers of the first `games` games that are missing, in order.
    pub fn missing(&self, games: u32) -> Vec<u32> {
        let is_there = |number: &u32| self.place(*number).is_ok();
        (0..games).filter(|number| !is_there(number)).collect()
    }

    /// Adds a game and stores it.
    ///
    /// # Errors
    /// Returns an error if the file can't be written.
    pub fn keep(&mut self, game: Played) -> Result<()> {
        if let Some(file) = &mut self.file {
            let line = serde_json::to_string(&game)? + "\n";
            file.write_all(line.as_bytes())?;
        }
        self.insert(game);
        Ok(())
    }

    /// Returns those of the first `games` games that are there.
    pub fn first(&self, games: u32) -> &[Played] {
        let end = self.place(games).unwrap_or_else(|place| place);
        &self.games[..end]
    }

    fn place(&self, number: u32) -> Result<usize, usize> {
        self.games.binary_search_by_key(&number, |game| game.number)
    }

    fn insert(&mut self, game: Played) {
        match self.place(game.number) {
            Ok(place) => self.games[place] = game,
            Err(place) => self.games.insert(place, game),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: u32) -> Played {
        Played {
            number,
            share: 1.0,
            is_shared: false,
            decisions: 3,
            micros: vec![7],
            iterations: 2,
        }
    }

    #[test]
    fn an_interrupted_contest_continues() {
        let path = std::env::temp_dir().join(format!("senda-kept-{}", std::process::id()));
        let mut kept = Kept::at(&path).unwrap();
        assert_eq!(kept.missing(3), [0, 1, 2]);
        kept.keep(game(2)).unwrap();
        kept.keep(game(0)).unwrap();
        // This simulates a process killed in the middle of a line.
        kept.file
            .as_mut()
            .unwrap()
            .write_all(b"{\"number\":1,")
            .unwrap();
        let mut again = Kept::at(&path).unwrap();
        assert_eq!(again.missing(4), [1, 3]);
        again.keep(game(1)).unwrap();
        let numbers = |kept: &Kept| kept.first(3).iter().map(|game| game.number).collect();
        let (all, read): (Vec<u32>, Vec<u32>) =
            (numbers(&again), numbers(&Kept::at(&path).unwrap()));
        fs::remove_file(&path).unwrap();
        assert_eq!((all, read), (vec![0, 1, 2], vec![0, 1, 2]));
    }
}
