# `figure timeline`.

timeline-head = Time of each pass through the model
timeline-first-token = first token after { $time }
timeline-prompt = { $n ->
    [one] { $n } token
   *[other] { $n } tokens
 }
timeline-more = { $n ->
    [one] … { $n } more step
   *[other] … { $n } more steps
 }
timeline-axis = milliseconds; each row: token read → token written; bar and dot: median of the runs; whisker: least to most
timeline-table = { $n ->
    [one] Milliseconds of each pass, { $n } counted run and the warm-up
   *[other] Milliseconds of each pass, { $n } counted runs and the warm-up
 }
timeline-column-pass = Pass
timeline-column-median = Median
timeline-column-least = Least
timeline-column-most = Most
timeline-column-all = All runs
timeline-column-warm-up = Warm-up
timeline-row-prefill = prompt pass, { $n ->
    [one] { $n } token
   *[other] { $n } tokens
 }
timeline-row-first-token = time to first token
timeline-row-decode = decode step { $step }
timeline-row-load = loading the model, once
timeline-about = On an axis of milliseconds: the prompt pass, { $prefill }; the first token after { $first }; then { $n ->
    [one] { $n } decode step
   *[other] { $n } decode steps
 } with a median of { $median } each. All times are in the table below the picture.
