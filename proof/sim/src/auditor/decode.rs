//! Decodes stored records by the page that documents them, and by nothing else.

use std::sync::LazyLock;

/// The page on which the stored form is written down.
const PAGE: &str = include_str!("../../../../docs/journal-format.md");

/// The names of the areas by their codes, as the page lists them.
static AREAS: LazyLock<Vec<&'static str>> = LazyLock::new(|| {
    let list = PAGE.split("### Areas").nth(1).expect("the page lists the areas");
    let rows = list.lines().filter_map(|line| line.strip_prefix("| "));
    let cells = rows.filter_map(|row| row.strip_suffix(" |")?.split_once(" | "));
    cells.filter(|(code, _)| code.parse::<u8>().is_ok()).map(|(_, area)| area).collect()
});

/// The name of an area by its code.
pub fn area(code: u8) -> Option<&'static str> {
    AREAS.get(usize::from(code)).copied()
}

/// A record that is not as the page says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(pub &'static str);

/// Bytes that are read from the front.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a>(pub &'a [u8]);

type Read<T> = Result<T, Unreadable>;

impl<'a> Reader<'a> {
    /// Whether everything was read.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// This many bytes.
    pub fn bytes(&mut self, count: usize) -> Read<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(count).ok_or(Unreadable("bytes"))?;
        self.0 = rest;
        Ok(bytes)
    }

    /// One byte.
    pub fn byte(&mut self) -> Read<u8> {
        Ok(self.bytes(1)?[0])
    }

    /// A varint: seven bits in a byte, the lowest first.
    pub fn wide(&mut self) -> Read<u128> {
        let mut value = 0;
        for shift in (0..133).step_by(7) {
            let byte = self.byte()?;
            value |= u128::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(Unreadable("varint"))
    }

    pub fn number(&mut self) -> Read<u64> {
        u64::try_from(self.wide()?).map_err(|_| Unreadable("number"))
    }

    pub fn seat(&mut self) -> Read<u16> {
        u16::try_from(self.wide()?).map_err(|_| Unreadable("seat"))
    }

    /// A person, a table, a terminal or a proposal.
    pub fn id(&mut self) -> Read<u32> {
        u32::try_from(self.wide()?).map_err(|_| Unreadable("id"))
    }

    pub fn text(&mut self) -> Read<&'a str> {
        let length = self.length()?;
        std::str::from_utf8(self.bytes(length)?).map_err(|_| Unreadable("text"))
    }

    pub fn length(&mut self) -> Read<usize> {
        usize::try_from(self.wide()?).map_err(|_| Unreadable("length"))
    }

    /// A value that may be missing.
    pub fn maybe<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<Option<T>> {
        match self.byte()? {
            0 => Ok(None),
            1 => read(self).map(Some),
            _ => Err(Unreadable("option")),
        }
    }

    pub fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let length = self.length()?;
        (0..length).map(|_| read(self)).collect()
    }
}

/// Who asked, at a table or on the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Asker {
    /// The machine.
    Host,
    Seat(u16),
    /// A member of staff, and on the floor the session.
    Staff(u32, u64),
    Terminal(u32),
}

/// The stamp of a record.
#[derive(Clone, Copy, Debug)]
pub struct Stamp {
    /// Its place.
    pub sequence: u64,
    /// When.
    pub time: u64,
    pub actor: Asker,
    /// Through which session.
    pub session: u64,
    /// Under which number.
    pub request: u64,
}

impl Stamp {
    /// Reads a stamp.
    pub fn read(from: &mut Reader<'_>) -> Read<Self> {
        let (sequence, time) = (from.number()?, from.number()?);
        let actor = match from.byte()? {
            0 => Asker::Host,
            1 => Asker::Seat(from.seat()?),
            2 => Asker::Staff(from.id()?, 0),
            3 => Asker::Terminal(from.id()?),
            _ => return Err(Unreadable("actor")),
        };
        Ok(Self { sequence, time, actor, session: from.number()?, request: from.number()? })
    }
}

/// How a table is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetUp {
    /// The fingerprint of its rule book.
    pub book: [u8; 32],
    /// Whether it is a felt table.
    pub felt: bool,
    /// Whether its dice are random.
    pub random: bool,
}

impl SetUp {
    /// Reads a `Config`.
    pub fn read(from: &mut Reader<'_>) -> Read<Self> {
        let book = from.bytes(32)?.try_into().map_err(|_| Unreadable("fingerprint"))?;
        from.bytes(3)?;
        let (felt, _run, random) = (from.byte()? == 1, from.byte()?, from.byte()? == 1);
        limits(from)?;
        from.maybe(Reader::number)?;
        for _ in 0..3 {
            from.number()?;
        }
        from.byte()?;
        from.number()?;
        from.number()?;
        Ok(Self { book, felt, random })
    }
}

/// Skips `Limits`.
pub fn limits(from: &mut Reader<'_>) -> Read<()> {
    area_limit(from)?;
    from.list(|from| {
        from.byte()?;
        area_limit(from)
    })?;
    from.number()?;
    from.number()?;
    Ok(())
}

fn area_limit(from: &mut Reader<'_>) -> Read<()> {
    from.number()?;
    from.number()?;
    from.id()?;
    Ok(())
}

/// What a correction or a void of a settled round means for one player.
#[derive(Clone, Copy, Debug)]
pub struct Adjustment {
    /// Where the bets were placed.
    pub seat: u16,
    /// By whom.
    pub player: u64,
    /// Where the player sits now.
    pub sits: Option<u16>,
    /// What the round returned before.
    pub before: u64,
    /// What it returns now.
    pub after: u64,
    /// Given to the credit.
    pub given: u64,
    /// Owed from now on.
    pub owed: u64,
    /// Set against what the house bears.
    pub recovered: u64,
    /// Taken from the credit.
    pub taken: u64,
    /// Taken from what was owed.
    pub forgone: u64,
    /// Borne by the house.
    pub shortfall: u64,
}

impl Adjustment {
    /// Reads an `Adjustment`.
    pub fn read(from: &mut Reader<'_>) -> Read<Self> {
        let (seat, player, sits) = (from.seat()?, from.number()?, from.maybe(Reader::seat)?);
        let mut money = [0; 8];
        for amount in &mut money {
            *amount = from.number()?;
        }
        let [before, after, given, owed, recovered, taken, forgone, shortfall] = money;
        Ok(Self {
            seat,
            player,
            sits,
            before,
            after,
            given,
            owed,
            recovered,
            taken,
            forgone,
            shortfall,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_lists_every_area() {
        assert_eq!(
            (area(0), area(29), area(116)),
            (Some("small"), Some("total-10"), Some("combo-665"))
        );
        assert_eq!((AREAS.len(), area(117)), (117, None));
    }

    #[test]
    fn varints_are_read_as_the_page_says() {
        let mut reader = Reader(&[0x7f, 0x80, 0x01, 0xff, 0xff, 0x03]);
        assert_eq!(
            [reader.number(), reader.number(), reader.number()],
            [Ok(127), Ok(128), Ok(65_535)]
        );
        assert_eq!((reader.is_empty(), reader.byte()), (true, Err(Unreadable("bytes"))));
        assert!(Reader(&[0x80; 30]).wide().is_err());
    }
}
