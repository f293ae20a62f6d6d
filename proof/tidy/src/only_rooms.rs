//! What only one room may do, no other crate depends on.

use crate::{Finding, Purpose, Workspace};

/// Something that one room does for all.
struct Only {
    what: &'static str,
    crates: &'static [&'static str],
    rooms: &'static [&'static str],
}

/// The crates that give a room its one thing to do, and the rooms that may have them.
///
/// `edge/server` reads its own configuration and `proof/tidy` manifests, neither ever a rule book;
/// `proof/load` holds the server one writes first, which keeps its bets in SQL, and
/// `proof/testing` starts and stops the databases of the tests.
const ONLY: [Only; 3] = [
    Only {
        what: "TOML",
        crates: &["toml", "toml_edit"],
        rooms: &["forms/rulebooks", "edge/server", "proof/tidy"],
    },
    Only {
        what: "SQL",
        crates: &["rusqlite", "tokio-postgres", "postgres", "sqlx"],
        rooms: &["edge/journal", "proof/load", "proof/testing"],
    },
    Only {
        what: "randomness",
        crates: &["getrandom", "rand", "fastrand", "oorandom"],
        rooms: &["edge/shaker"],
    },
];

/// Finds crates that build in what another room does for all; tests may use what they like.
pub fn rooms_keep_to_themselves(workspace: &Workspace) -> Vec<Finding> {
    let mut findings = Vec::new();
    for member in workspace.members() {
        for used in member.dependencies() {
            let only = ONLY.iter().find(|only| only.crates.contains(&used.name.as_str()));
            let Some(only) = only.filter(|_| used.purpose == Purpose::Product) else { continue };
            if !only.rooms.contains(&member.folder()) {
                let wrong =
                    format!("`{}` brings {} into {}", used.name, only.what, member.folder());
                let right = format!("{} belongs in {} alone", only.what, only.rooms[0]);
                findings.push(Finding::new(member.path(), used.line, wrong, right));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::samples::workspace;

    fn findings(folder: &str, table: &str, used: &str) -> usize {
        let text = format!("[{table}]\n{used}.workspace = true\nserde.workspace = true\n");
        rooms_keep_to_themselves(&workspace(&[(folder, &text)])).len()
    }

    #[test]
    fn each_room_may_do_its_own_thing() {
        assert_eq!(findings("forms/rulebooks", "dependencies", "toml"), 0);
        assert_eq!(findings("proof/tidy", "dependencies", "toml"), 0);
        assert_eq!(findings("edge/journal", "dependencies", "rusqlite"), 0);
        assert_eq!(findings("edge/shaker", "dependencies", "getrandom"), 0);
    }

    #[test]
    fn no_other_room_may_build_it_in() {
        assert_eq!(findings("app/cli", "dependencies", "toml"), 1);
        assert_eq!(findings("edge/server", "dependencies", "rusqlite"), 1);
        assert_eq!(findings("core/odds", "dependencies", "rand"), 1);
        assert_eq!(findings("core/odds", "build-dependencies", "rand"), 1);
    }

    #[test]
    fn tests_may_use_it_anywhere() {
        assert_eq!(findings("app/cli", "dev-dependencies", "toml"), 0);
    }
}
