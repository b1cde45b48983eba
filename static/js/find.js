// Finds places of the index (src/page/search_index.rs) by the words of a query, best first. `lp.find(query)` gives the
// places and what to mark in them; `lp.wordsIn(text)` the words of a text with where they stand. Shows nothing.
{
  const { word } = lp;
  const { pages, sections } = lpSearchIndex;
  const listed = (words) => words.split(/\s+/).filter(Boolean);
  const STOP_WORDS = new Set(listed(word("search-stop-words")));
  // Pairs: how a word may end, and what is put there so that its forms are one.
  const ENDINGS = listed(word("search-endings")).map((pair) => pair.split(">"));

  // Scripts that set no space between words, and pictures: each sign is a word, and two side by side make a pair.
  const ALONE = "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{Extended_Pictographic}";
  const WORD = new RegExp(`[${ALONE}]|(?:(?![${ALONE}])[\\p{L}\\p{N}\\p{M}])+`, "gu");

  // What readers take for the same: case, accents, ligatures, full width.
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/ß/g, "ss").replace(/ς/g, "σ");
  const stems = new Map();
  const stem = (folded) => {
    if (!stems.has(folded)) {
      stems.set(folded, ENDINGS.reduce((rest, [ending, put]) => {
        const long = rest.length - ending.length >= Math.min(3, ending.length + 1);
        return long && rest.endsWith(ending) ? rest.slice(0, -ending.length) + put : rest;
      }, folded));
    }
    return stems.get(folded);
  };

  // Words with their stems. A word of the question itself, such as "how", is weak. A word and the one behind it are also
  // one, its `pair`, so that "kv cache", "kv-cache" and "kvcache" are the same.
  const wordsIn = (text) => {
    const words = Array.from(text.matchAll(WORD), ({ 0: raw, index }) => {
      const folded = fold(raw);
      return { at: index, end: index + raw.length, folded, stem: stem(folded), weak: STOP_WORDS.has(folded) };
    });
    words.forEach((one, at) => {
      const next = words[at + 1];
      if (next && !one.weak && !next.weak) one.pair = stem(one.folded + next.folded);
    });
    return words;
  };
  const strongOf = (words) => (words.every((one) => one.weak) ? words : words.filter((one) => !one.weak));
  const joined = (words) => stem(words.map((one) => one.folded).join(""));

  // How much more a word says in a name than in a text.
  const NAME = 5;
  // How fast more of the same word stops to count, and how much the length of a text does (BM25F).
  const SATURATION = 1.2;
  const LENGTH = 0.6;

  const entries = sections.map(({ page, anchor, heading, also = [], text }) => {
    const { href, number, title } = pages[page];
    const names = [heading, ...also, ...(number && !anchor ? [number] : [])].map(wordsIn);
    const name = number ? `${number} ${title}` : title;
    return { page, href: href + (anchor ?? ""), heading, also, text, name, names, body: wordsIn(text) };
  });

  // By stem: how often each entry has it, weighed by the length of the part it stands in.
  const index = new Map();
  const average = (lengths) => lengths.reduce((sum, length) => sum + length, 1) / (entries.length + 1);
  const averages = [average(entries.map(({ body }) => body.length)), average(entries.map(({ names }) => names.flat().length))];
  entries.forEach((entry, at) => {
    const add = (words, weight) => {
      for (const stem of words.flatMap((one) => (one.pair ? [one.stem, one.pair] : [one.stem]))) {
        if (!index.has(stem)) index.set(stem, new Map());
        const times = index.get(stem);
        times.set(at, (times.get(at) ?? 0) + weight);
      }
    };
    const evened = (length, average) => 1 / (1 - LENGTH + (LENGTH * length) / average);
    add(entry.body, evened(entry.body.length, averages[0]));
    const length = entry.names.flat().length;
    for (const words of entry.names) add(words, NAME * evened(length, averages[1]));
  });

  // How many slips of the hand lie between two words: a letter more, less, other, or two exchanged. With `open`, what
  // the known word has behind is still to be typed.
  const slips = (typed, known, most, open) => {
    if (typed.length - known.length > most || (!open && known.length - typed.length > most)) return most + 1;
    let [before, last] = [[], Array.from({ length: known.length + 1 }, (_, at) => at)];
    for (let i = 1; i <= typed.length; i += 1) {
      const row = [i];
      for (let j = 1; j <= known.length; j += 1) {
        const other = typed[i - 1] === known[j - 1] ? 0 : 1;
        row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + other);
        const exchanged = i > 1 && j > 1 && typed[i - 1] === known[j - 2] && typed[i - 2] === known[j - 1];
        if (exchanged) row[j] = Math.min(row[j], before[j - 2] + 1);
      }
      [before, last] = [last, row];
    }
    return open ? Math.min(...last) : last[known.length];
  };

  const shared = (a, b) => {
    let at = 0;
    while (at < a.length && a[at] === b[at]) at += 1;
    return at;
  };

  // How surely the reader who typed `typed` means `known`; 0 is not at all.
  const likeness = (typed, stem, known, isLast) => {
    if (stem === known) return 1;
    if (isLast && known.startsWith(typed)) return 0.7;
    const beginning = shared(stem, known);
    const rest = Math.max(stem.length, known.length) - beginning;
    return beginning >= 5 && rest <= 5 ? 0.4 : 0;
  };
  const mistyped = (typed, stem, known, isLast) => {
    const most = typed.length < 5 ? 0 : typed.length < 9 ? 1 : 2;
    if (!most) return 0;
    if (known.includes(typed)) return 0.5;
    const count = Math.min(slips(stem, known, most, false), isLast ? slips(typed, known, most, true) : most + 1);
    return count > most ? 0 : 0.6 / count;
  };

  // The known words that a typed one may mean; slips are only thought of where nothing else is known.
  const meant = ({ folded, stem }, isLast) => {
    for (const like of [likeness, mistyped]) {
      const found = new Map();
      for (const known of index.keys()) {
        const how = like(folded, stem, known, isLast);
        if (how) found.set(known, how);
      }
      if (found.size) return found;
    }
    return new Map();
  };

  // What each entry gets for the words `found`: the rarer the word, the more.
  const scores = (found) => {
    const best = new Map();
    for (const [stem, how] of found) {
      for (const [entry, times] of index.get(stem) ?? []) {
        const much = (how * times) / (SATURATION + times);
        if (much > (best.get(entry) ?? 0)) best.set(entry, much);
      }
    }
    const rare = Math.log(1 + (entries.length - best.size + 0.5) / (best.size + 0.5));
    for (const [entry, much] of best) best.set(entry, much * rare);
    return best;
  };

  lp.wordsIn = wordsIn;
  lp.find = (query) => {
    const all = wordsIn(query);
    // Who asks for "how" alone means it.
    const words = strongOf(all);
    const isTyped = /[\p{L}\p{N}\p{M}]$/u.test(query);
    const meanings = words.map((one) => meant(one, isTyped && one === all.at(-1)));
    const parts = meanings.map(scores);
    const bonus = words.map(({ pair }) => scores(new Map(index.has(pair) ? [[pair, 1]] : [])));
    const asked = joined(words);
    // How much of the query a name is whose words are all asked for, in whatever spelling.
    const named = (name) => {
      const own = strongOf(name);
      if (!own.length) return 0;
      if (joined(own) === asked) return 1;
      const sure = own.map((one) => Math.max(...meanings.map((found) => found.get(one.stem) ?? 0)));
      return own.length > words.length ? 0 : Math.min(...sure) * (own.length / words.length);
    };
    const found = entries.map((entry, at) => {
      let [sum, hit] = [0, 0];
      words.forEach((one, i) => {
        const mine = parts[i].get(at) ?? 0;
        const [left, right] = [bonus[i - 1]?.get(at) ?? 0, bonus[i].get(at) ?? 0];
        sum += mine + right;
        hit += mine || left || right ? 1 : 0;
      });
      const share = hit / (words.length || 1);
      const names = entry.names.map((name, i) => named(name) * (i ? 0.8 : 1));
      return { entry, score: sum * share ** 2 * (1 + 1.5 * Math.max(...names)) };
    });
    // What fits far worse than the best only lengthens the list.
    const least = Math.max(...found.map(({ score }) => score)) / 12;
    const kept = found.filter(({ score }) => score > 0 && score >= least).sort((a, b) => b.score - a.score);
    return { found: kept, marks: new Set(meanings.flatMap((found) => [...found.keys()])) };
  };
}
