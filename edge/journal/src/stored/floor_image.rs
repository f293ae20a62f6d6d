//! Stored form of the floor's image, and the floor's snapshot.

use taisai_floor as floor;
use taisai_floor::Floor;

use crate::stored::config::Config;
use crate::stored::entry::{nothing_left, push, take};
use crate::stored::fault::after_version;
use crate::stored::floor::{FloorAct, FloorAsker, FloorRole, Payee};
use crate::stored::table::Kept;
use crate::stored::{Form, RecordFault, Shape, Unsound, VERSION, What};

/// The snapshot of a floor, as it is stored: equal floors give equal bytes.
pub fn encode_floor(floor: &Floor) -> Vec<u8> {
    let mut bytes = vec![VERSION];
    push(&mut bytes, &FloorImage::keep(&floor.image()));
    bytes
}

/// Reads a floor's snapshot; whatever the bytes, it is a floor or a fault.
pub fn decode_floor(bytes: &[u8]) -> Result<Floor, RecordFault> {
    let (image, rest) = take::<FloorImage>(after_version(bytes)?)?;
    nothing_left(rest)?;
    let cannot_be = |fault: floor::ImageFault| Unsound::from(What::State(fault.to_string()));
    Ok(Floor::from_image(image.restore()?).map_err(cannot_be)?)
}

stored_struct! {
    floor::FloorImage {
        staff: Vec<(u32, Member)>,
        sessions: Vec<(u64, FloorSession)>,
        sessions_opened: u64,
        proposals: Vec<(u32, FloorProposal)>,
        proposals_made: u32,
        offers: Vec<([u8; 32], Offer)>,
        terminals: Vec<(u32, Terminal)>,
        terminals_enrolled: u32,
        players_admitted: u64,
        tables: Vec<(u32, TableSetUp)>,
        vouchers: Vec<(u128, Voucher)>,
        finished: Vec<u128>,
        vouchers_numbered: u64,
        balances: Vec<([u8; 3], FloorAccount, i128)>,
        answers: Vec<(FloorAsker, Kept)>,
        lost: Vec<LostNumbers>,
        honoured: Vec<u64>,
    }
}

stored_struct! {
    floor::LostNumbers {
        after: u64,
        before: u64,
    }
}

stored_struct! {
    floor::Member {
        name: String,
        password: String,
        password_is: PasswordIs,
        role: Option<FloorRole>,
        standing: Standing,
        role_changes: u32,
        password_changes: u32,
    }
}

stored_words! { floor::PasswordIs { Own, Given, } }
stored_words! { floor::Standing { Active, Suspended, } }

stored_struct! {
    floor::Session as FloorSession {
        staff: u32,
        token: [u8; 32],
        authenticated: u64,
        until: u64,
    }
}

stored_struct! {
    floor::Proposal as FloorProposal {
        act: FloorAct,
        basis: u64,
        until: u64,
        by: u32,
        session: u64,
    }
}

stored_struct! {
    floor::TableSetUp {
        name: String,
        config: Config,
        book: String,
        standing: TableStanding,
    }
}

stored_words! { floor::TableStanding { InUse, Retired, } }

stored_struct! {
    floor::Offer {
        table: u32,
        seat: u16,
        until: u64,
        by: u32,
    }
}

stored_struct! {
    floor::Terminal {
        table: u32,
        seat: u16,
        token: [u8; 32],
        player: Option<u64>,
    }
}

stored_struct! {
    floor::Voucher {
        number: u64,
        amount: u64,
        currency: [u8; 3],
        origin: Origin,
        state: VoucherState,
    }
}

stored_enum! {
    floor::Origin {
        Cage { by: u32, },
        Table { table: u32, payee: Payee, },
        Honoured { by: [u32; 2], },
    }
}

stored_enum! {
    floor::VoucherState {
        Prepared,
        Outstanding,
        Held { table: u32, seat: u16, },
        Spent { table: u32, seat: u16, },
        Redeemed { by: u32, },
        Dropped,
    }
}

stored_enum! {
    floor::Account as FloorAccount {
        Drawer(staff: u32),
        Outstanding,
        Held,
        Table(table: u32),
        Honoured,
    }
}

pub(crate) const SHAPES: &[Shape] = &[
    FloorImage::SHAPE,
    Member::SHAPE,
    PasswordIs::SHAPE,
    Standing::SHAPE,
    FloorSession::SHAPE,
    FloorProposal::SHAPE,
    TableSetUp::SHAPE,
    TableStanding::SHAPE,
    Offer::SHAPE,
    Terminal::SHAPE,
    Voucher::SHAPE,
    Origin::SHAPE,
    VoucherState::SHAPE,
    FloorAccount::SHAPE,
    LostNumbers::SHAPE,
];
