# `figure sampler`; what its script says stands in page.ftl.


## In the picture

sampler-hold = How many tokens hold { $share } of the probability
sampler-columns = one column a step, from left to right; its height is the logarithm of the number above it
sampler-columns-short = one column a step, its height a logarithm
sampler-about = The likeliest tokens for generated token { $place } as bars of probability, and for { $steps ->
    [one] its only step
   *[other] each of { $steps } steps
 } how many tokens hold { $share } of the probability: { $tokens } at this step. All of it is in the tables below the picture.


## In the tables

sampler-table = Step { $step }: probability of each candidate at temperature T without a filter
sampler-table-drawn = Step { $step }: probability of each candidate at temperature T without a filter, and as the run drew, at { $settings }
sampler-set-temperature = temperature { $temperature }
sampler-set-top-k = top-k { $k }
sampler-set-top-p = top-p { $p }
sampler-set-min-p = min-p { $p }
sampler-row-survive = Tokens that survive
sampler-row-held = Probability they hold before the filters
sampler-row-entropy = Entropy before the filters, nats
sampler-row-entropy-left = Entropy after them, nats
sampler-row-hold = Tokens that hold { $share } before the filters
sampler-steps-table = Every step at temperature 1, before any filter
sampler-steps-table-drawn = Every step at temperature 1 before any filter, and survivors at { $settings }
sampler-column-hold = Hold { $share }
sampler-column-survive = Survive as the run


## In its script

sampler-temperature = Temperature
sampler-temperature-does = divides every logit
sampler-top-k = Top-k
sampler-top-k-does = keeps the k likeliest
sampler-top-p = Top-p
sampler-top-p-does = keeps the likeliest up to this share
sampler-min-p = Min-p
sampler-min-p-does = drops what is below this share of the likeliest
sampler-exact = { $field }, exact
sampler-off = off
sampler-greedy = 0, greedy
sampler-greedy-said = Temperature 0 is greedy choice: the likeliest token is taken every time.
sampler-range = { $field } goes from { $least } to { $most }.
sampler-range-temperature = Temperature goes from { $least } to { $most }; 0 is greedy choice.
sampler-range-top-k = Top-k is a whole number from 1 to { $most }; empty is off.
sampler-key = Bar: after the filters. Thin line: before them.
sampler-step = Step
sampler-strip = How many tokens survive at each step; choose a step to see it above
sampler-seed = Seed
sampler-with-seed = with seed
sampler-draw = Draw { $draws }
sampler-as-run = As the run
sampler-plain = Temperature 1, no filter
sampler-others = { $others } others
sampler-context = Step { $step } of { $steps }. The run chose { $token }.
sampler-dropped = dropped
sampler-survive = { $survivors ->
    [one] { $survivors } token survives and holds { $mass } of the probability.
   *[other] { $survivors } of { $vocabulary } tokens survive and hold { $mass } of the probability.
 }
sampler-entropy = Entropy: { $before } nats before the filters, { $after } after.
sampler-thousands = { $thousands }k
sampler-column = { $survivors ->
    [one] step { $step }, { $token }: { $survivors } survives
   *[other] step { $step }, { $token }: { $survivors } survive
 }
sampler-far = one of { $others } others
sampler-rank = rank { $rank }
sampler-seeded = Seed { $seed }: first what the tool picks at this step, then with the seed’s next numbers.
sampler-counted = { $far } of { $draws } fell among the tokens that are only counted.
sampler-drawn = Drawn with seed { $seed }: { $tokens }.
