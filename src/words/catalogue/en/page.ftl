# What a reader reads and no author or model wrote. Another language is a folder beside this one with the
# same ids; tests hold both to the same ids and the same values.
#
# - A message is plain text and gets escaped where it goes into HTML. One whose id ends in `-html` is HTML: it may have
#   tags, and the values that it gets are HTML or escaped.
# - { $n } is a number: written as the language does, and a plural may depend on it. Only the plural's names
#   ([one], [other] …) are compared with it, not digits.
# - In messages that scripts use (`word("…")` and `phrase("…")` in static/js) at most one choice stands.
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
minutes = { $n } min
level-beginner = For beginners
level-intermediate = Builds on lessons before it
level-advanced = In depth
section-link = Link to “{ $heading }”
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
report-mistake = Report a mistake
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
runs-html = { $n ->
    [one] Run { $runs }: { $line }
   *[other] Runs { $runs }: { $line }
 }
how-recorded = How it was recorded
run-line = { $model } ({ $quantisation }) on { $engine } { $version }, { $cpu }, { $date }
run-not-recorded-html = Run <code>{ $run }</code> is not recorded yet.
value-not-recorded = (not recorded yet: { $run })
value-recorded = recorded; run { $run }, { $model }, { $date }
value-derived = derived: { $formula }; run { $run }, { $model }, { $date }
value-computed = derived: { $formula }
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
fact-clock = Clock
fact-clock-outside = read where the request was made: the way there and back is in every time
fact-missing = Not recorded
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

sign-space-html = In tokens, { $sign } stands for a space.
sign-line-html = { $sign } stands for the end of a line.
figure-data = Data
figure-menu = More about this figure
figure-link = Link to this figure
figure-alone = Open alone
figure-embed = Embed
figure-frame = HTML of the frame
figure-cite = Cite (BibTeX)
change-html = To change a run, edit <code>{ $file }</code> and run <code>{ $command }</code>.
figure-missing-html = This figure has no recorded run yet. Record it with <code>{ $command }</code>
figure-from-html = From <a href="{ $home }" target="_top">{ $lesson }</a>, { $site }


## Scripts of every page

theme-system = Theme: as on this device
theme-light = Theme: light
theme-dark = Theme: dark
progress-read = ✓ Read
progress-count = { $read } of { $all } read. Only this device knows.
progress-nothing = Nothing is remembered.
progress-forget = Forget it


## The search

# Words of a question that say nothing of what is asked for.
search-stop-words =
    about after all also am an and any are as at be been before being but by can could did do does doing done for
    from had has have having he her here him his how i if in into is it its just let like may me might mine more most must my
    not of on once only or other our out own same shall she should so some such than that the their them then there these they
    this those to too under until up us very was we were what whats when where which while who whom whose why will with would
    work works mean means explain explained you your a s
# How a word may end, and what is put there so that its forms are one: plurals, spellings. One after the other.
search-endings = ies>y sses>ss s> ise>ize iser>izer isation>ization ing> ed> e> our>or is>iz
search-label = Search the lessons
search-close = Close
search-results = Results
search-scope = Titles, headings, terms, text, captions and the heads of tables. Code and the tables’ rows are not searched.
search-nothing = Nothing found.
search-places = { $n ->
    [one] { $n } place
   *[other] { $n } places
 }
search-on-pages = { $n ->
    [one] on { $n } page
   *[other] on { $n } pages
 }
search-found = { $places } { $pages }.
search-best = { $places } { $pages }, the best { $most } shown.


## Scripts of figures

frame-copy-link = Copy link to this state
frame-full = Full screen
frame-copied = Copied.
frame-selected = Selected; copy it with the keyboard.
stepper-back = Back
stepper-play = Play
stepper-pause = Pause
stepper-forward = Forward
stepper-step = Step
stepper-speed = Speed
stepper-measured = as measured
stepper-half = ½ speed
stepper-quarter = ¼ speed
stepper-second = 1 step per second
stepper-count = step { $step } of { $last }
stepper-value = { $step } of { $last }
stepper-keys = Left and right arrows step, Space plays, F fills the screen.
stepper-ask = Which token comes next?
stepper-predict = Predict
predict-toggle = Predict
predict-panel = Your prediction
predict-later = You choose at the decode steps.
predict-same = The run took { $token }. You chose it too.
predict-other = The run took { $token }. You chose { $yours }, to which the model gives { $p }.
predict-scoring = Scored by the model’s own probabilities.
predict-score = { $right } of { $picks } like the run; the model’s own draws: { $expected }.
predict-all = Your picks surprise the model by { $surprise } nats each on average, its own draws by { $entropy }.


## The script of quizzes

quiz-check = Check the answers
quiz-again = Try the missed ones again
quiz-none = Choose an answer first.
quiz-right = ✓ Right.
quiz-wrong = ✗ Not yet.
quiz-read-as = Read as { $read }, not as { $other }.
quiz-choice-right = Right.
quiz-choice-wrong = Not this one.
quiz-score = { $right } of { $all } right.
quiz-score-open = { $right } of { $all } right, { $open } not answered.
quiz-missed = { $missed ->
    [one] One question to try again.
   *[other] { $missed } questions to try again.
 }
