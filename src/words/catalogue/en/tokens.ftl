# `figure tokens`, and the tokens of a prompt beneath other figures.

tokens-prompt = Prompt
tokens-written = Written by the model
tokens-size = { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
 }, { $bytes ->
    [one] { $bytes } byte
   *[other] { $bytes } bytes
 }
tokens-bytes = { $n } B
tokens-note = beneath each token: its id, then its number of bytes
tokens-prompt-table = The prompt’s tokens
tokens-written-table = The tokens that the model wrote
tokens-column-given = Probability given the tokens before
tokens-about = { $prompt ->
    [one] { $prompt } token
   *[other] { $prompt } tokens
 } of the prompt and { $written } that the model wrote, in reading order, each with its id and its number of bytes. All of it is in the table below the picture.
