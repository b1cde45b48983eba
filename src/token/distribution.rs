//! A compact row as a distribution at one temperature: how likely each listed token is, what the others hold, how many
//! tokens a share takes. Comes in: a [`Row`]. Goes out: numbers. Neither filters nor draws, which is `token::sampler`'s.
//!
//! `static/js/distribution.js` does the same operations in the same order, so that page and tool agree.

use super::Row;

/// All tokens of a row, from the likeliest down. Weights are relative to the likeliest token's, which is 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// How many of the groups are listed tokens.
    listed: usize,
    groups: Vec<Group>,
    /// What all tokens weigh by the recorded sum, at the temperature it is of.
    recorded: Option<f64>,
}

/// Tokens that are taken to be equally likely: a listed one by itself, or all of one bin.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Group {
    count: u64,
    /// The weight of one token.
    each: f64,
    /// That times its scaled logit, for the entropy.
    log: f64,
}

impl Row {
    /// The row's softmax at `temperature`, which is above 0.
    pub fn at(&self, temperature: f64) -> Distribution {
        let most = self.logits.first().copied().unwrap_or(0.0);
        // What is missed inside a bin goes with the square of its width, which the temperature divides.
        let share = (1.0 + (self.scale() - 1.0) / (temperature * temperature)).clamp(0.5, 2.0);
        let recorded = (temperature == 1.0).then(|| (self.logsumexp - most).exp());
        Distribution { listed: self.logits.len(), groups: self.groups(temperature, most, share), recorded }
    }

    /// Weights relative to the logit `most`. Tokens lie in a bin along half of the slope that its neighbours show (all
    /// of it overshoots): their mean weight is exp(middle) · (1 + w²/24 + slope · w/12), to second order in the bin's
    /// scaled width w; they are taken to weigh `share` of that.
    fn groups(&self, temperature: f64, most: f64, share: f64) -> Vec<Group> {
        let listed = self.logits.iter().map(|logit| {
            let x = (logit - most) / temperature;
            Group { count: 1, each: x.exp(), log: x.exp() * x }
        });
        let (counts, width) = (&self.tail.counts, self.tail.width());
        let w = width / temperature;
        let count = |at: Option<usize>| at.and_then(|at| counts.get(at)).copied().map_or(0.0, f64::from);
        let bins = (0..counts.len()).rev().filter(|at| counts[*at] > 0).map(|at| {
            let x = (self.tail.low + (at as f64 + 0.5) * width - most) / temperature;
            let rise = count(Some(at + 1)) - count(at.checked_sub(1));
            let slope = (rise / 4.0 / count(Some(at))).clamp(-0.5, 0.5);
            let mean = 1.0 + w * w / 24.0 + slope * w / 12.0;
            let part = x.exp() * share;
            Group { count: counts[at].into(), each: part * mean, log: part * (x * mean + (w * w + slope * w) / 12.0) }
        });
        listed.chain(bins).collect()
    }

    /// What the bins weigh at temperature 1 by the recorded sum, against what they are taken to; mostly rounding where
    /// they hold little.
    fn scale(&self) -> f64 {
        let groups = self.groups(1.0, self.logsumexp, 1.0);
        let (listed, bins) = groups.split_at(self.logits.len());
        let rest = 1.0 - sum(listed);
        if rest > 0.05 { rest / sum(bins) } else { 1.0 }
    }
}

fn sum(groups: &[Group]) -> f64 {
    groups.iter().fold(0.0, |sum, group| sum + group.count as f64 * group.each)
}

impl Distribution {
    pub fn tokens(&self) -> u64 {
        self.groups.iter().map(|group| group.count).sum()
    }

    /// Weight of the likeliest `tokens`.
    pub fn mass(&self, tokens: u64) -> f64 {
        self.total(tokens).0
    }

    /// Of the likeliest `tokens` among themselves, in nats.
    pub fn entropy(&self, tokens: u64) -> f64 {
        let (mass, log) = self.total(tokens);
        (mass.ln() - log / mass).max(0.0)
    }

    fn total(&self, tokens: u64) -> (f64, f64) {
        let (mut mass, mut log, mut left) = (0.0, 0.0, tokens);
        for group in &self.groups {
            let count = group.count.min(left);
            left -= count;
            mass += count as f64 * group.each;
            log += count as f64 * group.log;
        }
        (mass, log)
    }

    /// The fewest of the likeliest tokens that weigh `mass` together; all of them where they weigh less.
    pub fn reach(&self, mass: f64) -> u64 {
        let (mut tokens, mut sum) = (0, 0.0);
        for group in &self.groups {
            // A sum that comes to `mass` but for its last bits has reached it.
            let more = (mass - sum) / group.each - 1e-9;
            if more <= group.count as f64 {
                return tokens + more.ceil().max(1.0) as u64;
            }
            tokens += group.count;
            sum += group.count as f64 * group.each;
        }
        tokens
    }

    /// How many tokens weigh `weight` or more each.
    pub fn at_least(&self, weight: f64) -> u64 {
        self.groups.iter().filter(|group| group.each >= weight).map(|group| group.count).sum()
    }

    /// Probability of each listed token, in the row's order.
    pub fn listed(&self) -> Vec<f64> {
        self.drawn(self.tokens())
    }

    /// That where only the likeliest `survivors` stay; 0 for those that fell. At temperature 1 the row's own sum says
    /// what all tokens weigh, as everywhere else.
    pub fn drawn(&self, survivors: u64) -> Vec<f64> {
        let recorded = self.recorded.filter(|_| survivors >= self.tokens());
        let kept = recorded.unwrap_or_else(|| self.mass(survivors));
        let listed = self.groups.iter().take(self.listed).zip(0..);
        listed.map(|(group, at)| if at < survivors { group.each / kept } else { 0.0 }).collect()
    }

    /// The fewest tokens that hold `share` of the probability.
    pub fn holding(&self, share: f64) -> u64 {
        self.reach(share * sum(&self.groups))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uniform(tokens: usize) -> Distribution {
        Row::new(&vec![0.5; tokens]).at(0.7)
    }

    #[test]
    fn listed_tokens_and_those_that_are_only_counted_come_in_one_order() {
        let mut logits = vec![-20.0_f32; 500];
        logits[7] = 3.0;
        logits[9] = 2.0;
        let two = Row::new(&logits).at(1.0);
        assert_eq!((two.holding(0.7), two.holding(0.75)), (1, 2));
        assert_eq!((two.tokens(), two.at_least(0.3), two.at_least(0.4)), (500, 2, 1));
        let flat = Row::new(&(0..1000).map(|at| at as f32 * 1e-4).collect::<Vec<_>>()).at(1.0);
        assert!(flat.holding(0.5).abs_diff(488) <= 8, "{}", flat.holding(0.5));
    }

    #[test]
    fn a_share_that_whole_tokens_hold_takes_no_token_more() {
        let ten = uniform(10);
        assert_eq!([0.1, 0.2, 0.3, 0.6, 0.7, 0.9].map(|share| ten.holding(share)), [1, 2, 3, 6, 7, 9]);
        assert_eq!(ten.holding(0.0), 1);
        assert_eq!(ten.holding(1.0), 10);
        assert_eq!(uniform(1000).reach(2000.0), 1000);
    }

    #[test]
    fn entropy_of_equal_tokens_is_the_logarithm_of_their_number() {
        assert!((uniform(1000).entropy(1000) - 1000_f64.ln()).abs() < 1e-4);
        assert!((uniform(50).entropy(50) - 50_f64.ln()).abs() < 1e-12);
        assert!((uniform(1000).entropy(20) - 20_f64.ln()).abs() < 1e-12);
        assert_eq!(uniform(1000).entropy(1), 0.0);
    }

    #[test]
    fn a_row_without_a_tail_adds_up_and_a_certain_one_has_no_doubt() {
        let small = Row::new(&[0.0, 1.0, 2.0]).at(1.0);
        // The recorded sum has five decimals.
        assert!((small.listed().iter().sum::<f64>() - 1.0).abs() < 1e-5);
        let certain = Row::new(&[900.0, 0.0, 0.0]).at(0.2);
        assert_eq!((certain.entropy(3), certain.holding(0.9)), (0.0, 1));
        assert_eq!(Row::new(&[f32::NAN]).at(1.0).tokens(), 0);
    }
}
