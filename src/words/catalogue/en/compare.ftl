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

compare-prompt-chat = through the chat template, { $n ->
    [one] { $n } token
   *[other] { $n } tokens
 }
compare-prompt-raw = as text, { $n ->
    [one] { $n } token
   *[other] { $n } tokens
 }
compare-as-temperature = temperature { $value }
compare-as-top-k = top-k { $value }
compare-as-top-p = top-p { $value }
compare-as-min-p = min-p { $value }
compare-as-seed = seed { $value }
compare-as-cache = with a KV cache
compare-as-no-cache = without a KV cache
compare-as-most = at most { $n ->
    [one] { $n } token
   *[other] { $n } tokens
 }
compare-as-stop = stops at { $value }
compare-as-no-stop = no stop strings
compare-no-token = no token { $place }
compare-parts = The first difference is token { $place }.
compare-all-same = All wrote the same tokens
compare-ranks = Rank of each chosen token, the likeliest at the left; each mark is ten times as far down the list.
compare-rank-range = ranks { $least } to { $most }
compare-about = { $runs ->
    [one] { $runs } run
   *[other] { $runs } runs
 } that part from one trunk, each with what was asked differently and the tokens that it wrote; the first difference is token { $place }. All of it is in the tables below the picture.
compare-about-same = { $runs ->
    [one] { $runs } run
   *[other] { $runs } runs
 } that part from one trunk, each with what was asked differently and the tokens that it wrote; all wrote the same tokens. All of it is in the tables below the picture.


## In the tables

compare-asked-table = What differs in what was asked
compare-column-asked = Asked
compare-row-ended = How it ended
compare-table = What each run wrote: the first difference is token { $place }
compare-table-same = What each run wrote: all wrote the same tokens
compare-first = { $place } (first difference)
compare-rank = rank { $rank }
