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
