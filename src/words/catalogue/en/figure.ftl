# What several kinds of figures say.

tokens-more = … { $n } more, in the table
rows-more = … { $n } more, in the figure’s JSON
control-token = control
candidates-others = { $n ->
    [one] { $n } other
   *[other] { $n } others
 }
logit-not-listed = not listed
column-token = Token
column-id = Id
column-bytes = Bytes
column-probability = Probability
column-rank = Rank
column-logit = Logit
column-position = Position
column-entropy = Entropy, nats
column-chosen-token = Token chosen
column-what = What happens
column-tokens = Tokens
