//! People: who comes, who may do what, and how they are stopped.

use taisai_floor::{Command, Floor, Refusal};
use taisai_testing::values::password;

use crate::check;
use crate::house::House;

#[test]
fn the_host_adds_administrators_until_there_are_two() {
    check(
        "
        empty
        host adds-administrator ann -> administrator 1 ann
        host adds-administrator ann -> refused: the name is somebody's
        host adds-administrator bea -> administrator 2 bea
        host adds-administrator cy -> refused: there are 2 administrators, who grant roles
        host opens ann -> session 1 of 1
        ann suspends bea -> suspended 2 by 1
        host adds-administrator cy -> administrator 3 cy
        ",
    );
}

#[test]
fn the_host_lets_an_administrator_in_again_and_nobody_else() {
    check(
        "
        staffed
        ann proposes dan cashier -> proposed 8 3 cashier by 1
        host recovers ann -> proposal-lapsed 8, over 1 StaffChanged, password-recovered 1
        host opens ann
        ann adds bob -> refused: choose a password of your own first
        ann changes-password -> password-changed 1
        ann adds bob -> staff 10 bob by 1
        host recovers dan -> refused: only an administrator's password is recovered so
        host recovers zoe -> refused: nobody works here as number 99
        bea recovers ann -> refused: only the machine itself may ask this
        ",
    );
}

#[test]
fn a_role_takes_two_people_on_two_sessions() {
    check(
        "
        administered
        ann adds bob -> staff 3 bob by 1
        ann proposes bob cashier -> proposed 1 3 cashier by 1
        ann approves 1 -> refused: a second person must agree, on another session
        host opens ann -> session 3 of 1
        ann approves 1 -> refused: a second person must agree, on another session
        bea approves 1 -> approved 1 by 2, role 3 cashier by 1 2
        ? role bob -> cashier
        bea approves 1 -> refused: nobody proposed this
        ann proposes bob cashier -> refused: the person has this role
        ann proposes ann auditor -> refused: nobody decides on their own role or password
        ann proposes bea auditor -> proposed 2 2 auditor by 1
        bea approves 2 -> refused: nobody decides on their own role or password
        ann proposes zoe dealer -> refused: nobody works here as number 99
        ",
    );
}

#[test]
fn the_second_person_has_just_given_their_password() {
    check(
        "
        administered
        ann adds bob
        ann proposes bob cashier
        +120s
        +1ms bea approves 1 -> refused: give the password again, within 120 seconds
        host refreshes 2 -> refreshed 2
        +120s bea approves 1 -> approved 1 by 2, role 3 cashier by 1 2
        ",
    );
}

/// A password given "in the future" proves nothing: the clock was set back, by whomever.
#[test]
fn a_clock_that_was_set_back_makes_nobody_fresh() {
    let mut house = House::staffed();
    let ann = house.asker("ann");
    let change = Command::ChangePassword { password: password(5) };
    house.now -= 1;
    let refused = Err(Refusal::NotFresh { fresh_ms: Floor::FRESH_MS });
    assert_eq!(house.ask(ann, change.clone()), refused);
    house.now += 1;
    assert!(house.ask(ann, change).is_ok());
}

#[test]
fn a_proposal_is_bound_to_the_state_it_was_made_on() {
    check(
        "
        administered
        ann adds bob
        ann proposes bob cashier -> proposed 1 3 cashier by 1
        ann proposes bob dealer -> proposed 2 3 dealer by 1
        bea approves 2 -> approved 2 by 2, role 3 dealer by 1 2
        bea approves 1 -> refused: propose it again: things have changed
        ann proposes-password bob -> proposed 3 password 3 by 1
        host opens bob -> session 3 of 3
        bob changes-password -> password-changed 3
        bea approves 3 -> refused: propose it again: things have changed
        bea withdraws 3 -> withdrawn 3 by 2
        ",
    );
}

#[test]
fn choosing_a_password_does_not_stand_in_the_way_of_a_role() {
    check(
        "
        administered
        ann adds bob
        ann proposes bob cashier
        host opens bob
        bob changes-password
        bea approves 1 -> approved 1 by 2, over 3 StaffChanged, role 3 cashier by 1 2
        bob sells 9 500 -> refused: the session is over
        ",
    );
}

#[test]
fn a_proposal_lapses_in_time_and_with_its_proposer() {
    check(
        "
        administered
        ann adds bob
        ann proposes bob cashier
        +28799999ms
        host refreshes 2
        host ticks -> done
        +1ms bea approves 1 -> refused: propose it again: things have changed
        host ticks -> proposal-lapsed 1
        ann proposes bob cashier -> proposed 2 3 cashier by 1
        bea suspends ann -> proposal-lapsed 2, over 1 StaffChanged, suspended 1 by 2
        ann approves 2 -> refused: the session is over
        ",
    );
}

#[test]
fn a_password_that_somebody_else_chose_must_be_changed_first() {
    check(
        "
        administered
        ann adds bob
        ann proposes bob cashier
        bea approves 1
        host opens bob -> session 3 of 3
        bob sells 9 500 -> refused: choose a password of your own first
        bob changes-password -> password-changed 3
        bob sells 9 500 -> sold 9 as #1 500 USD by 3
        ann proposes-password bob -> proposed 2 password 3 by 1
        bea approves 2 -> approved 2 by 2, over 3 StaffChanged, password-reset 3 by 1 2
        host opens bob
        bob sells 8 500 -> refused: choose a password of your own first
        ",
    );
}

#[test]
fn an_invitation_is_good_once_for_its_person_and_for_a_day() {
    check(
        "
        administered
        ann adds bob -> staff 3 bob by 1
        host accepts bob 901 -> refused: the code is not good, or no longer
        host accepts ann 900 -> refused: the code is not good, or no longer
        host accepts zoe 900 -> refused: nobody works here as number 99
        ann accepts bob 900 -> refused: only the machine itself may ask this
        +86399999ms host accepts bob 900 -> invitation-accepted 3
        host accepts bob 900 -> refused: the code is not good, or no longer
        host opens ann
        ann adds cy -> staff 4 cy by 1
        +86400000ms host accepts cy 900 -> refused: the code is not good, or no longer
        ",
    );
}

#[test]
fn two_people_invite_somebody_who_lost_their_password_and_the_old_one_is_gone() {
    check(
        "
        staffed
        ann invites dan -> proposed 8 invitation 3 by 1
        host accepts dan 901 -> refused: the code is not good, or no longer
        ann approves 8 -> refused: a second person must agree, on another session
        host refreshes 2
        bea approves 8 -> approved 8 by 2, over 4 StaffChanged, invited 3 by 1 2
        ? role dan -> dealer
        host accepts dan 901 -> invitation-accepted 3
        ann invites ann -> refused: nobody decides on their own role or password
        ann suspends dan
        ann invites dan -> refused: the person is suspended
        host accepts dan 901 -> refused: the person is suspended
        ",
    );
}

#[test]
fn a_changed_password_ends_every_other_session_of_its_person() {
    check(
        "
        administered
        host opens ann -> session 3 of 1
        ann changes-password -> password-changed 1, over 1 StaffChanged
        ? sessions ann -> 3
        ? sessions bea -> 2
        +121s ann changes-password -> refused: give the password again, within 120 seconds
        ",
    );
}

#[test]
fn revoking_and_suspending_take_one_person_and_effect_at_once() {
    check(
        "
        staffed
        ? sessions cas -> 14
        host opens cas -> session 17 of 8
        max revokes cas -> over 14 StaffChanged, over 17 StaffChanged, role-revoked 8 by 7
        cas sells 9 500 -> refused: the session is over
        cas/14 sells 9 500 -> refused: the session is over
        max revokes cas -> refused: the person has no role
        host opens cas
        cas sells 9 500 -> refused: needs cashier
        ann suspends cas -> over 18 StaffChanged, suspended 8 by 1
        host opens cas -> refused: the person is suspended
        ann suspends cas -> refused: the person is suspended
        ann proposes cas cashier -> refused: the person is suspended
        ann reinstates cas -> reinstated 8 by 1
        ann reinstates cas -> refused: the person is not suspended
        host opens cas
        cas sells 9 500 -> refused: needs cashier
        ",
    );
}

#[test]
fn the_last_administrator_stays() {
    check(
        "
        staffed
        ann revokes bea
        ann revokes ann -> refused: the last administrator stays
        max suspends ann -> refused: the last administrator stays
        max revokes ann -> refused: the last administrator stays
        ann proposes bea administrator -> proposed 8 2 administrator by 1
        max approves 8 -> approved 8 by 7, role 2 administrator by 1 7
        ann revokes ann -> over 1 StaffChanged, role-revoked 1 by 1
        ",
    );
}

#[test]
fn a_session_ends_by_itself_by_its_person_and_by_those_in_charge() {
    check(
        "
        administered
        ? deadline -> 43200s
        ann ends 2 -> over 2 Closed
        ann ends 2 -> refused: there is no such session
        host opens bea -> session 3 of 2
        bea ends 3 -> over 3 LoggedOut
        host opens bea -> session 4 of 2
        host idles 4 -> over 4 Idle
        +43199999ms
        host ticks -> done
        #90 ann adds bob -> staff 3 bob by 1
        +1ms ann adds cy -> refused: the session is over
        host refreshes 1 -> refused: the session is over
        host rotates 1 77 -> refused: the session is over
        host ticks -> over 1 Expired
        ? deadline -> none
        ",
    );
}

#[test]
fn somebody_without_a_role_logs_themselves_out_and_nobody_else() {
    check(
        "
        administered
        ann adds bob
        host opens bob -> session 3 of 3
        host opens bob -> session 4 of 3
        bob ends 1 -> refused: needs administrator or shift-manager
        bob ends-all ann -> refused: needs administrator or shift-manager
        bob ends-all bob -> over 3 Closed, over 4 Closed
        bob ends-all bob -> refused: the session is over
        host ends-all ann -> over 1 Closed
        ",
    );
}

#[test]
fn a_session_goes_on_under_another_token() {
    check(
        "
        administered
        host rotates 1 77 -> rotated 1
        host rotates 2 77 -> refused: draw another token: this one is in use
        ann adds bob -> staff 3 bob by 1
        host rotates 9 78 -> refused: there is no such session
        ",
    );
}

#[test]
fn nobody_speaks_through_the_session_of_somebody_else() {
    check(
        "
        staffed
        ann/2 adds bob -> refused: the session is over
        dan/14 sells 9 500 -> refused: the session is over
        cas/99 sells 9 500 -> refused: the session is over
        ",
    );
}

#[test]
fn a_repeated_request_has_one_effect() {
    check(
        "
        staffed
        #50 cas sells 9 500 -> sold 9 as #1 500 USD by 8
        #50 cas sells 9 500 -> done
        #50 cas sells 9 600 -> refused: the number belongs to another request
        #51 cas redeems 9 -> redeemed 9 500 by 8
        #51 cas redeems 9 -> done
        #52 cas redeems 9 -> refused: the voucher is redeemed by staff 8
        ? drawer cas -> 0
        ann suspends cas
        #50 cas sells 9 500 -> refused: the session is over
        ",
    );
}

#[test]
fn a_refused_request_leaves_its_number_free() {
    check(
        "
        staffed
        #50 cas redeems 9 -> refused: the voucher is not known here
        #50 cas sells 9 500 -> sold 9 as #1 500 USD by 8
        ",
    );
}

#[test]
fn what_was_noticed_is_written_down() {
    check(
        "
        administered
        host notes failed -> noted
        host notes started -> noted
        host notes jumped -> noted
        host notes old-journal -> noted
        ann notes started -> refused: only the machine itself may ask this
        ",
    );
}
