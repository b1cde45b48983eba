# `figure stats`

stats-prompt = tokens in the prompt
stats-written = tokens written
stats-prefill = prefill
stats-ttft = time to first token
stats-step = one decode step
stats-speed = decoding
stats-per-second = { $n } tokens/s
stats-end = ended
stats-end-token = by its end token
stats-end-string = at a stop string
stats-end-length = at its limit
stats-spread = { $least } to { $most } ms, n = { $repeats }
stats-provenance = { $model } as { $weights } on { $engine } { $version }, { $cpu }, { $threads ->
    [one] { $threads } thread
   *[other] { $threads } threads
 }. Recorded on { $date }.
stats-caption = The run’s numbers
stats-what = What
stats-value = Value
stats-apart = Least to most of the repeats
stats-ran = What ran where
stats-fact = { $name }: { $value }
stats-description = The numbers of the run { $run }: { $facts }. All of it is in the table below the picture.
