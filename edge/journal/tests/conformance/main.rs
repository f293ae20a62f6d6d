//! One suite for every store: what holds in memory holds in SQLite and in PostgreSQL.
//!
//! A store joins with a module that makes a `Place`, and one line of `conforms!`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod appends;
mod faults;
mod in_memory;
mod in_postgres;
mod in_sqlite;
mod model;
mod reads;
mod snapshots;

/// Runs every story of the suite on a store; `$place` makes an empty place for each.
macro_rules! conforms {
    ($name:ident, $place:path) => {
        mod $name {
            conforms! { each $place =>
                appends::an_empty_store_has_no_heads,
                appends::what_is_appended_is_read_back_byte_for_byte,
                appends::several_streams_are_appended_at_once,
                appends::a_stream_may_stand_twice_in_one_append,
                appends::a_wrong_head_is_refused_and_nothing_changes,
                appends::one_wrong_head_refuses_all_streams,
                appends::an_empty_batch_leaves_no_trace,
                appends::an_empty_batch_after_a_wrong_head_is_refused,
                appends::streams_do_not_touch_each_other,
                appends::heads_are_there_after_opening_anew,
                appends::the_name_of_the_journal_stays,
                appends::large_records_fit,
                appends::many_batches_fit,
                reads::reading_starts_at_the_batch_that_holds_the_record,
                reads::a_visitor_may_stop_early,
                reads::a_stream_without_records_shows_nothing,
                snapshots::the_last_few_keep_their_bytes,
                snapshots::the_newest_up_to_a_record_is_found,
                snapshots::a_snapshot_kept_twice_is_one,
                snapshots::each_stream_keeps_its_own,
                faults::after_a_fault_the_store_takes_no_more,
                model::random_work_agrees_with_a_plain_list,
            }
        }
    };
    (each $place:path => $($room:ident::$story:ident),* $(,)?) => {
        $(
            #[test]
            fn $story() {
                crate::$room::$story(&$place());
            }
        )*
    };
}

conforms!(memory, crate::in_memory::place);
conforms!(sqlite, crate::in_sqlite::place);
conforms!(journal_in_a_folder, crate::in_sqlite::journal);
conforms!(postgres, crate::in_postgres::place);
