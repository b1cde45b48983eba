
# Where a run could have gone: `figure tree`.

tree-joint = joint probability
tree-ends = ends here
tree-beam-picture = Beam search, { $n } kept at each position
tree-tokens = { $n ->
    [one] one token
   *[other] { $n } tokens
 }
tree-joint-sum = joint probability, Σ ln p
tree-pruned-picture = pruned
tree-more-pruned = and { $n } more pruned
tree-about = { $width ->
    [one] The likeliest token
   *[other] The { $width } likeliest tokens
 } at { $depth ->
    [one] the first position
   *[other] each of the first { $depth } positions
 }, as bars of probability, each with what the model wrote after it. The greedy path begins { $greedy } with a joint probability of { $joint }; a beam of { $beam } ends on { $found } with a joint probability of { $best }. { $paths ->
    [one] The one recorded path is
   *[other] All { $paths } recorded paths are
 } in the table below the picture.


## In the tables

tree-table = Every recorded path
tree-column-path = Path
tree-column-joint = Joint probability
tree-column-sum = Σ ln p
tree-column-next = What the model wrote next
tree-column-greedy = Greedy
tree-nothing = nothing: it ended
tree-yes = yes
tree-no = no
tree-beam-table = Beam search of width { $n }
tree-column-kept = Kept
tree-no-pruned = no, pruned


## In its script

tree-token = Token { $position }
tree-greedy = greedy
tree-said = Path: { $token }, joint probability { $joint }, Σ ln p { $sum }. After { $path } the model wrote: { $then }
tree-said-greedy = Path: { $token }, joint probability { $joint }, Σ ln p { $sum }, the greedy path. After { $path } the model wrote: { $then }
tree-beam = Beam search
tree-width = Paths kept at each position
tree-level = { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
 }
tree-kept = { $joint }, { $sum }
tree-pruned = pruned, { $joint }, { $sum }
tree-found = A beam of { $width } ends on { $path }, joint probability { $joint }.
