//! Stored form of the floor's image, and the floor's snapshot.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use taisai_floor as floor;
use taisai_floor::Floor;

use crate::stored::bank::{FloorAct, TableBank};
use crate::stored::chains::Chains;
use crate::stored::config::Config;
use crate::stored::entry::{
    push, push_later, push_later_before, take, take_later, take_later_before,
};
use crate::stored::fault::after_version;
use crate::stored::floor::{CageRules, FloorAsker, FloorRole, Nature, Payee, ThingId};
use crate::stored::table::Kept;
use crate::stored::values::Later;
use crate::stored::words::Approval;
use crate::stored::{Form, RecordFault, Shape, Unsound, VERSION, ValueFault, Variant};

/// The snapshot of a floor, as it is stored: equal floors give equal bytes.
pub fn encode_floor(floor: &Floor) -> Vec<u8> {
    let mut bytes = vec![VERSION];
    let image = floor.image();
    push(&mut bytes, &FloorImage::keep(&image));
    let (mut displays, mut additions, mut for_cage) = (Vec::new(), Vec::new(), Vec::new());
    let (mut banks, mut chains) = (Vec::new(), Vec::new());
    push_later(&mut chains, &Chains::of(&image));
    push_later_before(&mut banks, &Banks::of(&image), &chains);
    push_later_before(&mut displays, &Displays::of(&image), &banks);
    push_later_before(&mut additions, Additions::keep(&image).as_slice(), &displays);
    push_later_before(&mut for_cage, &ForCage::keep(&image.for_cage), &additions);
    push_later_before(&mut bytes, &Keys::from_iter(image.key), &for_cage);
    bytes
}

/// Reads a floor's snapshot; whatever the bytes, it is a floor or a fault.
pub fn decode_floor(bytes: &[u8]) -> Result<Floor, RecordFault> {
    let (image, rest) = take::<FloorImage>(after_version(bytes)?)?;
    let (keys, rest): (Keys, _) = take_later_before(rest)?;
    let (for_cage, rest): (ForCage, _) = take_later_before(rest)?;
    let (additions, rest): (Vec<Additions>, _) = take_later_before(rest)?;
    let (displays, rest): (Vec<Displays>, _) = take_later_before(rest)?;
    let (banks, rest): (Vec<Banks>, _) = take_later_before(rest)?;
    let chains: Vec<Chains> = take_later(rest)?;
    let mut image: floor::FloorImage = image.restore()?;
    let cannot_be = |why: String| Unsound::from(ValueFault::State(why));
    if keys.len() > 1 {
        return Err(cannot_be("a floor has one key".to_owned()).into());
    }
    image.key = keys.first().copied();
    image.for_cage = for_cage.restore()?;
    if !image.for_cage.is_sorted_by(|one, next| one < next) {
        return Err(Unsound::from(ValueFault::Disorder).into());
    }
    if additions.len() > 1 || additions.first() == Some(&Additions::default()) {
        return Err(cannot_be("what came later is written once".to_owned()).into());
    }
    additions.into_iter().try_for_each(|added| added.add(&mut image))?;
    Displays::add(displays, &mut image)?;
    Banks::add(banks, &mut image)?;
    Chains::add(chains, &mut image)?;
    Ok(Floor::from_image(image).map_err(|fault| cannot_be(fault.to_string()))?)
}

/// The fingerprint of the key: snapshots that were written before keys had one have none.
type Keys = Vec<[u8; 32]>;

/// The vouchers that no seat takes: older snapshots have none.
type ForCage = Vec<u128>;

/// What the image did not have when its form was fixed. A floor that has none of it has the bytes
/// that it always had.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Additions {
    /// The house's rules for its cage.
    rules: CageRules,
    /// Until when vouchers are good.
    good_until: Vec<(u128, u64)>,
    /// The register of things.
    things: Vec<(ThingId, Thing)>,
    /// The dice that were damaged.
    damaged_dice: Vec<u32>,
    /// What two tables say they have.
    disputes: Vec<Dispute>,
    /// Who was admitted last to each place of a felt table.
    places: Vec<((u32, u16), u64)>,
}

impl Additions {
    /// Nothing where there is nothing to add.
    fn keep(image: &floor::FloorImage) -> Option<Self> {
        let added = Self {
            rules: Form::keep(&image.rules),
            good_until: Form::keep(&image.good_until),
            things: Form::keep(&image.things),
            damaged_dice: Form::keep(&image.damaged_dice),
            disputes: Form::keep(&image.disputes),
            places: Form::keep(&image.places),
        };
        (added != Self::default()).then_some(added)
    }

    fn add(self, image: &mut floor::FloorImage) -> Result<(), Unsound> {
        let Self { rules, good_until, things, damaged_dice, disputes, places } = self;
        (image.rules, image.good_until) = (rules.restore()?, good_until.restore()?);
        (image.things, image.damaged_dice) = (things.restore()?, damaged_dice.restore()?);
        (image.disputes, image.places) = (disputes.restore()?, places.restore()?);
        Ok(())
    }
}

/// The displays and the offers to them: older snapshots have none. One stands for all.
#[derive(Debug, Serialize, Deserialize)]
struct Displays {
    offers: Vec<([u8; 32], DisplayOffer)>,
    displays: Vec<(u32, Display)>,
}

impl Displays {
    fn of(image: &floor::FloorImage) -> Vec<Self> {
        let (offers, displays) = (&image.display_offers, &image.displays);
        let any = !(offers.is_empty() && displays.is_empty());
        let kept = || Self { offers: Form::keep(offers), displays: Form::keep(displays) };
        any.then(kept).into_iter().collect()
    }

    fn add(stored: Vec<Self>, image: &mut floor::FloorImage) -> Result<(), Unsound> {
        for Self { offers, displays } in stored {
            if !image.displays.is_empty() || offers.len() + displays.len() == 0 {
                return Err(ValueFault::Disorder.into());
            }
            image.display_offers = offers.restore()?;
            image.displays = displays.restore()?;
        }
        Ok(())
    }
}

/// The banks of felt tables: older snapshots have none. One stands for all.
#[derive(Debug, Serialize, Deserialize)]
struct Banks {
    banks: Vec<(u32, TableBank)>,
    slips_numbered: u64,
}

impl Banks {
    fn of(image: &floor::FloorImage) -> Vec<Self> {
        let (banks, slips_numbered) = (&image.banks, image.slips_numbered);
        let any = !banks.is_empty() || slips_numbered > 0;
        let kept = || Self { banks: Form::keep(banks), slips_numbered };
        any.then(kept).into_iter().collect()
    }

    fn add(stored: Vec<Self>, image: &mut floor::FloorImage) -> Result<(), Unsound> {
        for Self { banks, slips_numbered } in stored {
            let nothing = banks.is_empty() && slips_numbered == 0;
            if nothing || !image.banks.is_empty() || image.slips_numbered > 0 {
                return Err(ValueFault::Disorder.into());
            }
            (image.banks, image.slips_numbered) = (banks.restore()?, slips_numbered);
        }
        Ok(())
    }
}

stored_struct! {
    floor::Thing {
        nature: Nature,
        seal: Option<Seal>,
        approvals: Vec<(Approval, Paper)>,
        place: ThingPlace,
        since: u64,
        lent: bool,
        first_used: [Option<u64>; 3],
        damage: Option<Damage>,
    }
}

stored_enum! {
    floor::Place as ThingPlace {
        Store,
        Table(table: u32),
        Withdrawn { reason: String, by: u32, },
    }
}

stored_struct! {
    floor::Seal {
        number: String,
        by: Option<u32>,
    }
}

stored_struct! {
    floor::Paper {
        reference: String,
        date: Option<String>,
        holder: String,
        by: Option<u32>,
    }
}

stored_struct! {
    floor::Damage {
        reason: Option<String>,
        by: Option<u32>,
    }
}

stored_struct! {
    floor::Dispute {
        thing: ThingId,
        tables: [u32; 2],
    }
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
        promises: Vec<(u128, Promise)>,
        lost: Vec<LostNumbers>,
        honoured: Vec<u64>,
        next_tickets: Vec<(u32, u64)>,
        for_cage: Later,
        rules: Later,
        good_until: Later,
        key: Later,
        display_offers: Later,
        displays: Later,
        things: Later,
        damaged_dice: Later,
        disputes: Later,
        banks: Later,
        slips_numbered: Later,
        places: Later,
        chains: Later,
    }
}

stored_struct! {
    floor::LostNumbers {
        after: u64,
        before: u64,
    }
}

/// A person. Where they have no password but an invitation, the digest of its code and its end
/// stand in the place of the hash, so that snapshots of before there were invitations are read by
/// the same form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Member {
    name: String,
    password: String,
    password_is: PasswordIs,
    role: Option<FloorRole>,
    standing: Standing,
    role_changes: u32,
    password_changes: u32,
}

/// How a person shows who they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum PasswordIs {
    Own,
    Given,
    Invited,
}

impl Form<floor::Member> for Member {
    fn keep(core: &floor::Member) -> Self {
        let floor::Member { name, password, role, standing, role_changes, password_changes } = core;
        let (password, password_is) = match password {
            floor::Password::Own(hash) => (Form::keep(hash), PasswordIs::Own),
            floor::Password::Given(hash) => (Form::keep(hash), PasswordIs::Given),
            floor::Password::Invited(invitation) => (invited(invitation), PasswordIs::Invited),
        };
        Self {
            name: Form::keep(name),
            password,
            password_is,
            role: Form::keep(role),
            standing: Form::keep(standing),
            role_changes: *role_changes,
            password_changes: *password_changes,
        }
    }

    fn restore(self) -> Result<floor::Member, Unsound> {
        let place = |unsound: Unsound| unsound.within("Member.password");
        let password = match self.password_is {
            PasswordIs::Own => floor::Password::Own(Form::restore(self.password).map_err(place)?),
            PasswordIs::Given => {
                floor::Password::Given(Form::restore(self.password).map_err(place)?)
            }
            PasswordIs::Invited => {
                floor::Password::Invited(invitation(&self.password).map_err(place)?)
            }
        };
        Ok(floor::Member {
            name: Form::restore(self.name).map_err(|unsound| unsound.within("Member.name"))?,
            password,
            role: Form::restore(self.role)?,
            standing: Form::restore(self.standing)?,
            role_changes: self.role_changes,
            password_changes: self.password_changes,
        })
    }
}

/// An invitation in the place of a password's hash: 64 hexadecimal digits, `@`, milliseconds.
fn invited(floor::Invitation { code, until }: &floor::Invitation) -> String {
    let mut text = String::with_capacity(80);
    for byte in code.0 {
        write!(text, "{byte:02x}").expect("a text takes any letter");
    }
    write!(text, "@{}", until.millis()).expect("a text takes any letter");
    text
}

fn invitation(text: &str) -> Result<floor::Invitation, Unsound> {
    let read = || {
        let (hex, until) = text.split_once('@')?;
        let mut code = [0; 32];
        for (place, byte) in code.iter_mut().enumerate() {
            *byte = u8::from_str_radix(hex.get(2 * place..2 * place + 2)?, 16).ok()?;
        }
        let until = taisai_table::Time::from_millis(until.parse().ok()?)?;
        Some(floor::Invitation { code: floor::Digest(code), until })
    };
    // What is written in another way is no invitation, so that one value has one form.
    let found = read().filter(|found| invited(found) == text);
    found.ok_or_else(|| ValueFault::Text { of: "Invitation" }.into())
}

impl Member {
    const SHAPE: Shape = Shape {
        name: "Member",
        variants: &[Variant {
            name: "",
            fields: &[
                ("name", "String"),
                ("password", "String"),
                ("password_is", "PasswordIs"),
                ("role", "Option<FloorRole>"),
                ("standing", "Standing"),
                ("role_changes", "u32"),
                ("password_changes", "u32"),
            ],
        }],
    };
}

impl PasswordIs {
    const SHAPE: Shape = Shape {
        name: "PasswordIs",
        variants: &[
            Variant { name: "Own", fields: &[] },
            Variant { name: "Given", fields: &[] },
            Variant { name: "Invited", fields: &[] },
        ],
    };
}

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
    floor::FloorTable as TableSetUp {
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
    floor::DisplayOffer {
        table: u32,
        equipment: Option<u32>,
        until: u64,
        by: u32,
    }
}

stored_struct! {
    floor::Display {
        table: u32,
        equipment: Option<u32>,
        token: [u8; 32],
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
        Replaced { by: u64, },
        Expired,
    }
}

stored_struct! {
    floor::Promise {
        terminal: u32,
        request: u64,
        taken: bool,
    }
}

stored_enum! {
    floor::Account as FloorAccount {
        Drawer(staff: u32),
        Outstanding,
        Held,
        Table(table: u32),
        Honoured,
        Expired,
        Chips,
        Float(table: u32),
        Unsettled(table: u32),
        Variance(table: u32),
        Drop,
        Win(table: u32),
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
    Promise::SHAPE,
    FloorAccount::SHAPE,
    LostNumbers::SHAPE,
    DisplayOffer::SHAPE,
    Display::SHAPE,
    Thing::SHAPE,
    ThingPlace::SHAPE,
    Seal::SHAPE,
    Paper::SHAPE,
    Damage::SHAPE,
    Dispute::SHAPE,
];
