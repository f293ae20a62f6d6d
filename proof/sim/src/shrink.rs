//! Finds the shortest plan that still fails in the same way.

use crate::night::{Failure, Trace, run};
use crate::plan::Plan;

/// How many shorter plans are tried at most.
const TRIES: u32 = 60;

/// Shortens a plan as long as it fails by the same promise.
pub fn shrink(plan: &Plan, failure: &Failure) -> (Plan, Failure) {
    let (mut best, mut shown) = (plan.clone(), failure.clone());
    let mut tries = 0;
    loop {
        let shorter = shorter(&best).into_iter().find_map(|plan| {
            if tries >= TRIES {
                return None;
            }
            tries += 1;
            let failed = run(&plan, Trace::Silent).err();
            let same = |found: &Failure| found.broken.promise == failure.broken.promise;
            failed.filter(same).map(|failed| (plan, failed))
        });
        match shorter {
            Some((plan, failed)) => (best, shown) = (plan, failed),
            None => return (best, shown),
        }
    }
}

/// Plans that are a little shorter, the shortest first.
fn shorter(plan: &Plan) -> Vec<Plan> {
    let mut plans = Vec::new();
    for part in [2, 4, 8] {
        let seconds = plan.seconds - plan.seconds / part;
        if 5 <= seconds && seconds < plan.seconds {
            plans.push(Plan { seconds, ..plan.clone() });
        }
    }
    for place in 0..plan.tables.len() {
        if plan.tables.len() > 1 {
            let mut fewer = plan.clone();
            fewer.tables.remove(place);
            plans.push(fewer);
        }
    }
    if plan.seats > 1 {
        plans.push(Plan { seats: plan.seats / 2, ..plan.clone() });
    }
    if !plan.mishaps.is_empty() {
        plans.push(Plan { mishaps: Vec::new(), ..plan.clone() });
    }
    for place in 0..plan.mishaps.len() {
        let mut fewer = plan.clone();
        fewer.mishaps.remove(place);
        plans.push(fewer);
    }
    for place in 0..plan.troubles.len() {
        let mut fewer = plan.clone();
        fewer.troubles.remove(place);
        plans.push(fewer);
    }
    plans
}
