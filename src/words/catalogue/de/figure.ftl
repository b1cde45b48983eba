# Was mehrere Arten von Bildern sagen.

tokens-more = … { $n } weitere, in der Tabelle
rows-more = … { $n } weitere, im JSON des Bildes
control-token = Steuertoken
candidates-others = { $n ->
    [one] { $n } anderes
   *[other] { $n } andere
 }
logit-not-listed = nicht gelistet
column-token = Token
column-id = Nummer
column-bytes = Bytes
column-probability = Wahrscheinlichkeit
column-rank = Rang
column-logit = Logit
column-position = Stelle
column-entropy = Entropie in Nats
column-chosen-token = Gewähltes Token
column-what = Was geschieht
column-tokens = Tokens
