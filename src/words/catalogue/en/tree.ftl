
# Where a run could have gone: `figure tree`.

tree-joint = joint probability
tree-ends = ends here
tree-token = Token { $position }
tree-greedy-choice = greedy choice
tree-beam-of = a beam of { $n }
tree-legend = The thicker a branch, the likelier its path. Filled: kept. Outlined: pruned. Ringed: the greedy path.
tree-about = { $width ->
    [one] The likeliest token
   *[other] The { $width } likeliest tokens
 } at { $depth ->
    [one] the first position
   *[other] each of the first { $depth } positions
 }, as branches, each as thick as its path is likely and with what the model wrote after it. The greedy path begins { $greedy } with a joint probability of { $joint }; a beam of { $beam } ends on { $found } with a joint probability of { $best }. { $paths ->
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
tree-ends-table = Where a beam search of each width ends
tree-column-width = Paths kept
tree-no-pruned = no, pruned


## In its script

tree-width = Beam search: paths kept after each token
tree-one = 1, greedy
tree-found = A beam of { $width } ends on { $path }, joint probability { $joint }.
