//! Vouchers at the cage: sold, looked up, paid out.

use axum::Json;
use axum::http::HeaderMap;
use axum::routing::{get, post};
use taisai_floor::LookUpNumber;
use taisai_protocol::Answer;
use taisai_protocol::ask::checked::{Ask, CageAsk, LookUp};
use taisai_protocol::ask::{LostPaper, LostPaperAgreed, Owed, Paper, Presented, Sale};
use taisai_protocol::schema::Form;

use super::body::{Named, SentAsk};
use super::operation::{By, Keyed, Operation, Tells, group};
use super::tables::{changes, reads};
use crate::http::problem::ProblemResponse;
use crate::http::routes::LoggedIn;

type CageAnswer = Result<Json<Answer>, ProblemResponse>;

pub(super) fn operations() -> Vec<Operation> {
    let operations = vec![
        Operation::post("/api/v1/vouchers/sell", "sell_voucher", || post(sell))
            .does("Sells a voucher; only this answer has its token.")
            .by(By::Cashiers)
            .keyed(Keyed::Key)
            .takes(Form::of::<Sale>())
            .tells(Tells::One(Form::of::<Answer>())),
        Operation::get("/api/v1/vouchers/{number}", "voucher", || get(voucher))
            .does("A voucher by the number printed on it.")
            .by(By::Cashiers)
            .tells(Tells::One(Form::of::<Answer>())),
        Operation::post("/api/v1/vouchers/find", "find_voucher", || post(find))
            .does("A voucher by its token or its number.")
            .by(By::Cashiers)
            .takes(Form::of::<Presented>())
            .tells(Tells::One(Form::of::<Answer>())),
        Operation::post("/api/v1/vouchers/redeem", "redeem_voucher", || post(redeem))
            .does("Pays a voucher out, once; it takes the token on the paper, not the number.")
            .by(By::Cashiers)
            .keyed(Keyed::Key)
            .takes(Form::of::<Paper>())
            .tells(Tells::One(Form::of::<Answer>())),
        Operation::post("/api/v1/vouchers/owed", "pay_owed", || post(owed))
            .does("Gives a player who has left what a table still owes, as a voucher.")
            .by(By::Cashiers)
            .keyed(Keyed::Key)
            .takes(Form::of::<Owed>())
            .tells(Tells::One(Form::of::<Answer>())),
        Operation::post("/api/v1/vouchers/replace", "replace_voucher", || post(replace))
            .does(
                "Proposes to make a voucher out anew whose paper is lost; a second person agrees.",
            )
            .by(By::Staff)
            .keyed(Keyed::Key)
            .takes(Form::of::<LostPaper>())
            .tells(Tells::One(Form::of::<Answer>())),
        Operation::post("/api/v1/vouchers/replace/approve", "approve_replacement", || post(agree))
            .does("Approves it; only this answer has the new token, and the old one is void.")
            .by(By::Staff)
            .keyed(Keyed::Key)
            .takes(Form::of::<LostPaperAgreed>())
            .tells(Tells::One(Form::of::<Answer>())),
    ];
    group("The cage", operations)
}

async fn sell(
    LoggedIn(house, staff): LoggedIn,
    headers: HeaderMap,
    SentAsk(sale): SentAsk<Sale>,
) -> CageAnswer {
    changes(&house, staff, &headers, None, Ask::Cage(CageAsk::Sell(sale))).await
}

async fn voucher(LoggedIn(house, staff): LoggedIn, Named(number): Named<u64>) -> CageAnswer {
    let by = LookUp::Number(LookUpNumber(number));
    reads(&house, staff, Ask::Cage(CageAsk::LookUp(by))).await
}

async fn find(LoggedIn(house, staff): LoggedIn, SentAsk(by): SentAsk<Presented>) -> CageAnswer {
    reads(&house, staff, Ask::Cage(CageAsk::LookUp(by))).await
}

async fn redeem(
    LoggedIn(house, staff): LoggedIn,
    headers: HeaderMap,
    SentAsk(paper): SentAsk<Paper>,
) -> CageAnswer {
    changes(&house, staff, &headers, None, Ask::Cage(CageAsk::Redeem(paper))).await
}

async fn owed(
    LoggedIn(house, staff): LoggedIn,
    headers: HeaderMap,
    SentAsk(owed): SentAsk<Owed>,
) -> CageAnswer {
    changes(&house, staff, &headers, None, Ask::Cage(CageAsk::PayOwed(owed))).await
}

async fn replace(
    LoggedIn(house, staff): LoggedIn,
    headers: HeaderMap,
    SentAsk(lost): SentAsk<LostPaper>,
) -> CageAnswer {
    changes(&house, staff, &headers, None, Ask::Cage(CageAsk::ReplaceVoucher(lost))).await
}

async fn agree(
    LoggedIn(house, staff): LoggedIn,
    headers: HeaderMap,
    SentAsk(agreed): SentAsk<LostPaperAgreed>,
) -> CageAnswer {
    changes(&house, staff, &headers, None, Ask::Cage(CageAsk::ApproveReplacement(agreed))).await
}
