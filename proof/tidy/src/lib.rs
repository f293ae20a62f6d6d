//! What the project promises about its own files, each promise a function from texts to findings.
//!
//! Nothing here reads a file: `tests/tidy.rs` hands over the work tree, so that every check can be
//! tried on a good and on a bad sample.

mod arrows;
mod breakages;
mod code;
mod cycles;
mod finding;
mod jurisdictions;
mod licences;
mod lines;
mod links;
mod machine_paths;
mod manifest;
mod members;
mod only_rooms;
mod purity;
mod reasons;
mod security;
mod shown;
mod work_tree;
mod workspace;

pub use arrows::arrows_are_as_drawn;
pub use breakages::breakages_fit;
pub use cycles::modules_have_an_order;
pub use finding::Finding;
pub use jurisdictions::no_code_knows_a_jurisdiction;
pub use licences::{licences_are_allowed, sources_are_allowed};
pub use lines::{
    files_open_with_a_sentence, lines_fit, no_file_is_taken_by_path, nothing_is_unfinished,
};
pub use links::links_lead_somewhere;
pub use machine_paths::no_machine_is_named;
pub use manifest::{Dependency, Manifest, Purpose};
pub use members::{crates_are_members, members_inherit};
pub use only_rooms::rooms_keep_to_themselves;
pub use purity::core_is_pure;
pub use reasons::{dependencies_are_inherited, dependencies_have_reasons};
pub use security::security_is_shown;
pub use shown::{
    clauses_have_their_own_breakage, is_test, named_breakages_exist, named_tests_exist,
    open_clauses,
};
pub use work_tree::WorkTree;
pub use workspace::Workspace;
