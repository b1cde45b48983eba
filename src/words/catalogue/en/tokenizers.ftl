
# One text, cut by several tokenizers: `figure tokenizers`.

cuts-tokens = { $n ->
    [one] { $n } token
   *[other] { $n } tokens
 }
cuts-per-token = { $n } bytes per token
cuts-measured = { $entries } entries; measured in the run { $run }
cuts-derived = { $entries } entries; derived; { $used }
cuts-origin-measured = Measured: recorded in the run { $run }.
cuts-origin-derived = Derived: worked out when the page was built, with the vocabulary of { $used } that the tiktoken-rs crate carries.
cuts-used-by = { $vocabulary ->
    [r50k_base] GPT-2, GPT-3
    [p50k_base] Codex, GPT-3 after 2021
    [cl100k_base] GPT-3.5, GPT-4
   *[o200k_base] GPT-4o, GPT-4.1, GPT-5
 }


## In the picture

cuts-marked = A line between letters: not all cut there.
cuts-bracket = A bracket joins two pieces. Its number is the pair’s rank in the list of merges: the lowest goes first.
cuts-more = { $n } more bytes, in the table
cuts-about-text = One text as rows of tokens, one row for all tokenizers that cut it alike; a line marks each cut that not all make. { $sizes }. All of it is in the tables below the picture.
cuts-about-word = The merges that make one word into tokens, a bracket with its rank for each merge, under the word’s letters. { $sizes }. All of it is in the tables below the picture.
cuts-size = { $name }: { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
 }, { $bytes } bytes per token
cuts-size-separator = { "; " }


## In the tables

cuts-table-text = One text, cut by each tokenizer
cuts-table-word = One word, cut by each tokenizer
cuts-table-tokens = { $name }: its tokens
cuts-table-merges = { $name }: its merges in their order
cuts-column-tokenizer = Tokenizer
cuts-column-entries = Entries
cuts-column-length = Bytes of the text
cuts-column-per-token = Bytes per token
cuts-column-origin = Where it comes from
cuts-column-position = Position
cuts-column-merge = Merge
cuts-column-rank = Rank
cuts-column-pieces = Pieces after it
cuts-start = start


## What happens in a merge

cuts-start-html = { $name } starts { $word } as { $n ->
    [one] { $n } single byte
   *[other] { $n } single bytes
 }.
cuts-merge-html = { $name }: { $first } and { $second } become { $piece }. Of all neighbours that may be joined, this pair has the lowest rank, { $rank }.
cuts-end-html = No neighbours are left that may be joined: { $n ->
    [one] { $n } token
   *[other] { $n } tokens
 }.
