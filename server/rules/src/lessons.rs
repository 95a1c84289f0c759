//! Lookup and replay of the lessons of every game.

use crate::{
    AnyAction, AnyEvent, AnyGame, AnyIllegal, AnyView, GameKind, OtherGame,
    lesson::{Attempt, LessonStep, NotPlayed, Played},
};

/// The result of an attempt at a lesson of one of the games.
pub type AnyAttempt = Attempt<AnyAction, AnyEvent, AnyView>;

/// Implements the methods that need the module of each game.
macro_rules! lessons {
    ($($variant:ident = $module:ident),+ $(,)?) => {
        use crate::{$($module),+};

        impl GameKind {
            /// Returns the ids of the game's lessons, in the order in which they are learnt.
            pub fn lessons(self) -> Vec<&'static str> {
                match self { $(Self::$variant => $module::LESSONS.iter().map(|lesson| lesson.id).collect()),+ }
            }

            /// Replays one of the game's lessons from its beginning with these decisions of the
            /// learner. Returns `None` if the game has no lesson with that id.
            ///
            /// # Errors
            /// Returns an error if the rules reject one of the decisions, or if the lesson ends
            /// before the last one.
            pub fn attempt(
                self,
                lesson: &str,
                actions: &[AnyAction],
            ) -> Option<Played<AnyGame>> {
                match self { $(Self::$variant => {
                    let lesson = $module::LESSONS.iter().find(|one| one.id == lesson)?;
                    let own = |action: &AnyAction| match action {
                        AnyAction::$variant(action) => Some(action.clone()),
                        _ => None,
                    };
                    let Some(actions) = actions.iter().map(own).collect::<Option<Vec<_>>>() else {
                        return Some(Err(AnyIllegal::OtherGame(OtherGame::OtherGame).into()));
                    };
                    Some(match lesson.attempt(&actions) {
                        Ok(attempt) => Ok(attempt.map(
                            AnyAction::$variant,
                            AnyEvent::$variant,
                            AnyView::$variant,
                        )),
                        Err(NotPlayed::Illegal(reason)) => Err(AnyIllegal::$variant(reason).into()),
                        Err(NotPlayed::Ended) => Err(NotPlayed::Ended),
                    })
                }),+ }
            }
        }
    };
}

each_game!(lessons);

impl<A, E, V> Attempt<A, E, V> {
    /// Converts the actions, events and views to other types.
    fn map<B, F, W>(
        self,
        action: fn(A) -> B,
        event: fn(E) -> F,
        view: fn(V) -> W,
    ) -> Attempt<B, F, W> {
        let step = |step: LessonStep<E, V>| LessonStep {
            events: step.events.into_iter().map(event).collect(),
            view: view(step.view),
        };
        Attempt {
            steps: self.steps.into_iter().map(step).collect(),
            result: self.result,
            next: self.next.map(action),
        }
    }
}
