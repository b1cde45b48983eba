# `figure compare`.


## Was verlangt war

compare-prompt = Prompt
compare-temperature = Temperatur
compare-top-k = Top-k
compare-top-p = Top-p
compare-min-p = Min-p
compare-seed = Startwert
compare-model = Modell
compare-weights = Gewichte
compare-kv-cache = KV-Cache
compare-most-tokens = Höchstzahl an Tokens
compare-stop = Stoppzeichenfolgen
compare-raw = Text zum Fortsetzen:
compare-chat = durch die Chat-Vorlage:
compare-system = System:
compare-user = Person:
compare-assistant = Assistent:
compare-greedy = gierig
compare-filter-off = aus
compare-no-seed = keiner
compare-no-stop = keine
compare-floats = zu 32-Bit-Gleitkommazahlen entpackt
compare-quantised = multipliziert als { $type }
compare-cache-on = an
compare-cache-off = aus


## Wie ein Lauf endete

compare-ended = endete von selbst
compare-ended-stop = endete an einer Stoppzeichenfolge
compare-ended-length = { $n ->
    [one] nach { $n } Token abgebrochen
   *[other] nach { $n } Tokens abgebrochen
 }


## Im Bild

compare-prompt-chat = durch die Chat-Vorlage, { $n ->
    [one] { $n } Token
   *[other] { $n } Tokens
 }
compare-prompt-raw = als Text, { $n ->
    [one] { $n } Token
   *[other] { $n } Tokens
 }
compare-as-temperature = Temperatur { $value }
compare-as-top-k = Top-k { $value }
compare-as-top-p = Top-p { $value }
compare-as-min-p = Min-p { $value }
compare-as-seed = Startwert { $value }
compare-as-cache = mit KV-Cache
compare-as-no-cache = ohne KV-Cache
compare-as-most = höchstens { $n ->
    [one] { $n } Token
   *[other] { $n } Tokens
 }
compare-as-stop = hält bei { $value }
compare-as-no-stop = ohne Stoppzeichenfolgen
compare-no-token = kein Token { $place }
compare-parts = Der erste Unterschied ist Token { $place }.
compare-all-same = Alle haben dieselben Tokens geschrieben
compare-ranks = Rang jedes gewählten Tokens, links das wahrscheinlichste; jede Marke liegt zehnmal so weit unten in der Liste.
compare-rank-range = Ränge { $least } bis { $most }
compare-about = { $runs ->
    [one] { $runs } Lauf
   *[other] { $runs } Läufe
 } von einem gemeinsamen Anfang aus, jeder mit dem, was anders verlangt war, und den Tokens, die er schrieb; der erste Unterschied ist Token { $place }. Alles davon steht in den Tabellen unter dem Bild.
compare-about-same = { $runs ->
    [one] { $runs } Lauf
   *[other] { $runs } Läufe
 } von einem gemeinsamen Anfang aus, jeder mit dem, was anders verlangt war, und den Tokens, die er schrieb; alle haben dieselben Tokens geschrieben. Alles davon steht in den Tabellen unter dem Bild.


## In den Tabellen

compare-asked-table = Worin sich unterscheidet, was verlangt war
compare-column-asked = Verlangt
compare-row-ended = Wie er endete
compare-table = Was jeder Lauf schrieb: Der erste Unterschied ist Token { $place }
compare-table-same = Was jeder Lauf schrieb: Alle haben dieselben Tokens geschrieben
compare-first = { $place } (erster Unterschied)
compare-rank = Rang { $rank }
