//! The tables: numbers and texts only, the same in SQLite and in PostgreSQL.

use crate::projection::rows::Rows;
use crate::store::StoreFault;

/// Every table with its columns and its key.
const TABLES: [(&str, &str); 7] = [
    ("projected", "stream BIGINT PRIMARY KEY, sequence BIGINT NOT NULL, link TEXT NOT NULL"),
    (
        "rounds",
        "stream BIGINT NOT NULL, round BIGINT NOT NULL, opened BIGINT NOT NULL, cleared BIGINT,
         dice TEXT, results BIGINT NOT NULL, voided TEXT, staked BIGINT NOT NULL,
         returned BIGINT NOT NULL, PRIMARY KEY (stream, round)",
    ),
    (
        "bets",
        "stream BIGINT NOT NULL, round BIGINT NOT NULL, seat BIGINT NOT NULL, area TEXT NOT NULL,
         player BIGINT, stake BIGINT NOT NULL, placed BIGINT NOT NULL, outcome TEXT NOT NULL,
         odds TEXT, win BIGINT NOT NULL, PRIMARY KEY (stream, round, seat, area)",
    ),
    (
        "seats",
        "stream BIGINT NOT NULL, seat BIGINT NOT NULL, player BIGINT NOT NULL,
         PRIMARY KEY (stream, seat)",
    ),
    (
        "meters",
        "stream BIGINT NOT NULL, player BIGINT NOT NULL, bought_in BIGINT NOT NULL,
         cashed_out BIGINT NOT NULL, staked BIGINT NOT NULL, returned BIGINT NOT NULL,
         owed_paid BIGINT NOT NULL, PRIMARY KEY (stream, player)",
    ),
    (
        "vouchers",
        "voucher TEXT PRIMARY KEY, number BIGINT NOT NULL, amount BIGINT NOT NULL,
         currency TEXT NOT NULL, origin TEXT NOT NULL, state TEXT NOT NULL,
         changed BIGINT NOT NULL",
    ),
    (
        "acts",
        "stream BIGINT NOT NULL, sequence BIGINT NOT NULL, place BIGINT NOT NULL,
         time BIGINT NOT NULL, actor TEXT NOT NULL, session BIGINT NOT NULL,
         request BIGINT NOT NULL, event TEXT NOT NULL, PRIMARY KEY (stream, sequence, place)",
    ),
];

pub(crate) fn create(rows: &mut Rows) -> Result<(), StoreFault> {
    for (table, columns) in TABLES {
        rows.define(&format!("CREATE TABLE IF NOT EXISTS {table}({columns})"))?;
    }
    rows.define(
        "CREATE INDEX IF NOT EXISTS acts_of_moves ON acts(stream, sequence)
         WHERE event = 'table-moved'",
    )?;
    rows.define("CREATE INDEX IF NOT EXISTS acts_of_actor ON acts(actor, time)")?;
    rows.define("CREATE INDEX IF NOT EXISTS bets_of_player ON bets(player)")
}

pub(crate) fn drop_all(rows: &mut Rows) -> Result<(), StoreFault> {
    TABLES.iter().try_for_each(|(table, _)| rows.define(&format!("DROP TABLE IF EXISTS {table}")))
}
