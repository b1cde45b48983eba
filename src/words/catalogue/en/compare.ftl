# `figure compare`.


## What was asked

compare-prompt = Prompt
compare-temperature = Temperature
compare-top-k = Top-k
compare-top-p = Top-p
compare-min-p = Min-p
compare-seed = Seed
compare-model = Model
compare-weights = Weights
compare-kv-cache = KV cache
compare-most-tokens = Most tokens
compare-stop = Stop strings
compare-raw = text to continue:
compare-chat = through the chat template:
compare-system = system:
compare-user = user:
compare-assistant = assistant:
compare-greedy = greedy
compare-filter-off = off
compare-no-seed = none
compare-no-stop = none
compare-floats = expanded to 32-bit floats
compare-quantised = multiplied as { $type }
compare-cache-on = on
compare-cache-off = off


## How a run ended

compare-ended = ended by itself
compare-ended-stop = ended at a stop string
compare-ended-length = { $n ->
    [one] cut at { $n } token
   *[other] cut at { $n } tokens
 }


## In the picture

compare-same-prompt = The same prompt
compare-prompt-chat = Prompt: through the chat template, { $n ->
    [one] { $n } token
   *[other] { $n } tokens
 }
compare-prompt-raw = Prompt: as text, { $n ->
    [one] { $n } token
   *[other] { $n } tokens
 }
compare-asked = { $name }: { $value }
compare-no-token = no token { $place }
compare-ringed = Ringed: the first difference is token { $place }
compare-all-same = All wrote the same tokens
compare-about = { $runs ->
    [one] { $runs } run
   *[other] { $runs } runs
 } beside each other, each with what was asked differently and the tokens that it wrote; the first difference is token { $place }. All of it is in the tables below the picture.
compare-about-same = { $runs ->
    [one] { $runs } run
   *[other] { $runs } runs
 } beside each other, each with what was asked differently and the tokens that it wrote; all wrote the same tokens. All of it is in the tables below the picture.


## In the tables

compare-asked-table = What differs in what was asked
compare-column-asked = Asked
compare-row-ended = How it ended
compare-table = What each run wrote: the first difference is token { $place }
compare-table-same = What each run wrote: all wrote the same tokens
compare-first = { $place } (first difference)
compare-rank = rank { $rank }
