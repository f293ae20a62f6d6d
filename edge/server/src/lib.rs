//! The floor server: many tables and the floor on one journal, for screens over sockets.
//!
//! The only place that spawns or reads time.
//!
//! | module | what it holds |
//! |---|---|
//! | [`host`], [`machine`] | a state machine on its journal, without I/O; the two there are |
//! | [`table`], [`floor`] | the task of a table, and of the floor |
//! | [`call`], [`handle`] | what is said to the tasks, and how |
//! | [`scribe`] | the way to the journal |
//! | [`shown`], [`audience`], [`board`] | what the screens of table, floor and cage see |
//! | [`surveillance`], [`presence`], [`drawers`], [`codes`], [`uses`] | what else it knows |
//! | [`house`], [`people`], [`login`] | what takes several of them together |
//! | [`cage`], [`payout`], [`replacement`] | money between cage and tables, step by step |
//! | [`tries`], [`hash_queue`] | who has failed too often; who waits for a password's hash |
//! | [`dispatch`] | what each ask leads to |
//! | [`mod@line`], [`socket`] | one conversation with one screen |
//! | [`ticket`], [`lines`] | what a terminal opens a line with; which line is its newest |
//! | [`api`], [`assets`] | the HTTP API; the screens |
//! | [`archive`], [`past`] | the journal's past, and what is gathered from it |
//! | [`reception`], [`entrance`], [`connection`], [`gate`] | how many are let in, how long |
//! | [`front`], [`cookie`], [`origin`] | who is let in |
//! | [`secret`], [`password`] | what nobody may guess |
//! | [`demo`], [`founding`] | a floor to try; what keeps its money apart from a house's |
//! | [`config`], [`start`], [`serve`], [`tls`], [`descriptors`] | from a file to a server at work |
//! | [`settings`] | what a changed configuration changes on a floor at work |
//! | [`office`] | what is done at the machine while no server runs |
//! | [`log`], [`figures`] | what the server writes down and counts about itself |
//! | [`clock`], [`world`] | what time it is; what else a house takes from the world |
//! | [`software`] | which software this is |

pub mod accepted;
pub mod api;
pub mod archive;
pub mod assets;
pub mod audience;
pub mod board;
pub mod cage;
pub mod call;
pub mod clock;
pub mod codes;
pub mod config;
pub mod connection;
pub mod cookie;
pub mod demo;
pub mod descriptors;
pub mod dispatch;
pub mod drawers;
pub mod entrance;
pub mod figures;
pub mod floor;
pub mod founding;
pub mod front;
pub mod gap;
pub mod gate;
pub mod handle;
pub mod hash_queue;
pub mod host;
pub mod house;
pub mod key;
pub mod line;
pub mod lines;
pub mod log;
pub mod login;
pub mod machine;
pub mod office;
pub mod origin;
pub mod password;
pub mod past;
pub mod payout;
pub mod people;
pub mod presence;
pub mod reception;
pub mod replacement;
pub mod scribe;
pub mod secret;
pub mod serve;
pub mod settings;
pub mod shown;
pub mod socket;
pub mod software;
pub mod start;
pub mod surveillance;
pub mod table;
pub mod ticket;
pub mod tls;
pub mod tries;
pub mod uses;
pub mod world;
