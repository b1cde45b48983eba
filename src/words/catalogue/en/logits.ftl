# `figure logits`, and the likeliest tokens at the head of `figure sampler`.

logits-token = token
logits-id = id
logits-probability = probability
logits-logit = logit
logits-entropy = entropy { $entropy } nats, of at most { $most }
logits-whole = All of the probability, as one bar:
logits-listed = these { $n }: { $share }
logits-table = The likeliest next tokens
logits-column-chosen = Chosen
logits-chosen = yes
logits-not-chosen = no
logits-about = The { $n ->
    [one] likeliest
   *[other] { $n } likeliest
 } of { $vocabulary } tokens for generated token { $place }, as bars of probability. The likeliest is { $token } with { $probability }. All of it is in the table below the picture.
