# `figure tokens`, und die Tokens eines Prompts unter anderen Abbildungen.

tokens-prompt = Prompt
tokens-written = Vom Modell geschrieben
tokens-size = { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
 }, { $bytes ->
    [one] { $bytes } Byte
   *[other] { $bytes } Bytes
 }
tokens-bytes = { $n } B
tokens-note = unter jedem Token: seine Nummer, dann seine Bytes
tokens-prompt-table = Die Tokens des Prompts
tokens-written-table = Die Tokens, die das Modell geschrieben hat
tokens-column-given = Wahrscheinlichkeit nach den Tokens davor
tokens-about = { $prompt ->
    [one] { $prompt } Token
   *[other] { $prompt } Tokens
 } des Prompts und { $written ->
    [one] { $written } Token
   *[other] { $written } Tokens
 } vom Modell, in der Reihenfolge des Textes, jedes mit seiner Nummer und der Zahl seiner Bytes. Alles davon steht in der Tabelle unter dem Bild.
