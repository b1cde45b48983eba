// The tool's sampler (src/token/sampler.rs, src/token/distribution.rs): the same operations in the same order on the same
// recorded rows, so that it draws the same tokens. Needs no page: tests run it on its own.

{
  const GOLDEN = 0x9e3779b97f4a7c15n;
  const word = (value) => BigInt.asUintN(64, value);

  // SplitMix64; both are BigInt.
  function uniform(seed, position) {
    let z = word(seed + GOLDEN * (position + 1n));
    z = word((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = word((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return Number((z ^ (z >> 31n)) >> 11n) / 2 ** 53;
  }

  // The rows as src/figure/sampler_rows.rs documents them, with each step's logits and bins as numbers to reckon with.
  function unpack({ steps, ...run }) {
    const row = ({ logit, below, low, high, counts, ...step }) => {
      let at = logit;
      const logits = [logit, ...below.map((by) => (at -= by))].map((value) => value / 1000);
      const width = counts.length ? (high - low) / 1000 / counts.length : 0;
      return { ...step, logits, low: low / 1000, width, bins: counts };
    };
    return { ...run, steps: steps.map(row) };
  }

  // Every token as `Row::groups` (src/token/distribution.rs) has it, from the likeliest down: the listed ones by
  // themselves, then the bins, whose tokens are taken to be equally likely and to weigh `share` of what they seem. `each`:
  // the weight of one, `log`: that times its scaled logit.
  function spread({ logits, bins, low, width }, temperature, most, share) {
    const groups = logits.map((logit) => {
      const x = (logit - most) / temperature;
      return { count: 1, each: Math.exp(x), log: Math.exp(x) * x };
    });
    const w = width / temperature;
    for (let at = bins.length - 1; at >= 0; at -= 1) {
      const count = bins[at];
      if (!count) continue;
      const x = (low + (at + 0.5) * width - most) / temperature;
      const slope = Math.max(-0.5, Math.min(0.5, ((bins[at + 1] ?? 0) - (bins[at - 1] ?? 0)) / 4 / count));
      const mean = 1 + (w * w) / 24 + (slope * w) / 12;
      const part = Math.exp(x) * share;
      groups.push({ count, each: part * mean, log: part * (x * mean + (w * w + slope * w) / 12) });
    }
    return groups;
  }

  // Of the likeliest `tokens`: their weight, and their entropy among themselves in nats.
  function total(groups, tokens = Infinity) {
    let [mass, log] = [0, 0];
    for (const group of groups) {
      const count = Math.min(group.count, tokens);
      tokens -= count;
      mass += count * group.each;
      log += count * group.log;
    }
    return { mass, entropy: Math.max(0, Math.log(mass) - log / mass) };
  }

  // The fewest of the likeliest tokens that weigh `mass` together.
  function reach(groups, mass) {
    let [tokens, sum] = [0, 0];
    for (const { count, each } of groups) {
      // A sum that comes to `mass` but for its last bits has reached it.
      const more = (mass - sum) / each - 1e-9;
      if (more <= count) return tokens + Math.max(1, Math.ceil(more));
      tokens += count;
      sum += count * each;
    }
    return tokens;
  }

  // What the bins weigh at temperature 1 by the recorded sum, against what they are taken to.
  function scale(row) {
    const groups = spread(row, 1, row.logsumexp, 1);
    const rest = 1 - total(groups, row.logits.length).mass;
    return rest > 0.05 ? rest / total(groups.slice(row.logits.length)).mass : 1;
  }

  // A row before the filters: `listed` probabilities, `entropy` in nats, `reach`: how many tokens hold 90 %. After: the
  // likeliest `survivors` stay, with `mass`; `drawn` are the listed ones' probabilities, `left` is the entropy, and `draw`
  // takes a number from 0 to 1 to the rank of the token that it draws. `passed`: how many stayed after each filter. Null,
  // and 0 or 1, are off.
  function filter(row, { temperature, topK, topP, minP }) {
    row.scale ??= scale(row);
    const share = Math.max(0.5, Math.min(2, 1 + (row.scale - 1) / (temperature * temperature)));
    const groups = spread(row, temperature, row.logits[0], share);
    const all = total(groups);
    const count = (kept) => kept.reduce((sum, group) => sum + group.count, 0);
    let survivors = count(groups);
    const passed = {};
    if (topK) survivors = Math.min(survivors, topK);
    passed.topK = survivors;
    if (topP && topP < 1) survivors = Math.min(survivors, reach(groups, topP * total(groups, survivors).mass));
    passed.topP = survivors;
    if (minP) survivors = Math.min(survivors, count(groups.filter(({ each }) => each >= minP)));
    const left = total(groups, survivors);
    const weights = groups.slice(0, row.logits.length).map(({ each }) => each);
    // At temperature 1 the row's own sum says what all tokens weigh, as everywhere on the page.
    const whole = temperature === 1 ? Math.exp(row.logsumexp - row.logits[0]) : all.mass;
    const kept = survivors === count(groups) ? whole : left.mass;
    return {
      listed: weights.map((weight) => weight / whole),
      entropy: all.entropy,
      reach: reach(groups, 0.9 * all.mass),
      survivors,
      passed,
      mass: left.mass / all.mass,
      drawn: weights.map((weight, at) => (at < survivors ? weight / kept : 0)),
      left: left.entropy,
      draw: (number) => Math.min(survivors, reach(groups, number * left.mass)),
    };
  }

  globalThis.lpDistribution = { unpack, filter, uniform };
}
