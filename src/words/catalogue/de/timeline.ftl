# `figure timeline`.

timeline-head = Zeit jedes Durchgangs durch das Modell
timeline-first-token = erstes Token nach { $time }
timeline-prompt = { $n ->
    [one] { $n } Token
   *[other] { $n } Tokens
 }
timeline-more = { $n ->
    [one] … { $n } weiterer
   *[other] … { $n } weitere
 }
timeline-axis = Millisekunden; je Zeile: gelesenes Token → geschriebenes Token; Balken und Punkt: Median der Läufe; Strich: Minimum bis Maximum
timeline-table = { $n ->
    [one] Millisekunden jedes Durchgangs, { $n } gezählter Lauf und der Aufwärmlauf
   *[other] Millisekunden jedes Durchgangs, { $n } gezählte Läufe und der Aufwärmlauf
 }
timeline-column-pass = Durchgang
timeline-column-median = Median
timeline-column-least = Kleinste
timeline-column-most = Größte
timeline-column-all = Alle Läufe
timeline-column-warm-up = Aufwärmlauf
timeline-row-prefill = Prompt-Durchgang, { $n ->
    [one] { $n } Token
   *[other] { $n } Tokens
 }
timeline-row-first-token = Zeit bis zum ersten Token
timeline-row-decode = Decode-Schritt { $step }
timeline-row-load = das Modell laden, einmal
timeline-about = Auf einer Achse in Millisekunden: der Prompt-Durchgang, { $prefill }; das erste Token nach { $first }; dann { $n ->
    [one] { $n } Decode-Schritt
   *[other] { $n } Decode-Schritte
 } mit einem Median von je { $median }. Alle Zeiten stehen in der Tabelle unter dem Bild.
