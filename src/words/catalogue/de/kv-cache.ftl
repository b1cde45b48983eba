
# Der K/V-Cache, Durchgang für Durchgang: `figure kv-cache`.

cache-bytes = { $n ->
    [one] { $n }{ "\u00A0" }Byte
   *[other] { $n }{ "\u00A0" }Bytes
 }
cache-kib = { $n }{ "\u00A0" }KiB
cache-mib = { $n }{ "\u00A0" }MiB
cache-gib = { $n }{ "\u00A0" }GiB
cache-tokens = { $n ->
    [one] { $n } Token
   *[other] { $n } Tokens
 }
cache-product = 2 × { $layers ->
    [one] { $layers } Schicht
   *[other] { $layers } Schichten
 } × { $heads ->
    [one] { $heads } KV-Kopf
   *[other] { $heads } KV-Köpfe
 } × { $width } Zahlen × { $bytes ->
    [one] { $bytes } Byte
   *[other] { $bytes } Bytes
 } = { $total }
cache-formula = 2 · Schichten · KV-Köpfe · Breite eines Kopfes · Bytes je Zahl · Tokens


## Im Bild

cache-entries = Einträge im K/V-Cache
cache-lane-key = K
cache-lane-value = V
cache-key-k = K: der Key eines Tokens
cache-key-v = V: sein Value
cache-key-work = berechnet
cache-key-again = ohne Cache noch einmal berechnet
cache-axis-tokens = Spalte: ein Token; darunter Zeile: ein Durchgang
cache-work = Berechnete Spalten: { $n }; ohne Cache: { $without }
cache-sum = { $n ->
    [one] { $n } Token
   *[other] { $n } Tokens
 } × { $each } = { $total }
cache-one-entry = Ein Eintrag eines Tokens:
cache-about = Unter jedem Token eine Spalte von Einträgen, einer in jeder von { $layers ->
    [one] { $layers } Schicht
   *[other] { $layers } Schichten
 } und für jeden von { $heads ->
    [one] { $heads } KV-Kopf
   *[other] { $heads } KV-Köpfen
 }; sie erscheint, wenn das Token durch das Modell geht. Nach dem letzten Durchgang ergeben { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
 } zusammen { $total }. Alles steht in den Tabellen unter dem Bild.


## In den Tabellen

cache-table = Der Cache nach jedem Durchgang, berechnet aus den Kennzahlen des Modells
cache-column-pass = Durchgang
cache-column-went-through = Token, das hindurchging
cache-column-entries = Einträge
cache-column-cache = K/V-Cache
cache-pass-prefill = Prefill
cache-pass-decode = Decode-Schritt { $n }
cache-designs = Was eine andere Bauart kosten würde: berechnet, nicht gemessen
cache-column-each = Bytes eines Tokens
cache-column-in-all = Insgesamt
cache-column-ratio = Gegenüber diesem Lauf
cache-design-run = dieser Lauf, nach seinem letzten Durchgang
cache-design-heads = Multi-Head-Attention: je ein Key und ein Value für alle { $n } Köpfe
cache-design-16 = 16-Bit-Zahlen
cache-design-8 = 8-Bit-Zahlen, ohne ihre Skalierung
cache-design-context = der längste Kontext, { $n } Tokens
cache-design-context-heads = der längste Kontext, Multi-Head
cache-design-context-8 = der längste Kontext, 8-Bit-Zahlen


## Was in einem Durchgang geschieht

cache-prefill-html = Prefill: { $tokens ->
    [one] { $tokens } Token geht durch alle { $layers } Schichten und hinterlässt in jeder einen Key und einen Value.
   *[other] { $tokens } Tokens gehen durch alle { $layers } Schichten und hinterlassen in jeder einen Key und einen Value.
 }
cache-decode-html = { $token } geht durch das Modell, liest, was da ist, und hinterlässt einen eigenen Eintrag.
cache-total-html = { $n ->
    [one] { $n } Eintrag von { $each } ergibt { $total }.
   *[other] { $n } Einträge von je { $each } ergeben { $total }.
 }
cache-not-kept-html = Dieser Lauf hat nichts davon behalten: Er hat in jedem Schritt alles neu berechnet.
