// The tool's sampler (src/run/sampler.rs) on recorded rows, which list the best logits and count the others in bins.
// Needs no page: tests run it on its own.

{
  const GOLDEN = 0x9e3779b97f4a7c15n;
  const word = (value) => BigInt.asUintN(64, value);

  /** SplitMix64; both are BigInt. */
  function uniform(seed, position) {
    let z = word(seed + GOLDEN * (position + 1n));
    z = word((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = word((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return Number((z ^ (z >> 31n)) >> 11n) / 2 ** 53;
  }

  /** Reads src/figure/sampler_rows.rs. */
  function parse(text) {
    const lines = text.split("\n");
    const [vocabulary, count, step, candidates, ...run] = lines[0].trim().split(" ");
    const tokens = lines.slice(1, 1 + Number(count)).map((line) => {
      const at = line.indexOf(" ");
      const control = line[0] === "!";
      return { id: Number(line.slice(control ? 1 : 0, at)), control, label: line.slice(at + 1) };
    });
    const numbers = (part) => (part ? part.split(" ").map(Number) : []);
    const steps = lines.slice(1 + Number(count)).filter(Boolean).map((line) => {
      const [chosen, listed, logits, ends, counts, logsumexp] = line.split("|");
      let at = 0;
      const fallen = numbers(logits).map((by, index) => (at = index ? at - by : by) / 1000);
      const [low, high] = numbers(ends);
      const bins = counts.split(" ").filter(Boolean).flatMap((part) => {
        const [times, value] = part.includes("*") ? part.split("*").map(Number) : [1, Number(part)];
        return Array(times).fill(value);
      });
      const width = bins.length ? (high - low) / 1000 / bins.length : 0;
      return { chosen: Number(chosen), tokens: numbers(listed), logits: fallen, low: low / 1000, width, bins, logsumexp: Number(logsumexp) };
    });
    const [temperature, topK, topP, minP, seed] = run.map((part) => (part === "-" ? null : part));
    const sampling = {
      temperature: Number(temperature), topK: topK && Number(topK), topP: topP && Number(topP), minP: minP && Number(minP),
      seed,
    };
    return { vocabulary: Number(vocabulary), step: Number(step), candidates: Number(candidates), sampling, tokens, steps };
  }

  /**
   * What the bins weigh at temperature 1 by the recorded sum, against what they are taken to; mostly rounding where little.
   */
  function scale(row) {
    if (row.scale) return row.scale;
    const listed = row.logits.reduce((sum, logit) => sum + Math.exp(logit - row.logsumexp), 0);
    const taken = spread(row, 1, row.logsumexp).reduce((sum, bin) => sum + bin.count * bin.each, 0);
    row.scale = 1 - listed > 0.05 ? (1 - listed) / taken : 1;
    return row.scale;
  }

  /**
   * The bins from the likeliest down; `each`: the weight of one token, `log`: that times its scaled logit. Tokens lie in
   * a bin along half of the slope its neighbours show (all of it overshoots): exp(middle) · (1 + w²/24 + slope · w/12).
   */
  function spread({ bins, low, width }, temperature, most) {
    const rest = [];
    const w = width / temperature;
    for (let at = bins.length - 1; at >= 0; at -= 1) {
      const count = bins[at];
      if (!count) continue;
      const x = (low + (at + 0.5) * width - most) / temperature;
      const slope = Math.max(-0.5, Math.min(0.5, ((bins[at + 1] ?? 0) - (bins[at - 1] ?? 0)) / 4 / count));
      const part = 1 + (w * w) / 24 + (slope * w) / 12;
      rest.push({ count, each: Math.exp(x) * part, log: Math.exp(x) * (x * part + (w * w + slope * w) / 12), top: low + (at + 1) * width });
    }
    return rest;
  }

  /**
   * Of a row, before the filters: `listed` probabilities, `tail` for all others, `entropy` in nats, `reach`: how many
   * hold 90 %. After: `kept` of the listed and `others` survive with `mass`, `drawn` and `drawnTail` are their
   * probabilities, `left` their entropy. Not `exact` where a cut falls inside the bins. Null, and 0 or 1, are off.
   */
  function filter(row, { temperature, topK, topP, minP }) {
    const { logits, width } = row;
    const most = logits[0];
    const weights = logits.map((logit) => Math.exp((logit - most) / temperature));
    // What is missed inside a bin goes with the square of its width, which the temperature divides.
    const share = 1 + (scale(row) - 1) / temperature ** 2;
    const rest = spread(row, temperature, most).map((bin) => ({ ...bin, each: bin.each * share, log: bin.log * share }));
    const total = (kept, bins) => {
      let [mass, log] = [0, 0];
      for (let at = 0; at < kept; at += 1) {
        mass += weights[at];
        if (weights[at]) log += (weights[at] * (logits[at] - most)) / temperature;
      }
      for (const bin of bins) {
        mass += bin.count * bin.each;
        log += bin.count * bin.log;
      }
      return { mass, entropy: mass ? Math.max(0, Math.log(mass) - log / mass) : 0 };
    };
    const hold = (share, kept, bins, mass) => {
      let sum = 0;
      for (let at = 0; at < kept; at += 1) if ((sum += weights[at] / mass) >= share) return [at + 1, 0];
      let count = 0;
      for (const bin of bins) {
        const each = bin.each / mass;
        if (sum + each * bin.count >= share) return [kept, count + Math.min(bin.count, Math.max(1, Math.ceil((share - sum) / each)))];
        sum += each * bin.count;
        count += bin.count;
      }
      return [kept, count];
    };
    const cut = (bins, count) => {
      const left = [];
      for (const bin of bins) {
        if (count <= 0) break;
        left.push({ ...bin, count: Math.min(bin.count, count) });
        count -= bin.count;
      }
      return left;
    };
    const sizeOf = (bins) => bins.reduce((sum, bin) => sum + bin.count, 0);

    const all = total(logits.length, rest);
    let kept = logits.length;
    let others = rest;
    let exact = true;
    if (topK) {
      kept = Math.min(topK, kept);
      others = cut(rest, topK - kept);
      exact = !others.length || sizeOf(others) === sizeOf(rest);
    }
    if (topP && topP < 1) {
      const [stay, count] = hold(topP, kept, others, total(kept, others).mass);
      kept = stay;
      others = cut(others, count);
      exact = !others.length;
    }
    if (minP) {
      while (kept > 1 && weights[kept - 1] < minP) kept -= 1;
      const least = most + temperature * Math.log(minP);
      const before = sizeOf(others);
      others = kept < logits.length ? [] : others
        .map((bin) => ({ ...bin, count: Math.round(bin.count * Math.min(1, Math.max(0, width ? (bin.top - least) / width : 1))) }))
        .filter((bin) => bin.count);
      exact = !others.length || (exact && sizeOf(others) === before);
    }
    const left = total(kept, others);
    return {
      listed: weights.map((weight) => weight / all.mass),
      tail: 1 - weights.reduce((sum, weight) => sum + weight, 0) / all.mass,
      entropy: all.entropy,
      reach: hold(0.9, logits.length, rest, all.mass).reduce((a, b) => a + b),
      kept,
      others: sizeOf(others),
      exact,
      mass: left.mass / all.mass,
      drawn: weights.map((weight, at) => (at < kept ? weight / left.mass : 0)),
      drawnTail: others.reduce((sum, bin) => sum + bin.count * bin.each, 0) / left.mass,
      left: left.entropy,
    };
  }

  /** `place` in the row of the token that a number draws, -1 for one of the others; `close`: rounding may decide. */
  function draw({ drawn, kept, others }, number) {
    const near = others || kept === drawn.length ? 0.001 : 0.0002;
    let sum = 0;
    let [place, close] = [others ? -1 : kept - 1, false];
    for (let at = 0; at < kept; at += 1) {
      sum += drawn[at];
      // The last one's upper border is the end of all.
      close ||= Math.abs(number - sum) < near && (others > 0 || at < kept - 1);
      if (number < sum) {
        place = at;
        break;
      }
    }
    return { place, close };
  }

  globalThis.lpDistribution = { parse, filter, draw, uniform };
}
