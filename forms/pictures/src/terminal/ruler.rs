//! Maps the edges of a layout's grid to the columns or rows of a terminal.

use std::collections::BTreeMap;

/// A stretch of the grid, and the least room that its contents need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    /// The edge where it begins.
    pub(super) from: u16,
    /// The edge where it ends.
    pub(super) to: u16,
    /// How far apart the two edges must lie.
    pub(super) need: usize,
}

/// The place of every edge.
///
/// Edges keep the order they have on the grid, so what does not overlap there does not overlap
/// here; every span gets the room it needs; beyond that, edges lie where the grid's proportions
/// put them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ruler(BTreeMap<u16, usize>);

impl Ruler {
    /// Lays out a grid of this size on a length, or on the least length that serves.
    pub(super) fn new(grid: u16, spans: &[Span], length: usize) -> Self {
        let length = length.max(Self::length_min(grid, spans));
        let rightward = push(grid, spans, length);
        let mirrored: Vec<Span> = spans.iter().map(|span| span.mirrored(grid)).collect();
        let leftward = push(grid, &mirrored, length);
        // Pushing from the left crowds the right and the other way round. Halfway between two
        // places that keep all distances, all distances are kept too, and nothing is crowded.
        let halfway = |(&edge, &place): (&u16, &usize)| {
            (edge, usize::midpoint(place, length - leftward[&(grid - edge)]))
        };
        Self(rightward.iter().map(halfway).collect())
    }

    /// The least length that gives every span its room.
    pub(super) fn length_min(grid: u16, spans: &[Span]) -> usize {
        room_behind(&with_neighbours(grid, spans))[&0]
    }

    /// The place of an edge.
    pub(super) fn place(&self, edge: u16) -> usize {
        self.0[&edge]
    }

    /// The place of the last edge.
    pub(super) fn length(&self) -> usize {
        self.0.values().next_back().copied().unwrap_or(0)
    }
}

impl Span {
    /// The same span seen from the other end of the grid.
    fn mirrored(self, grid: u16) -> Self {
        Self { from: grid - self.to, to: grid - self.from, need: self.need }
    }
}

/// Every edge where its proportion puts it, pushed away from zero where a span needs more room.
fn push(grid: u16, spans: &[Span], length: usize) -> BTreeMap<u16, usize> {
    let spans = with_neighbours(grid, spans);
    let behind = room_behind(&spans);
    let mut places = BTreeMap::from([(0, 0)]);
    for &edge in behind.keys().skip(1) {
        let ending = spans.iter().filter(|span| span.to == edge);
        let lowest = ending.map(|span| places[&span.from] + span.need).max().unwrap_or(0);
        let highest = length - behind[&edge];
        assert!(lowest <= highest, "every earlier edge has left room for what is behind it");
        let proportional = length * usize::from(edge) / usize::from(grid);
        places.insert(edge, proportional.clamp(lowest, highest));
    }
    places
}

/// The spans, and one from each edge to the next, which keeps the edges in order.
fn with_neighbours(grid: u16, spans: &[Span]) -> Vec<Span> {
    let ends = spans.iter().flat_map(|span| [span.from, span.to]);
    let mut edges: Vec<u16> = ends.chain([0, grid]).collect();
    edges.sort_unstable();
    edges.dedup();
    let neighbours = edges.windows(2).map(|pair| Span { from: pair[0], to: pair[1], need: 0 });
    spans.iter().copied().chain(neighbours).collect()
}

/// For each edge, how much room is needed from there to the end.
fn room_behind(spans: &[Span]) -> BTreeMap<u16, usize> {
    let mut spans = spans.to_vec();
    // The last spans come first, so that what is behind an edge is known when it is asked for.
    spans.sort_unstable_by_key(|span| std::cmp::Reverse((span.from, span.to)));
    let mut behind: BTreeMap<u16, usize> = BTreeMap::new();
    for span in spans {
        let room = behind.get(&span.to).copied().unwrap_or(0) + span.need;
        behind.entry(span.to).or_insert(0);
        let longest = behind.entry(span.from).or_insert(0);
        *longest = room.max(*longest);
    }
    behind
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(from: u16, to: u16, need: usize) -> Span {
        Span { from, to, need }
    }

    fn places(grid: u16, spans: &[Span], length: usize) -> Vec<usize> {
        Ruler::new(grid, spans, length).0.into_values().collect()
    }

    #[test]
    fn edges_lie_in_proportion_where_there_is_room() {
        let halves = [span(0, 50, 3), span(50, 100, 3)];
        assert_eq!(places(100, &halves, 20), [0, 10, 20]);
    }

    #[test]
    fn a_span_takes_the_room_it_needs_from_its_neighbours() {
        assert_eq!(places(100, &[span(0, 50, 15), span(50, 100, 3)], 20), [0, 15, 20]);
        assert_eq!(places(100, &[span(0, 50, 3), span(50, 100, 15)], 20), [0, 5, 20]);
    }

    #[test]
    fn a_length_that_is_too_small_becomes_the_least_that_serves() {
        let spans = [span(0, 50, 4), span(50, 100, 4), span(0, 30, 2), span(30, 100, 7)];
        assert_eq!(Ruler::length_min(100, &spans), 9);
        assert_eq!(places(100, &spans, 0), [0, 2, 4, 9]);
    }

    #[test]
    fn what_is_symmetric_on_the_grid_stays_symmetric() {
        let thirds = [span(0, 40, 1), span(40, 60, 10), span(60, 100, 1)];
        assert_eq!(places(100, &thirds, 20), [0, 5, 15, 20]);
    }

    #[test]
    fn every_span_has_its_room_and_edges_keep_their_order_at_every_length() {
        let spans = [
            span(0, 9, 8),
            span(0, 10, 1),
            span(9, 40, 5),
            span(10, 25, 3),
            span(20, 30, 1),
            span(25, 40, 9),
        ];
        for length in 0..80 {
            let ruler = Ruler::new(40, &spans, length);
            assert_eq!(ruler.length(), length.max(Ruler::length_min(40, &spans)));
            assert!(ruler.0.values().is_sorted(), "length {length}");
            for Span { from, to, need } in spans {
                assert!(ruler.place(to) - ruler.place(from) >= need, "length {length}");
            }
        }
    }
}
