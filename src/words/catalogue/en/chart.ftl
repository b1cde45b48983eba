# `figure chart`.

chart-log-both = both axes logarithmic
chart-log-across = horizontal axis logarithmic
chart-log-up = scale logarithmic
chart-from = the scale begins at { $from }
chart-whisker = whisker: least to most of { $n }
chart-band = band: least to most of { $n }
chart-range = { $low } to { $high }
chart-value-range = { $value } ({ $low } to { $high })
chart-column-what = What
chart-column-from = From
chart-column-to = To
chart-column-repeats = Repeats
chart-about = { $kind ->
    [bar] Bars
    [range] Ranges
    [line] Lines
   *[scatter] Points
 } of { $what }, { $n ->
    [one] { $n } value
   *[other] { $n } values
 }. All of it is in the table below.
chart-about-plane = { $kind ->
    [bar] Bars
    [range] Ranges
    [line] Lines
   *[scatter] Points
 } of { $what } against { $x }, { $n ->
    [one] { $n } value
   *[other] { $n } values
 }. All of it is in the table below.
