# `figure surprise`; was sein Script sagt, steht in page.ftl.


## Im Bild

surprise-given = { $n ->
    [one] Gegeben und nicht bewertet: das erste Token
   *[other] Gegeben und nicht bewertet: { $n } Tokens
 }
surprise-sum = Σ ln p über { $n ->
    [one] { $n } Token
   *[other] { $n } Tokens
 }: { $sum }
surprise-mean = Σ ln p ÷ { $n }: { $mean }
surprise-perplexity-of = Perplexität, exp({ $exponent }): { $perplexity }
surprise-tokens = Tokens
surprise-per-token = Σ ln p ÷ Tokens
surprise-perplexity = Perplexität
surprise-bold = Fett: das Höchste der Spalte und seine Perplexität.
surprise-scale = Höhe: Überraschung in Nats. Farbe: gegen das wahrscheinlichste Token an der Stelle:
surprise-scale-likeliest = das wahrscheinlichste
surprise-scale-ten = bis 10×
surprise-scale-hundred = bis 100×
surprise-scale-thousand = bis 1.000×
surprise-scale-more = mehr als 1.000× weniger wahrscheinlich
surprise-about = Über jedem Token des Textes eine Säule, so hoch wie seine Überraschung und umso dunkler, je weniger wahrscheinlich es war als das wahrscheinlichste an seiner Stelle. { $texts } Alles davon steht in der Tabelle unter dem Bild.
surprise-about-text = { $text }: { $n ->
    [one] { $n } Token
   *[other] { $n } Tokens
 } mit einer Log-Wahrscheinlichkeit von zusammen { $sum }, je Token { $mean }, und einer Perplexität von { $perplexity }.


## In den Tabellen

surprise-table = { $text }, nach { $n ->
    [one] dem ersten Token
   *[other] den ersten { $n } Tokens
 }
surprise-given-table = Was davor stand und nicht bewertet ist
surprise-column-given = Gegebene Tokens
surprise-all-texts = alle
surprise-name = { $token }, { $surprisal } Nats
surprise-column-surprisal = Überraschung, −ln p
surprise-column-rank = Rang, von { $vocabulary }
surprise-column-times = So viel Mal weniger wahrscheinlich als das wahrscheinlichste
surprise-column-expected = Am wahrscheinlichsten an dieser Stelle
surprise-sums-table = Der Text als eine Zahl
surprise-column-text = Text
surprise-column-scored = Bewertete Tokens
surprise-column-perplexity = Perplexität, exp(−Σ ln p ÷ Tokens)
surprise-highest-html = <strong>{ $number }</strong> am höchsten


## Nach einem Token, das jemand gewählt hat

surprise-said-likeliest = hatte eine Wahrscheinlichkeit von { $probability }: das wahrscheinlichste, Rang { $rank } von { $vocabulary }, Überraschung { $surprisal } Nats.
surprise-said = hatte eine Wahrscheinlichkeit von { $probability }: { $times }-mal weniger wahrscheinlich als das wahrscheinlichste, Rang { $rank } von { $vocabulary }, Überraschung { $surprisal } Nats.


## In seinem Skript

surprise-key = Höhe: Überraschung in Nats. Farbe: gegen das wahrscheinlichste Token an seiner Stelle:
surprise-likeliest = das wahrscheinlichste
surprise-ten = bis zu 10-mal weniger wahrscheinlich
surprise-hundred = bis zu 100
surprise-thousand = bis zu 1.000
surprise-more = mehr als 1.000
surprise-line = Σ ln p { $sum }; je Token { $mean }; Perplexität { $perplexity }
surprise-before = Gegeben und nicht bewertet:
surprise-expected = Am wahrscheinlichsten an dieser Stelle:
