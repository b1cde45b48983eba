
# The loop, step by step: `figure decode-loop`.

loop-tokenize = Tokenize
loop-prefill = Prefill
loop-decode = Decode
loop-stop = Stop


## In the picture

loop-more = … { $n } more
loop-before = … { $n } before
loop-tokenizer = Tokenizer
loop-tokenizer-does = text to ids, ids to text
loop-model = Model
loop-not-run = has not run yet
loop-one-pass = reads the whole prompt in one pass
loop-scored = has read the prompt
loop-reads = reads one token, id { $id }
loop-last-unread = never read the last token
loop-scores = One of { $n } tokens comes next
loop-idea = The loop
loop-idea-cut = The tokenizer turns the text into ids.
loop-idea-score = The model scores { $n } tokens as the next.
loop-idea-append = One of them is added to the text.
loop-idea-again = The model reads that one, and so on.
loop-ids = Tokens and their ids
loop-temperature = shown at temperature 1, drawn at { $temperature }
loop-ended = Stopped by the model’s end token
loop-stop-string = Stopped at a stop string
loop-limit = Stopped at the limit of tokens
loop-prompt-tokens = tokens in the prompt
loop-written = tokens written
loop-prompt-pass = prompt pass
loop-first-token = time to first token
loop-further-token = each further token, median
loop-key-prompt = prompt
loop-key-written = answer
loop-key-control = control
loop-key-entry = K/V: kept once read
loop-about = { $prompt ->
    [one] { $prompt } prompt token goes through { $model } in one pass
   *[other] { $prompt } prompt tokens go through { $model } in one pass
 }; then { $written ->
    [one] { $written } token is written
   *[other] { $written } tokens are written
 } one by one, each the likeliest token. Every step is a row of the table below the picture.
loop-about-drawn = { $prompt ->
    [one] { $prompt } prompt token goes through { $model } in one pass
   *[other] { $prompt } prompt tokens go through { $model } in one pass
 }; then { $written ->
    [one] { $written } token is written
   *[other] { $written } tokens are written
 } one by one, each a token drawn at temperature { $temperature }. Every step is a row of the table below the picture.


## In the table

loop-table = The steps of the loop
loop-column-step = Step
loop-column-stage = Stage
loop-column-candidates = Candidates: probability, id
loop-column-time = Time, ms (median)
loop-column-least = Least
loop-column-most = Most


## What happens in a step

loop-text-html = The prompt is text: { $characters ->
    [one] { $characters } character
   *[other] { $characters } characters
 }. The model never sees text.
loop-chat-html = { $messages ->
    [one] One message
   *[other] { $messages } messages
 }, which the model’s chat template turns into one text of { $characters ->
    [one] { $characters } character
   *[other] { $characters } characters
 }.
loop-cut-html = The tokenizer cuts the text into { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
 }; each is a number in a vocabulary of { $vocabulary }.
loop-control-html = { $n ->
    [one] One of them is a control token, dashed.
   *[other] { $n } of them are control tokens, dashed.
 }
loop-pass-html = Prefill: one pass takes in { $tokens ->
    [one] the one prompt token
   *[other] all { $tokens } tokens at once
 }. Every token leaves its K/V entry, and the last one gives the scores of what comes next.
loop-pass-timed-html = Prefill: one pass takes in { $tokens ->
    [one] the one prompt token
   *[other] all { $tokens } tokens at once
 }, in { $time }. Every token leaves its K/V entry, and the last one gives the scores of what comes next.
loop-reads-html = { $token } goes through the model and leaves its K/V entry.
loop-reads-timed-html = { $token } goes through the model in { $time } and leaves its K/V entry.
loop-greedy-html = The model gives { $token } { $probability }, the most of { $vocabulary }, so it is appended.
loop-drawn-likeliest-html = The draw picks { $token }, the likeliest of { $vocabulary } with { $probability }; it is appended.
loop-drawn-html = The draw picks { $token } with { $probability }, rank { $rank } of { $vocabulary }; it is appended.
loop-drawn-unranked-html = The draw picks { $token } with { $probability }; it is appended.
loop-likeliest-html = The likeliest was { $token } with { $probability }.
loop-no-entry-html = It has no K/V entry yet: that comes when it goes through the model.
loop-left-out-html = { $n ->
    [one] { $n } token more follows, which is not shown here.
   *[other] { $n } tokens more follow, which are not shown here.
 }
loop-ended-html = The model chose { $token }, the token that ends its turn, so the loop stops.
loop-stop-string-html = The text now contains { $string }, which the run stops at.
loop-limit-html = The loop stops because the run asked for { $tokens ->
    [one] { $tokens } token
   *[other] { $tokens } tokens
 }; the model had not ended.
loop-nothing-html = No token was written.
loop-turns-html = { $n ->
    [one] { $n } token in { $n } turn of the loop.
   *[other] { $n } tokens in { $n } turns of the loop.
 }
loop-turns-timed-html = { $n ->
    [one] { $n } token in { $n } turn of the loop, { $time } in all.
   *[other] { $n } tokens in { $n } turns of the loop, { $time } in all.
 }
loop-last-html = The last token never went through the model, so it has no K/V entry.
