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
