//! The queue for hashing passwords: addresses take turns, and people the house knows have their own
//! places.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use taisai_table::StaffId;
use tokio::sync::oneshot;

use crate::world::network::Network;

/// For whom a password is hashed; lanes take turns, however many wait in one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lane {
    /// The house itself.
    House,
    /// Somebody who is logged in, or is at a device where they have logged in before.
    Known(StaffId),
    /// A stranger, known only by address.
    Stranger(Network),
}

/// The queue.
#[derive(Debug, Default)]
pub struct HashQueue(Mutex<Waiting>);

/// The right to hash one password; the next in the queue gets it when this one is dropped.
#[derive(Debug)]
pub struct Turn(Option<Arc<HashQueue>>);

/// Too many wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busy;

#[derive(Debug, Default)]
struct Waiting {
    at_work: usize,
    known: Lanes,
    strangers: Lanes,
    /// Whether a stranger was the last to get a turn; then somebody known is next.
    stranger_was_last: bool,
}

/// Lanes that are served one after another.
#[derive(Debug, Default)]
struct Lanes {
    waiting: BTreeMap<Lane, VecDeque<oneshot::Sender<Turn>>>,
    order: VecDeque<Lane>,
}

impl HashQueue {
    /// How many are hashed at once.
    pub const AT_ONCE: usize = 2;
    /// How many may wait among those who are known, and again among strangers.
    pub const WAITING_MAX: usize = 64;
    /// How many of them in one lane.
    pub const LANE_MAX: usize = 8;

    /// Waits for a turn.
    pub async fn turn(self: &Arc<Self>, lane: Lane) -> Result<Turn, Busy> {
        let (sender, turn) = oneshot::channel();
        {
            let mut waiting = self.lock();
            if waiting.at_work < Self::AT_ONCE {
                waiting.at_work += 1;
                return Ok(Turn(Some(Arc::clone(self))));
            }
            waiting.lanes(lane).push(lane, sender)?;
        }
        // A log-in that was pushed out of the queue is refused as busy.
        turn.await.map_err(|_| Busy)
    }

    /// Hands a finished turn to the next in the queue.
    fn hand_on(self: &Arc<Self>) {
        loop {
            let next = {
                let mut waiting = self.lock();
                let next = waiting.next();
                if next.is_none() {
                    waiting.at_work -= 1;
                }
                next
            };
            let Some(next) = next else { return };
            match next.send(Turn(Some(Arc::clone(self)))) {
                Ok(()) => return,
                // The caller hung up at this very moment; the turn goes to the next one.
                Err(mut unused) => unused.0 = None,
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if let Some(queue) = self.0.take() {
            queue.hand_on();
        }
    }
}

impl Waiting {
    const fn lanes(&mut self, lane: Lane) -> &mut Lanes {
        match lane {
            Lane::House | Lane::Known(_) => &mut self.known,
            Lane::Stranger(_) => &mut self.strangers,
        }
    }

    /// Those who are known and strangers take turns, so that neither keeps the other out.
    fn next(&mut self) -> Option<oneshot::Sender<Turn>> {
        let known_first = self.stranger_was_last;
        let (first, second) = if known_first {
            (&mut self.known, &mut self.strangers)
        } else {
            (&mut self.strangers, &mut self.known)
        };
        if let Some(next) = first.pop() {
            self.stranger_was_last = !known_first;
            return Some(next);
        }
        let next = second.pop();
        self.stranger_was_last = known_first;
        next
    }
}

impl Lanes {
    fn push(&mut self, lane: Lane, sender: oneshot::Sender<Turn>) -> Result<(), Busy> {
        self.forget_gone();
        let own = self.waiting.get(&lane).map_or(0, VecDeque::len);
        if own >= HashQueue::LANE_MAX {
            return Err(Busy);
        }
        let all: usize = self.waiting.values().map(VecDeque::len).sum();
        if all >= HashQueue::WAITING_MAX {
            self.make_room(own)?;
        }
        if own == 0 {
            self.order.push_back(lane);
        }
        self.waiting.entry(lane).or_default().push_back(sender);
        Ok(())
    }

    /// The last of the longest lane makes room for somebody whose own lane is shorter.
    fn make_room(&mut self, own: usize) -> Result<(), Busy> {
        let longest = self.waiting.values_mut().max_by_key(|queue| queue.len()).ok_or(Busy)?;
        if longest.len() <= own + 1 {
            return Err(Busy);
        }
        longest.pop_back();
        Ok(())
    }

    /// The next of the lane whose turn it is.
    fn pop(&mut self) -> Option<oneshot::Sender<Turn>> {
        while let Some(lane) = self.order.pop_front() {
            let Some(queue) = self.waiting.get_mut(&lane) else { continue };
            let next = queue.pop_front();
            if queue.is_empty() {
                self.waiting.remove(&lane);
            } else {
                self.order.push_back(lane);
            }
            if next.is_some() {
                return next;
            }
        }
        None
    }

    /// Removes callers who hung up.
    fn forget_gone(&mut self) {
        for queue in self.waiting.values_mut() {
            queue.retain(|sender| !sender.is_closed());
        }
        self.waiting.retain(|_, queue| !queue.is_empty());
        let waiting = &self.waiting;
        self.order.retain(|lane| waiting.contains_key(lane));
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use tokio::task::JoinHandle;

    use super::*;

    fn stranger(last: u8) -> Lane {
        Lane::Stranger(Network::from(IpAddr::from([10, 0, 0, last])))
    }

    /// Takes every place, so that the next caller waits.
    async fn occupied() -> (Arc<HashQueue>, Vec<Turn>) {
        let queue = Arc::new(HashQueue::default());
        let mut at_work = Vec::new();
        for _ in 0..HashQueue::AT_ONCE {
            at_work.push(queue.turn(Lane::House).await.unwrap());
        }
        (queue, at_work)
    }

    /// Lets somebody wait in a lane; they write their name down when it is their turn.
    async fn waits(
        queue: &Arc<HashQueue>,
        lane: Lane,
        name: &'static str,
        served: &Arc<Mutex<Vec<&'static str>>>,
    ) -> JoinHandle<Result<(), Busy>> {
        let (queue, served) = (Arc::clone(queue), Arc::clone(served));
        let task = tokio::spawn(async move {
            let turn = queue.turn(lane).await?;
            served.lock().unwrap().push(name);
            drop(turn);
            Ok(())
        });
        tokio::task::yield_now().await;
        task
    }

    #[tokio::test]
    async fn a_flood_from_one_address_waits_behind_everybody_else() {
        let (queue, at_work) = occupied().await;
        let served = Arc::default();
        let mut tasks = Vec::new();
        for _ in 0..HashQueue::LANE_MAX {
            tasks.push(waits(&queue, stranger(1), "flood", &served).await);
        }
        tasks.push(waits(&queue, stranger(2), "elsewhere", &served).await);
        tasks.push(waits(&queue, Lane::Known(StaffId(1)), "known", &served).await);
        assert_eq!(queue.turn(stranger(1)).await.unwrap_err(), Busy, "one address has its share");
        drop(at_work);
        for task in tasks {
            task.await.unwrap().unwrap();
        }
        let served = served.lock().unwrap().clone();
        let place = |name| served.iter().position(|known| *known == name).unwrap();
        assert!(place("elsewhere") <= 3, "{served:?}");
        assert!(place("known") <= 2, "{served:?}");
    }

    #[tokio::test]
    async fn a_full_queue_makes_room_for_an_address_that_waits_for_nothing_yet() {
        let (queue, at_work) = occupied().await;
        let served = Arc::default();
        let mut crowd = Vec::new();
        for address in 0..8 {
            for _ in 0..HashQueue::LANE_MAX {
                crowd.push(waits(&queue, stranger(address), "crowd", &served).await);
            }
        }
        let late = waits(&queue, stranger(99), "late", &served).await;
        let known = waits(&queue, Lane::Known(StaffId(1)), "known", &served).await;
        drop(at_work);
        assert_eq!(late.await.unwrap(), Ok(()));
        assert_eq!(known.await.unwrap(), Ok(()));
        let mut turned_away = 0;
        for task in crowd {
            turned_away += usize::from(task.await.unwrap().is_err());
        }
        assert_eq!(turned_away, 1, "one of the crowd made room");
    }

    #[tokio::test]
    async fn as_many_addresses_as_may_wait_leave_no_room_for_another_stranger() {
        let (queue, at_work) = occupied().await;
        let served = Arc::default();
        let mut crowd = Vec::new();
        for address in 0..64 {
            crowd.push(waits(&queue, stranger(address), "crowd", &served).await);
        }
        assert_eq!(queue.turn(stranger(99)).await.unwrap_err(), Busy);
        let known = waits(&queue, Lane::Known(StaffId(1)), "known", &served).await;
        drop(at_work);
        assert_eq!(known.await.unwrap(), Ok(()), "room is kept for those who are known");
        for task in crowd {
            assert_eq!(task.await.unwrap(), Ok(()));
        }
    }

    #[tokio::test]
    async fn a_caller_who_hangs_up_keeps_nobody_waiting() {
        let (queue, at_work) = occupied().await;
        let served = Arc::default();
        let gone = waits(&queue, stranger(1), "gone", &served).await;
        let next = waits(&queue, stranger(2), "next", &served).await;
        gone.abort();
        tokio::task::yield_now().await;
        drop(at_work);
        assert_eq!(next.await.unwrap(), Ok(()));
        let mut free = Vec::new();
        for _ in 0..HashQueue::AT_ONCE {
            free.push(queue.turn(stranger(3)).await.unwrap());
        }
        assert_eq!(queue.lock().at_work, HashQueue::AT_ONCE);
    }
}
