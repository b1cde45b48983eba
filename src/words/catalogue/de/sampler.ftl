# `figure sampler`; was sein Script sagt, steht in page.ftl.


## Im Bild

sampler-hold = Wie viele Tokens { $share } der Wahrscheinlichkeit halten
sampler-columns = je Schritt eine Säule, von links nach rechts; ihre Höhe ist der Logarithmus der Zahl darüber
sampler-columns-short = je Schritt eine Säule, ihre Höhe ein Logarithmus
sampler-about = Die wahrscheinlichsten Tokens für das geschriebene Token { $place } als Balken der Wahrscheinlichkeit, und für { $steps ->
    [one] den einzigen Schritt
   *[other] jeden von { $steps } Schritten
 }, wie viele Tokens { $share } der Wahrscheinlichkeit halten: { $tokens } bei diesem Schritt. Alles davon steht in den Tabellen unter dem Bild.


## In den Tabellen

sampler-table = Schritt { $step }: Wahrscheinlichkeit jedes Kandidaten bei Temperatur T ohne Filter
sampler-table-drawn = Schritt { $step }: Wahrscheinlichkeit jedes Kandidaten bei Temperatur T ohne Filter, und wie der Lauf gezogen hat, bei { $settings }
sampler-set-temperature = Temperatur { $temperature }
sampler-set-top-k = top-k { $k }
sampler-set-top-p = top-p { $p }
sampler-set-min-p = min-p { $p }
sampler-row-survive = Tokens, die übrig bleiben
sampler-row-held = Wahrscheinlichkeit, die sie vor den Filtern halten
sampler-row-entropy = Entropie vor den Filtern in Nats
sampler-row-entropy-left = Entropie nach den Filtern in Nats
sampler-row-hold = Tokens, die vor den Filtern { $share } halten
sampler-steps-table = Jeder Schritt bei Temperatur 1, vor jedem Filter
sampler-steps-table-drawn = Jeder Schritt bei Temperatur 1 vor jedem Filter, und was bei { $settings } übrig bleibt
sampler-column-hold = Halten { $share }
sampler-column-survive = Übrig wie im Lauf


## In seinem Skript

sampler-temperature = Temperatur
sampler-temperature-does = teilt jedes Logit
sampler-top-k = Top-k
sampler-top-k-does = behält die k wahrscheinlichsten
sampler-top-p = Top-p
sampler-top-p-does = behält die wahrscheinlichsten bis zu diesem Anteil
sampler-min-p = Min-p
sampler-min-p-does = verwirft, was unter diesem Teil des wahrscheinlichsten liegt
sampler-exact = { $field }, genau
sampler-off = aus
sampler-greedy = 0, gierig
sampler-greedy-said = Temperatur 0 ist die gierige Wahl: Jedes Mal wird das wahrscheinlichste Token genommen.
sampler-range = { $field } geht von { $least } bis { $most }.
sampler-range-temperature = Die Temperatur geht von { $least } bis { $most }; 0 ist die gierige Wahl.
sampler-range-top-k = Top-k ist eine ganze Zahl von 1 bis { $most }; leer heißt aus.
sampler-key = Balken: nach den Filtern. Dünne Linie: davor.
sampler-step = Schritt
sampler-strip = Wie viele Tokens bei jedem Schritt übrig bleiben; wähle einen Schritt, um ihn oben zu sehen
sampler-seed = Startwert
sampler-with-seed = mit Startwert
sampler-draw = { $draws } ziehen
sampler-as-run = Wie der Lauf
sampler-plain = Temperatur 1, ohne Filter
sampler-others = { $others } andere
sampler-context = Schritt { $step } von { $steps }. Der Lauf hat { $token } gewählt.
sampler-dropped = verworfen
sampler-survive = { $survivors ->
    [one] { $survivors } Token bleibt übrig und hält { $mass } der Wahrscheinlichkeit.
   *[other] { $survivors } von { $vocabulary } Tokens bleiben übrig und halten { $mass } der Wahrscheinlichkeit.
 }
sampler-entropy = Entropie: { $before } nats vor den Filtern, { $after } danach.
sampler-thousands = { $thousands }k
sampler-column = { $survivors ->
    [one] Schritt { $step }, { $token }: { $survivors } bleibt übrig
   *[other] Schritt { $step }, { $token }: { $survivors } bleiben übrig
 }
sampler-far = eines von { $others } anderen
sampler-rank = Rang { $rank }
sampler-seeded = Startwert { $seed }: zuerst, was das Programm bei diesem Schritt wählt, dann mit den nächsten Zahlen des Startwerts.
sampler-counted = { $far } von { $draws } fielen unter die Tokens, die nur gezählt sind.
sampler-drawn = Gezogen mit Startwert { $seed }: { $tokens }.
