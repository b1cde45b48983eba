
# Ein Text, von mehreren Tokenizern zerlegt: `figure tokenizers`.

cuts-tokens = { $n ->
    [one] { $n } Token
   *[other] { $n } Tokens
 }
cuts-per-token = { $n } Bytes je Token
cuts-measured = { $entries } Einträge; gemessen im Lauf { $run }
cuts-derived = { $entries } Einträge; berechnet; { $used }
cuts-origin-measured = Gemessen: aufgezeichnet im Lauf { $run }.
cuts-origin-derived = Berechnet: ausgerechnet, als die Seite gebaut wurde, mit dem Vokabular von { $used }, das die Programmbibliothek tiktoken-rs mitbringt.
cuts-used-by = { $vocabulary ->
    [r50k_base] GPT-2, GPT-3
    [p50k_base] Codex, GPT-3 nach 2021
    [cl100k_base] GPT-3.5, GPT-4
   *[o200k_base] GPT-4o, GPT-4.1, GPT-5
 }


## Im Bild

cuts-marked = Ein Strich zwischen Buchstaben: Dort schneiden nicht alle.
cuts-bracket = Eine Klammer verbindet zwei Stücke. Ihre Zahl ist der Rang des Paars in der Liste der Verbindungen: Der niedrigste kommt zuerst.
cuts-more = { $n } weitere Bytes, in der Tabelle
cuts-about-text = Ein Text als Reihen von Tokens, eine Reihe für alle Tokenizer, die ihn gleich schneiden; ein Strich zeigt jeden Schnitt, den nicht alle machen. { $sizes }. Alles steht in den Tabellen unter dem Bild.
cuts-about-word = Die Verschmelzungen, die ein Wort zu Tokens machen, eine Klammer mit ihrem Rang für jede, unter den Buchstaben des Wortes. { $sizes }. Alles steht in den Tabellen unter dem Bild.
cuts-size = { $name }: { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
 }, { $bytes } Bytes je Token
cuts-size-separator = { "; " }


## In den Tabellen

cuts-table-text = Ein Text, von jedem Tokenizer zerlegt
cuts-table-word = Ein Wort, von jedem Tokenizer zerlegt
cuts-table-tokens = { $name }: seine Tokens
cuts-table-merges = { $name }: seine Verschmelzungen in ihrer Reihenfolge
cuts-column-tokenizer = Tokenizer
cuts-column-entries = Einträge
cuts-column-length = Bytes des Textes
cuts-column-per-token = Bytes je Token
cuts-column-origin = Woher es kommt
cuts-column-position = Stelle
cuts-column-merge = Verschmelzung
cuts-column-rank = Rang
cuts-column-pieces = Stücke danach
cuts-start = Anfang


## Was bei einer Verschmelzung geschieht

cuts-start-html = { $name } beginnt { $word } mit { $n ->
    [one] { $n } einzelnen Byte
   *[other] { $n } einzelnen Bytes
 }.
cuts-merge-html = { $name }: Aus { $first } und { $second } wird { $piece }. Von allen Nachbarn, die sich verbinden lassen, hat dieses Paar den niedrigsten Rang, { $rank }.
cuts-end-html = Es sind keine Nachbarn mehr da, die sich verbinden lassen: { $n ->
    [one] { $n } Token
   *[other] { $n } Tokens
 }.
