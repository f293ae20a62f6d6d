//! One thing that can be asked over HTTP: its route, and what the document says of it.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Query, Request};
use axum::http::Uri;
use axum::middleware::{self, Next};
use axum::response::IntoResponse;
use axum::routing::MethodRouter;
use taisai_floor::GamingDate;
use taisai_protocol::Refusal;
use taisai_protocol::schema::Form;

use crate::http::problem::{ProblemResponse, problem};
use crate::http::routes::HttpState;

/// One thing that can be asked over HTTP. Router and document are made from the same list of them,
/// so that neither can hold what the other does not.
pub(super) struct Operation {
    /// How it is asked.
    pub(super) verb: Verb,
    /// Where; parts in braces are named in [`PATH_PARTS`].
    pub(super) path: &'static str,
    /// Its name for programs.
    pub(super) name: &'static str,
    /// What it does, in a sentence.
    pub(super) does: &'static str,
    /// What it belongs to.
    pub(super) group: &'static str,
    /// Who may ask it.
    pub(super) by: By,
    /// Whether it changes something, and must carry a key.
    pub(super) key: Keyed,
    /// What may stand behind the question mark.
    pub(super) query: &'static [Parameter],
    /// What is sent.
    pub(super) body: Option<Form>,
    /// What comes back.
    pub(super) tells: Tells,
    route: fn() -> MethodRouter<Arc<HttpState>>,
}

/// How something is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verb {
    /// Reads.
    Get,
    /// Changes something, or asks with a body.
    Post,
}

impl Verb {
    /// The word in the document.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Get => "get",
            Self::Post => "post",
        }
    }
}

/// Who may ask something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    Everybody,
    /// A terminal at the door, which has no line yet.
    Door,
    /// A terminal, for its own seat, over its newest line.
    Terminal,
    /// Anybody who is logged in; tables and floor check their rights.
    Staff,
    /// Staff with a role at the tables, auditors and administrators.
    TableStaff,
    /// Floorpeople and above, auditors and administrators.
    Superiors,
    Cashiers,
}

impl By {
    /// Who that is, in words.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Everybody => "everybody",
            Self::Door => "an enrolled terminal with its newest ticket",
            Self::Terminal => "an enrolled terminal, for its own seat, over its newest line",
            Self::Staff => "anybody who is logged in; table and floor check their rights",
            Self::TableStaff => "staff with a role at the tables, auditors, administrators",
            Self::Superiors => "floorpeople and above, auditors, administrators",
            Self::Cashiers => "cashiers",
        }
    }

    /// The word for programs.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Everybody => "everybody",
            Self::Door | Self::Terminal => "terminal",
            Self::Staff => "staff",
            Self::TableStaff => "table-staff",
            Self::Superiors => "superiors",
            Self::Cashiers => "cashiers",
        }
    }
}

/// Whether something changes, and how a repeat is distinguished from a second request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyed {
    /// Nothing changes.
    Reads,
    /// It is about the conversation itself: who comes in and who goes.
    Unkeyed,
    /// The header `Idempotency-Key` makes it one request.
    Key,
}

/// What comes back.
#[derive(Clone, Copy)]
pub(super) enum Tells {
    /// One of these.
    One(Form),
    /// A list of these.
    Many(Form),
    /// A list of words.
    Words,
    /// An object whose parts this document does not name.
    Object,
    Nothing,
    Page,
    /// A table for a spreadsheet.
    Csv,
    /// A file of the house.
    File,
}

/// What may stand behind a question mark, or in an address.
#[derive(Clone, Copy, Debug)]
pub(super) struct Parameter {
    pub(super) name: &'static str,
    pub(super) means: &'static str,
    pub(super) values: Values,
}

/// What a parameter can be.
#[derive(Clone, Copy, Debug)]
pub(super) enum Values {
    /// A whole number from the smallest to the largest.
    Whole { min: u64, max: u64 },
    /// A gaming day, as `2026-11-19`.
    Day,
}

impl Parameter {
    /// A number from 0 on.
    pub(super) const fn up_to(max: u64, name: &'static str, means: &'static str) -> Self {
        Self { name, means, values: Values::Whole { min: 0, max } }
    }

    /// A gaming day.
    pub(super) const fn day(name: &'static str, means: &'static str) -> Self {
        Self { name, means, values: Values::Day }
    }

    /// How many there may be on a page; a page without any tells nothing.
    pub(super) const fn limit(max: u64) -> Self {
        let values = Values::Whole { min: 1, max };
        Self { name: "limit", means: "at most so many", values }
    }
}

/// What the parts of an address in braces are; `book` alone is a word.
pub(super) const PATH_PARTS: [Parameter; 5] = [
    Parameter::up_to(u32::MAX as u64, "table", "the number of a table"),
    Parameter::up_to(u64::MAX, "round", "the number of a round"),
    Parameter::up_to(u64::MAX, "number", "the number printed on a voucher"),
    Parameter::up_to(u32::MAX as u64, "staff", "the number of a person"),
    Parameter::up_to(u32::MAX as u64, "case", "the number of a case at its table"),
];

impl Operation {
    /// Something that is read.
    pub(super) const fn get(
        path: &'static str,
        name: &'static str,
        route: fn() -> MethodRouter<Arc<HttpState>>,
    ) -> Self {
        Self::new(Verb::Get, path, name, route)
    }

    /// Something that changes, or that is asked with a body.
    pub(super) const fn post(
        path: &'static str,
        name: &'static str,
        route: fn() -> MethodRouter<Arc<HttpState>>,
    ) -> Self {
        Self::new(Verb::Post, path, name, route)
    }

    const fn new(
        verb: Verb,
        path: &'static str,
        name: &'static str,
        route: fn() -> MethodRouter<Arc<HttpState>>,
    ) -> Self {
        let (does, group, by, key) = ("", "", By::Everybody, Keyed::Reads);
        let (query, body, tells) = (&[] as &[Parameter], None, Tells::Nothing);
        Self { verb, path, name, does, group, by, key, query, body, tells, route }
    }

    /// What it does.
    #[must_use]
    pub(super) const fn does(self, does: &'static str) -> Self {
        Self { does, ..self }
    }

    /// Who may.
    #[must_use]
    pub(super) const fn by(self, by: By) -> Self {
        Self { by, ..self }
    }

    /// It changes something.
    #[must_use]
    pub(super) const fn keyed(self, key: Keyed) -> Self {
        Self { key, ..self }
    }

    /// What may stand behind the question mark.
    #[must_use]
    pub(super) const fn query(self, query: &'static [Parameter]) -> Self {
        Self { query, ..self }
    }

    /// What is sent.
    #[must_use]
    pub(super) const fn takes(self, form: Form) -> Self {
        Self { body: Some(form), ..self }
    }

    /// What comes back.
    #[must_use]
    pub(super) const fn tells(self, tells: Tells) -> Self {
        Self { tells, ..self }
    }

    /// The parts of its address in braces.
    pub(super) fn path_parts(&self) -> impl Iterator<Item = &'static str> {
        self.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
    }

    /// Puts it on a router. What stands behind the question mark is held to the bounds that the
    /// document tells, here and nowhere else.
    pub(super) fn on(&self, router: Router<Arc<HttpState>>) -> Router<Arc<HttpState>> {
        let route = (self.route)();
        if self.query.is_empty() {
            return router.route(self.path, route);
        }
        let known = self.query;
        let bounded = middleware::from_fn(move |request: Request, next: Next| async move {
            match out_of_bounds(known, request.uri()) {
                Some(refused) => refused.into_response(),
                None => next.run(request).await,
            }
        });
        router.route(self.path, route.route_layer(bounded))
    }
}

/// The first parameter that is beyond its bounds; what is no number at all is found by its reader.
fn out_of_bounds(known: &[Parameter], uri: &Uri) -> Option<ProblemResponse> {
    let Query(sent) = Query::<Vec<(String, String)>>::try_from_uri(uri).ok()?;
    sent.iter().find_map(|(name, value)| {
        let Parameter { name, values, .. } = known.iter().find(|known| known.name == name)?;
        let expects = match values {
            Values::Whole { min, max } => {
                let value: u64 = value.parse().ok()?;
                if *min <= value && value <= *max {
                    return None;
                }
                format!("a whole number from {min} to {max}")
            }
            Values::Day if GamingDate::read(value).is_some() => return None,
            Values::Day => "a day, such as 2026-11-19".to_owned(),
        };
        Some(problem(&Refusal::BadField { field: (*name).to_owned(), expects }))
    })
}

/// Gives operations the name of the group they belong to.
pub(super) fn group(name: &'static str, operations: Vec<Operation>) -> Vec<Operation> {
    operations.into_iter().map(|one| Operation { group: name, ..one }).collect()
}
