
# Wohin ein Lauf hätte gehen können: `figure tree`.

tree-joint = gemeinsame Wahrscheinlichkeit
tree-ends = endet hier
tree-token = Token { $position }
tree-greedy-choice = gierige Wahl
tree-beam-of = ein Beam der Breite { $n }
tree-legend = Je dicker ein Ast, desto wahrscheinlicher sein Pfad. Gefüllt: behalten. Umrandet: verworfen. Umringt: der gierige Pfad.
tree-about = { $width ->
    [one] Das wahrscheinlichste Token
   *[other] Die { $width } wahrscheinlichsten Tokens
 } an { $depth ->
    [one] der ersten Stelle
   *[other] jeder der ersten { $depth } Stellen
 }, als Äste, jeder so dick, wie sein Pfad wahrscheinlich ist, mit dem, was das Modell danach schrieb. Der gierige Pfad beginnt mit { $greedy } bei einer gemeinsamen Wahrscheinlichkeit von { $joint }; ein Beam der Breite { $beam } endet auf { $found } mit einer gemeinsamen Wahrscheinlichkeit von { $best }. { $paths ->
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
tree-ends-table = Worauf eine Beam-Suche jeder Breite endet
tree-column-width = Behaltene Pfade
tree-no-pruned = nein, verworfen


## In seinem Skript

tree-width = Beam-Suche: Pfade, die nach jedem Token bleiben
tree-one = 1, gierig
tree-found = Ein Beam der Breite { $width } endet bei { $path }, gemeinsame Wahrscheinlichkeit { $joint }.
