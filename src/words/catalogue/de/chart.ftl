# `figure chart`.

chart-log-both = beide Achsen logarithmisch
chart-log-across = waagerechte Achse logarithmisch
chart-log-up = Skala logarithmisch
chart-from = die Skala beginnt bei { $from }
chart-whisker = Strich: Minimum bis Maximum von { $n ->
    [one] { $n } Wert
   *[other] { $n } Werten
 }
chart-band = Fläche: Minimum bis Maximum von { $n ->
    [one] { $n } Wert
   *[other] { $n } Werten
 }
chart-range = { $low } bis { $high }
chart-value-range = { $value } ({ $low } bis { $high })
chart-column-what = Was
chart-column-from = Von
chart-column-to = Bis
chart-column-repeats = Wiederholungen
chart-about = { $kind ->
    [bar] Balken
    [range] Spannen
    [line] Linien
   *[scatter] Punkte
 }: { $what }, { $n ->
    [one] { $n } Wert
   *[other] { $n } Werte
 }. Alles davon steht in der Tabelle darunter.
chart-about-plane = { $kind ->
    [bar] Balken
    [range] Spannen
    [line] Linien
   *[scatter] Punkte
 }: { $what } gegen { $x }, { $n ->
    [one] { $n } Wert
   *[other] { $n } Werte
 }. Alles davon steht in der Tabelle darunter.
