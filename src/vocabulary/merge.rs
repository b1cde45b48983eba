//! Byte-pair merging, one step at a time: of all neighbours that may be joined, those of the lowest rank are, the
//! leftmost first (Sennrich et al. 2016, section 3.2).

/// The pieces after a merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// Of the merge that led here; `None` for the start.
    pub rank: Option<u32>,
    /// Which of `pieces` the merge made.
    pub at: usize,
    pub pieces: Vec<Vec<u8>>,
}

/// The start and every merge. `rank`: of joining two pieces, where they may be joined.
pub fn merge_order(start: Vec<Vec<u8>>, rank: impl Fn(&[u8], &[u8]) -> Option<u32>) -> Vec<Merged> {
    let mut order = vec![Merged { rank: None, at: 0, pieces: start }];
    while let Some(now) = order.last() {
        let pairs = now.pieces.windows(2).enumerate();
        let lowest = pairs
            .filter_map(|(at, pair)| match pair {
                [left, right] => Some((rank(left, right)?, at)),
                _ => None,
            })
            .min();
        let Some((rank, at)) = lowest else { break };
        let mut pieces = now.pieces.clone();
        let right = pieces.remove(at + 1);
        if let Some(left) = pieces.get_mut(at) {
            left.extend(right);
        }
        order.push(Merged { rank: Some(rank), at, pieces });
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lowest_rank_goes_first_and_the_leftmost_of_equals() {
        let rank = |left: &[u8], right: &[u8]| match (left, right) {
            (b"l", b"o") => Some(1),
            (b"o", b"w") => Some(0),
            (b"l", b"ow") => Some(2),
            _ => None,
        };
        let order = merge_order(b"lowlow".iter().map(|byte| vec![*byte]).collect(), rank);
        let shown: Vec<(Option<u32>, usize, String)> = order
            .iter()
            .map(|merged| {
                let pieces: Vec<_> = merged.pieces.iter().map(|piece| String::from_utf8_lossy(piece)).collect();
                (merged.rank, merged.at, pieces.join("."))
            })
            .collect();
        assert_eq!(
            shown,
            [
                (None, 0, "l.o.w.l.o.w".into()),
                (Some(0), 1, "l.ow.l.o.w".into()),
                (Some(0), 3, "l.ow.l.ow".into()),
                (Some(2), 0, "low.l.ow".into()),
                (Some(2), 1, "low.low".into()),
            ]
        );
    }
}
