# What a reader reads and no author or model wrote. Another language is a folder beside this one with the
# same ids; tests hold both to the same ids and the same values.
#
# - A message is plain text and gets escaped where it goes into HTML. One whose id ends in `-html` is HTML: it may have
#   tags, and the values that it gets are HTML or escaped.
# - { $n } is a number: written as the language does, and a plural may depend on it. Only the plural's names
#   ([one], [other] …) are compared with it, not digits.
# - In messages that scripts use (`word("…")` in static/js) at most one choice stands.
# - A space at an end stands in a string: { " " }.


## Numbers, dates, lists

percent = { $n } %
percent-below = < { $n } %
percent-above = > { $n } %
milliseconds = { $n } ms
list-separator = { ", " }
date = { $day } { $month ->
    [m1] January
    [m2] February
    [m3] March
    [m4] April
    [m5] May
    [m6] June
    [m7] July
    [m8] August
    [m9] September
    [m10] October
    [m11] November
   *[m12] December
 } { $year }


## Around every page

skip = Skip to the content
site-navigation = Site
start-here = Start here
glossary = Glossary
search = Search
footer = { $site }.
footer-by = { $site }, by { $author }.
feed = Feed
not-found = Page not found
not-found-head = There is no page at this address
not-found-why = It may have moved, or the link has a mistake in it.
all-lessons = All lessons
no-lesson-html = There is no lesson yet. Make one with <code>logitpress new lesson</code>.
breadcrumbs = Breadcrumbs
lessons = Lessons


## A lesson

lesson-number = Lesson { $number }
on-this-page = On this page
explain-now = What you can now explain
in-one-sentence = { $title }, in one sentence
notes = Notes
note-back = Back to the text of note { $number }
note-back-place = Back to the text of note { $number }, place { $place }
answers = Answers
links = Links
neighbours = Lessons before and after
previous-lesson = Previous lesson
next-lesson = Next lesson
last-lesson = This is the last lesson so far
lesson-as-markdown = This lesson as Markdown
edit-lesson = Edit this lesson
card-alt = { $title }: a figure of the lesson
table-number = Table { $number }
task-done = done
task-to-do = to do
alert-note = Keep in mind
alert-tip = Worth trying
alert-important = What matters here
alert-warning = Easy to get wrong
alert-caution = Do not conclude


## Terms

glossary-about = The terms that the lessons of { $site } use, in plain words.
terms = Terms, if you need them
term-listed = In the list of terms
see-also = See also
used-in = Used in


## Where numbers come from

numbers-come-from = Where this page’s numbers come from
no-run-quoted = This lesson quotes no recorded run.
run-html = Run <code>{ $run }</code>
run-line = { $model } ({ $quantisation }) on { $engine } { $version }, { $cpu }, { $date }
run-not-recorded-html = Run <code>{ $run }</code> is not recorded yet.
value-not-recorded = (not recorded yet: { $run })
value-recorded = recorded; run { $run }, { $model }, { $date }
value-derived = derived: { $formula }; run { $run }, { $model }, { $date }
value-median = { $spread }; run { $run }, { $model }, { $date }
spread = median of { $samples }, { $least } to { $most }
formula-bytes-per-token = bytes of the prompt ÷ its tokens
formula-prefill-per-token = prefill time ÷ prompt tokens
formula-prefill-speed = prompt tokens ÷ prefill time
formula-decode-speed = 1 ÷ median time per decode step
formula-decode-per-prefill = time per decode step ÷ prefill time per prompt token
formula-kv-numbers = 2 (key and value) × layers × KV heads × head width
formula-cut-tokens = tokens of the prompt in the published vocabulary
formula-cut-bytes-per-token = bytes of the prompt ÷ its tokens in the published vocabulary
formula-surprisal = −ln p
formula-score-total = Σ ln p of the prompt's tokens but the first
formula-score-per-token = Σ ln p ÷ tokens
formula-perplexity = exp(−Σ ln p ÷ tokens)
formula-joint = exp(Σ ln p along the path)
formula-path = Σ ln p along the path

measured = Measured
measured-about = Recorded from a run of this model on this machine. A time is the median of the repeats.
derived = Derived
derived-about = Worked out by arithmetic from measured values or from the model's own figures.
cited = Cited
cited-about = Someone else's result, under their conditions. It was not measured here.
illustrative = Illustrative
illustrative-about = Made up to explain the idea. Nothing here was measured.
fact-source = Source
fact-publisher = Published by
fact-date = Date
fact-model = Model
fact-model-is = { $model }, { $parameters } parameters
fact-quantisation = Quantisation
fact-quantisation-is = { $quantisation } in the file, multiplied as { $weights }
fact-file = Model file
fact-file-is = { $file }, SHA-256 { $sha256 }
fact-engine = Engine
fact-engine-is = { $engine } { $version } on { $device }, activations and K/V in { $dtype }
fact-features = Compiled for
fact-machine = Machine
fact-machine-is = { $cpu }, { $cores } cores, { $memory } GiB, { $os } ({ $arch })
fact-threads = Threads
fact-recorded = Recorded
fact-repeats = Repeats
fact-repeats-are = { $repeats }, after one warm-up that is not counted
times = What the times include
time-prefill = Prefill
time-prefill-is = from handing the token ids to the engine until the logits after the last prompt token are there; tokenising is not included
time-ttft = Time to first token
time-ttft-is = prefill and the pick of the first token
time-decode = Decode step
time-decode-is = from the choice of one token to the choice of the next


## A benchmark, directions, a quiz

card-shows = What this result shows
card-proves-not = What it does not prove
card-source = Source:
card-compare = Compare the bars inside this card, not with numbers of another card.
direction-up-html = <b>{ $measure }</b> <em>goes up</em> when { $when }.
direction-down-html = <b>{ $measure }</b> <em>goes down</em> when { $when }.
direction-flat-html = <b>{ $measure }</b> <em>stays about the same</em> when { $when }.
quiz = Quiz
question = Question { $number } of { $count }
your-number = Your number
your-number-in = Your number, in { $unit }
choose-all = Choose all that are right.
show-answer = Show the answer
answer = Answer
answer-right-html = Right: { $answer }
answer-none = none of them
answer-tolerance = { $answer } (± { $tolerance } counts as right)
next-token = next token
next-likeliest = The run chose it: the model gives it { $share }, the most of { $vocabulary } tokens.
next-sampled = The run chose it: the model gives it { $share }, rank { $rank } of { $vocabulary }, and this run samples.
next-other = The model gives it { $share }, rank { $rank } of { $vocabulary }. The run chose another.


## Around every figure

figure-data = The data as a table
figure-alone = Alone
figure-embed = Embed this figure
figure-frame = HTML of the frame
figure-change-html = Change it: edit line { $line } of <code>{ $file }</code>, then run <code>{ $command }</code>
figure-missing-html = This figure has no recorded run yet. Record it with <code>{ $command }</code>
figure-from-html = From <a href="{ $home }" target="_top">{ $lesson }</a>, { $site }
