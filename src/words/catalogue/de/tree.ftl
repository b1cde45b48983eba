
# Wohin ein Lauf hätte gehen können: `figure tree`.

tree-joint = gemeinsame Wahrscheinlichkeit
tree-ends = endet hier
tree-beam-picture = Beam-Suche, je Stelle { $n } behalten
tree-tokens = { $n ->
    [one] ein Token
   *[other] { $n } Tokens
 }
tree-joint-sum = gemeinsame Wahrscheinlichkeit, Σ ln p
tree-pruned-picture = verworfen
tree-more-pruned = { $n ->
    [one] und { $n } weiterer verworfen
   *[other] und { $n } weitere verworfen
 }
tree-about = { $width ->
    [one] Das wahrscheinlichste Token
   *[other] Die { $width } wahrscheinlichsten Tokens
 } an { $depth ->
    [one] der ersten Stelle
   *[other] jeder der ersten { $depth } Stellen
 }, als Balken der Wahrscheinlichkeit, jedes mit dem, was das Modell danach schrieb. Der gierige Pfad beginnt mit { $greedy } bei einer gemeinsamen Wahrscheinlichkeit von { $joint }; ein Beam der Breite { $beam } endet auf { $found } mit einer gemeinsamen Wahrscheinlichkeit von { $best }. { $paths ->
    [one] Der eine aufgezeichnete Pfad steht
   *[other] Alle { $paths } aufgezeichneten Pfade stehen
 } in der Tabelle unter dem Bild.


## In den Tabellen

tree-table = Jeder aufgezeichnete Pfad
tree-column-path = Pfad
tree-column-joint = Gemeinsame Wahrscheinlichkeit
tree-column-sum = Σ ln p
tree-column-next = Was das Modell danach schrieb
tree-column-greedy = Gierig
tree-nothing = nichts: zu Ende
tree-yes = ja
tree-no = nein
tree-beam-table = Beam-Suche der Breite { $n }
tree-column-kept = Behalten
tree-no-pruned = nein, verworfen


## In seinem Skript

tree-token = Token { $position }
tree-greedy = gierig
tree-said = Pfad: { $token }, gemeinsame Wahrscheinlichkeit { $joint }, Σ ln p { $sum }. Nach { $path } schrieb das Modell: { $then }
tree-said-greedy = Pfad: { $token }, gemeinsame Wahrscheinlichkeit { $joint }, Σ ln p { $sum }, der gierige Pfad. Nach { $path } schrieb das Modell: { $then }
tree-beam = Beam-Suche
tree-width = Pfade, die an jeder Stelle bleiben
tree-level = { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
 }
tree-kept = { $joint }, { $sum }
tree-pruned = verworfen, { $joint }, { $sum }
tree-found = Ein Beam der Breite { $width } endet bei { $path }, gemeinsame Wahrscheinlichkeit { $joint }.
