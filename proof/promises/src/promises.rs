//! The promises, each with the tests and the proofs that show it.

/// Something the project promises.
#[derive(Debug)]
pub struct Promise {
    /// Its number, for ever.
    pub number: u8,
    /// What is promised.
    pub words: &'static str,
    /// The proofs that look for a breach of it, by name.
    pub proofs: &'static [&'static str],
}

impl Promise {
    /// The tests that tell it most plainly, each with its file.
    pub fn tests(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let own = TESTS.iter().filter(|(number, _, _)| *number == self.number);
        own.map(|(_, file, test)| (*file, *test))
    }
}

/// All of them, in order.
pub const PROMISES: &[Promise] = &[
    Promise {
        number: 1,
        words: "Credits are conserved: every unit is somewhere, once.",
        proofs: &["sim", "shifts", "core"],
    },
    Promise {
        number: 2,
        words: "No bet is taken after no more bets.",
        proofs: &["sim", "core", "shifts", "stops"],
    },
    Promise { number: 3, words: "Dice never move early.", proofs: &["sim", "shifts"] },
    Promise {
        number: 4,
        words: "An acknowledged bet survives kill -9 and the loss of power.",
        proofs: &["sim", "every-crash", "kills", "power"],
    },
    Promise {
        number: 5,
        words: "Every registered bet is settled exactly once.",
        proofs: &["sim", "shifts", "core"],
    },
    Promise {
        number: 6,
        words: "A replay is the same, bit for bit.",
        proofs: &["sim", "fuzz", "soak"],
    },
    Promise {
        number: 7,
        words: "A correction is the world in which the right dice were entered first.",
        proofs: &["sim", "shifts", "core"],
    },
    Promise {
        number: 8,
        words: "A void is the world without the round.",
        proofs: &["sim", "shifts", "core"],
    },
    Promise {
        number: 9,
        words: "A repeated request has one effect.",
        proofs: &["sim", "core", "fuzz"],
    },
    Promise { number: 10, words: "A revoked role can do nothing.", proofs: &["sim", "mutants"] },
    Promise { number: 11, words: "Sensitive acts take two people.", proofs: &["sim", "mutants"] },
    Promise { number: 12, words: "A voucher pays once.", proofs: &["sim", "fuzz"] },
    Promise {
        number: 13,
        words: "A restart follows the rule book.",
        proofs: &["sim", "every-crash", "kills"],
    },
    Promise {
        number: 14,
        words: "A dropped terminal neither loses nor gains.",
        proofs: &["sim", "stops"],
    },
    Promise { number: 15, words: "No message crosses rounds.", proofs: &["sim", "core", "shifts"] },
    Promise { number: 16, words: "Tampering shows.", proofs: &["sim", "fuzz"] },
    Promise {
        number: 17,
        words: "One fair draw per round, kept before it is shown.",
        proofs: &["sim", "mutants"],
    },
    Promise { number: 18, words: "Payouts are exact.", proofs: &["sim", "shifts", "core"] },
    Promise {
        number: 19,
        words: "An ask that moves money has one effect and one answer, whenever the line or the \
                server dies.",
        proofs: &["sim", "every-crash"],
    },
];

/// The number of a promise, a file, and a test in it.
const TESTS: &[(u8, &str, &str)] = &[
    (1, "core/table/tests/shifts/main.rs", "whole_shifts_keep_every_promise"),
    (1, "core/ledger/tests/books.rs", "a_round_moves_money_from_seat_to_layout_to_float"),
    (
        1,
        "core/floor/tests/floor/vouchers.rs",
        "the_tables_and_the_cage_agree_when_nothing_is_under_way",
    ),
    (
        2,
        "core/table/tests/stories/bets.rs",
        "from_no_more_bets_until_the_lights_are_out_nobody_touches_a_bet",
    ),
    (
        2,
        "core/table/tests/stories/rounds.rs",
        "betting_is_warned_and_closed_at_its_deadline_and_not_a_millisecond_before",
    ),
    (
        3,
        "core/table/tests/stories/rounds.rs",
        "where_betting_ends_before_the_shake_an_early_shake_is_refused",
    ),
    (
        3,
        "core/table/tests/stories/irregularities.rs",
        "dice_seen_before_no_more_bets_void_the_round_with_later_bets_too",
    ),
    (4, "app/cli/tests/server/kills.rs", "in_a_folder_every_acknowledged_bet_survives_kill_9"),
    (4, "app/cli/tests/server/kills.rs", "in_postgresql_every_acknowledged_bet_survives_kill_9"),
    (
        4,
        "edge/journal/tests/crash/power.rs",
        "what_was_acknowledged_survives_power_loss_at_every_call",
    ),
    (
        5,
        "core/table/tests/stories/bets.rs",
        "the_bets_that_stand_when_betting_closes_are_settled_where_they_lie",
    ),
    (5, "core/ledger/tests/books.rs", "a_paid_amount_that_is_not_what_was_won_is_named"),
    (
        6,
        "core/table/tests/shifts/replay.rs",
        "a_fresh_table_reaches_the_same_state_at_every_hundredth_event",
    ),
    (6, "edge/journal/tests/stored/replays.rs", "a_restart_from_any_snapshot_is_the_replay"),
    (6, "edge/journal/tests/stored/golden.rs", "golden_journals_replay_to_the_recorded_state"),
    (
        7,
        "core/table/tests/worlds/main.rs",
        "a_correction_is_the_world_where_the_right_dice_came_first_for_all_pairs_of_rolls",
    ),
    (
        7,
        "core/table/tests/worlds/histories.rs",
        "the_order_of_corrections_makes_no_difference_to_anybody",
    ),
    (
        8,
        "core/table/tests/worlds/main.rs",
        "a_void_is_the_world_without_the_round_whatever_the_dice_and_whatever_was_corrected",
    ),
    (
        8,
        "core/table/tests/worlds/histories.rs",
        "rounds_that_are_made_void_are_as_if_nobody_had_bet_in_them",
    ),
    (9, "core/table/tests/stories/requests.rs", "a_repeated_request_is_answered_once"),
    (
        9,
        "edge/server/tests/wire/round.rs",
        "a_repeated_bet_lies_once_and_another_under_its_number_is_refused",
    ),
    (
        9,
        "edge/server/tests/wire/api/changes.rs",
        "the_same_key_sells_one_voucher_also_after_a_restart",
    ),
    (10, "core/floor/tests/floor/matrix.rs", "whoever_is_out_can_do_nothing_at_all"),
    (
        10,
        "edge/server/tests/wire/doors.rs",
        "a_revoked_role_ends_the_conversation_at_once_and_everywhere",
    ),
    (
        11,
        "core/table/tests/stories/rulings.rs",
        "the_same_person_or_the_same_log_in_does_not_agree_with_itself",
    ),
    (
        11,
        "edge/server/tests/wire/approvals.rs",
        "a_role_takes_two_people_who_are_not_the_one_concerned",
    ),
    (
        12,
        "core/floor/tests/floor/vouchers.rs",
        "two_cashiers_and_a_table_cannot_all_have_the_same_voucher",
    ),
    (
        12,
        "edge/server/tests/wire/vouchers.rs",
        "a_voucher_goes_from_cage_to_seat_to_cage_and_pays_once",
    ),
    (13, "core/table/tests/shifts/replay.rs", "a_restart_at_any_moment_is_as_the_design_says"),
    (13, "core/table/tests/stories/restarts.rs", "random_dice_are_never_drawn_again"),
    (14, "core/table/tests/stories/seats.rs", "a_lost_terminals_registered_bets_stand_and_settle"),
    (
        14,
        "edge/server/tests/wire/screens.rs",
        "a_lost_terminal_is_reported_its_bets_stand_and_it_sees_the_result_on_return",
    ),
    (
        14,
        "edge/server/tests/wire/kept.rs",
        "a_seat_is_given_back_whose_terminal_never_came_back_after_a_start",
    ),
    (15, "core/table/tests/stories/requests.rs", "a_command_for_another_round_is_refused"),
    (
        15,
        "core/table/tests/matrix/main.rs",
        "a_command_for_another_round_is_refused_as_soon_as_the_asker_may_ask",
    ),
    (
        16,
        "edge/journal/tests/tamper/frames.rs",
        "every_flipped_byte_of_a_megabyte_names_its_record",
    ),
    (16, "edge/journal/tests/tamper/database.rs", "every_flipped_byte_of_a_small_database_shows"),
    (16, "edge/journal/tests/tamper/old_copies.rs", "an_old_database_is_refused"),
    (17, "edge/shaker/src/fair.rs", "each_face_has_42_of_256_bytes_and_four_are_drawn_again"),
    (17, "core/table/tests/stories/restarts.rs", "random_dice_are_never_drawn_again"),
    (
        17,
        "core/table/tests/stories/automatic.rs",
        "what_was_drawn_stands_or_is_void_whoever_agrees_on_other_dice",
    ),
    (
        18,
        "forms/rulebooks/tests/exhaustive.rs",
        "every_bet_on_every_roll_settles_as_the_document_says",
    ),
    (
        18,
        "forms/rulebooks/tests/exhaustive.rs",
        "a_stake_that_cannot_be_paid_exactly_is_refused_with_its_multiple_on_every_roll",
    ),
    (
        19,
        "app/cli/tests/server/money.rs",
        "a_sit_down_has_one_effect_and_one_answer_wherever_it_is_interrupted",
    ),
    (
        19,
        "app/cli/tests/server/money.rs",
        "a_buy_in_and_a_cash_out_have_one_effect_and_one_answer_wherever_they_are_interrupted",
    ),
    (
        19,
        "app/cli/tests/server/money.rs",
        "what_the_cage_does_has_one_effect_and_one_answer_wherever_it_is_interrupted",
    ),
    (
        19,
        "app/cli/tests/server/money.rs",
        "a_player_who_leaves_has_one_voucher_wherever_the_ask_is_interrupted",
    ),
    (
        19,
        "app/cli/tests/server/money.rs",
        "what_a_table_owes_is_paid_once_wherever_the_ask_is_interrupted",
    ),
    (19, "proof/sim/tests/nights.rs", "every_mishap_befalls_every_kind_of_ask"),
];
