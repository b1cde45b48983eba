# `figure logits`, und die wahrscheinlichsten Tokens am Kopf von `figure sampler`.

logits-token = Token
logits-id = Nummer
logits-probability = Wahrscheinlichkeit
logits-logit = Logit
logits-entropy = Entropie { $entropy } Nats von höchstens { $most }
logits-whole = Die ganze Wahrscheinlichkeit als ein Balken:
logits-listed = diese { $n }: { $share }
logits-table = Die wahrscheinlichsten nächsten Tokens
logits-column-chosen = Gewählt
logits-chosen = ja
logits-not-chosen = nein
logits-about = { $n ->
    [one] Das wahrscheinlichste
   *[other] Die { $n } wahrscheinlichsten
 } von { $vocabulary } Tokens für das geschriebene Token { $place }, als Balken der Wahrscheinlichkeit. Am wahrscheinlichsten ist { $token } mit { $probability }. Alles davon steht in der Tabelle unter dem Bild.
