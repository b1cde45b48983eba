# `figure surprise`; what its script says stands in page.ftl.


## In the picture

surprise-given = { $n ->
    [one] Given, not scored: the first token
   *[other] Given, not scored: { $n } tokens
 }
surprise-sum = Σ ln p over { $n ->
    [one] { $n } token
   *[other] { $n } tokens
 }: { $sum }
surprise-mean = Σ ln p ÷ { $n }: { $mean }
surprise-perplexity-of = perplexity, exp({ $exponent }): { $perplexity }
surprise-tokens = tokens
surprise-per-token = Σ ln p ÷ tokens
surprise-perplexity = perplexity
surprise-bold = In bold: the highest of its column, and its perplexity.
surprise-scale = Height: surprisal in nats. Colour: against the likeliest token at that place:
surprise-scale-likeliest = the likeliest
surprise-scale-ten = up to 10×
surprise-scale-hundred = up to 100×
surprise-scale-thousand = up to 1,000×
surprise-scale-more = more than 1,000× less likely
surprise-about = A column over each token of the text, as high as its surprisal and the darker the less likely the token was than the likeliest at its place. { $texts } All of it is in the table below the picture.
surprise-about-text = { $text }: { $n ->
    [one] { $n } token
   *[other] { $n } tokens
 } with a log-probability of { $sum } together, { $mean } each, a perplexity of { $perplexity }.


## In the tables

surprise-table = { $text }, after { $n ->
    [one] its first token
   *[other] its first { $n } tokens
 }
surprise-given-table = What stood before, not scored
surprise-column-given = Given tokens
surprise-all-texts = all
surprise-name = { $token }, { $surprisal } nats
surprise-column-surprisal = Surprisal, −ln p
surprise-column-rank = Rank, of { $vocabulary }
surprise-column-times = Times less likely than the likeliest
surprise-column-expected = Likeliest at this place
surprise-sums-table = The text as one number
surprise-column-text = Text
surprise-column-scored = Tokens scored
surprise-column-perplexity = Perplexity, exp(−Σ ln p ÷ tokens)
surprise-highest-html = <strong>{ $number }</strong> highest


## After a token that a reader has chosen

surprise-said-likeliest = had a probability of { $probability }: the likeliest, rank { $rank } of { $vocabulary }, surprisal { $surprisal } nats.
surprise-said = had a probability of { $probability }: { $times } times less likely than the likeliest, rank { $rank } of { $vocabulary }, surprisal { $surprisal } nats.


## In its script

surprise-key = Height: surprisal in nats. Colour: against the likeliest token at its place:
surprise-likeliest = the likeliest
surprise-ten = up to 10 times less likely
surprise-hundred = up to 100
surprise-thousand = up to 1,000
surprise-more = more than 1,000
surprise-line = Σ ln p { $sum }; by the token { $mean }; perplexity { $perplexity }
surprise-before = Given, not scored:
surprise-expected = Likeliest at its place:
