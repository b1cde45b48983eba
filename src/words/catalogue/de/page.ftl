# Deutsch. Wie eine Nachricht geschrieben wird, steht am Anfang von `en/page.ftl`.


## Zahlen, Daten, Listen

percent = { $n } %
percent-below = < { $n } %
percent-above = > { $n } %
milliseconds = { $n } ms
list-separator = { ", " }
date = { $day }. { $month ->
    [m1] Januar
    [m2] Februar
    [m3] März
    [m4] April
    [m5] Mai
    [m6] Juni
    [m7] Juli
    [m8] August
    [m9] September
    [m10] Oktober
    [m11] November
   *[m12] Dezember
 } { $year }


## Um jede Seite herum

skip = Zum Inhalt springen
site-navigation = Website
start-here = Hier beginnen
glossary = Glossar
search = Suche
footer = { $site }.
footer-by = { $site }, von { $author }.
feed = Abonnieren
not-found = Seite nicht gefunden
not-found-head = Unter dieser Adresse gibt es keine Seite
not-found-why = Sie ist vielleicht umgezogen, oder der Link enthält einen Fehler.
all-lessons = Alle Lektionen
no-lesson-html = Es gibt noch keine Lektion. <code>logitpress new lesson</code> legt eine an.
breadcrumbs = Brotkrumen
lessons = Lektionen


## Eine Lektion

lesson-number = Lektion { $number }
minutes = { $n } Min.
level-beginner = Für den Anfang
level-intermediate = Baut auf früheren Lektionen auf
level-advanced = In die Tiefe
section-link = Link zu „{ $heading }“
on-this-page = Auf dieser Seite
explain-now = Was du jetzt erklären kannst
in-one-sentence = { $title }, in einem Satz
notes = Anmerkungen
note-back = Zurück zur Stelle von Anmerkung { $number }
note-back-place = Zurück zur Stelle { $place } von Anmerkung { $number }
answers = Antworten
links = Verweise
neighbours = Lektionen davor und danach
previous-lesson = Vorige Lektion
next-lesson = Nächste Lektion
last-lesson = Das ist bisher die letzte Lektion
lesson-as-markdown = Diese Lektion als Markdown
edit-lesson = Diese Lektion bearbeiten
report-mistake = Einen Fehler melden
card-alt = { $title }: eine Abbildung der Lektion
table-number = Tabelle { $number }
task-done = erledigt
task-to-do = offen
alert-note = Zu beachten
alert-tip = Einen Versuch wert
alert-important = Worauf es ankommt
alert-warning = Leicht falsch gemacht
alert-caution = Kein Schluss daraus


## Begriffe

glossary-about = Die Begriffe aus den Lektionen von { $site }, einfach erklärt.
terms = Begriffe zum Nachschlagen
term-listed = In der Liste der Begriffe
see-also = Siehe auch
used-in = Verwendet in


## Woher Zahlen kommen

numbers-come-from = Woher die Zahlen dieser Seite kommen
no-run-quoted = Diese Lektion zitiert keinen aufgezeichneten Lauf.
runs-html = { $n ->
    [one] Lauf { $runs }: { $line }
   *[other] Läufe { $runs }: { $line }
 }
how-recorded = Wie er aufgezeichnet wurde
run-line = { $model } ({ $quantisation }) auf { $engine } { $version }, { $cpu }, { $date }
run-not-recorded-html = Der Lauf <code>{ $run }</code> ist noch nicht aufgezeichnet.
value-not-recorded = (noch nicht aufgezeichnet: { $run })
value-recorded = aufgezeichnet; Lauf { $run }, { $model }, { $date }
value-derived = berechnet: { $formula }; Lauf { $run }, { $model }, { $date }
value-computed = berechnet: { $formula }
value-median = { $spread }; Lauf { $run }, { $model }, { $date }
spread = Median aus { $samples }, { $least } bis { $most }
formula-bytes-per-token = Bytes des Prompts ÷ seine Tokens
formula-prefill-per-token = Prefill-Zeit ÷ Tokens des Prompts
formula-prefill-speed = Tokens des Prompts ÷ Prefill-Zeit
formula-decode-speed = 1 ÷ Median der Zeit je Decode-Schritt
formula-decode-per-prefill = Zeit je Decode-Schritt ÷ Prefill-Zeit je Token des Prompts
formula-kv-numbers = 2 (Key und Value) × Schichten × KV-Köpfe × Breite eines Kopfes
formula-cut-tokens = Tokens des Prompts im veröffentlichten Vokabular
formula-cut-bytes-per-token = Bytes des Prompts ÷ seine Tokens im veröffentlichten Vokabular
formula-surprisal = −ln p
formula-score-total = Σ ln p der Tokens des Prompts außer dem ersten
formula-score-per-token = Σ ln p ÷ Tokens
formula-perplexity = exp(−Σ ln p ÷ Tokens)
formula-joint = exp(Σ ln p entlang des Pfades)
formula-path = Σ ln p entlang des Pfades

measured = Gemessen
measured-about = Aus einem Lauf dieses Modells auf dieser Maschine aufgezeichnet. Eine Zeit ist der Median der Wiederholungen.
derived = Berechnet
derived-about = Aus Messwerten oder aus den Kennzahlen des Modells ausgerechnet.
cited = Zitiert
cited-about = Ein fremdes Ergebnis unter fremden Bedingungen. Hier wurde es nicht gemessen.
illustrative = Zur Anschauung
illustrative-about = Ausgedacht, um die Idee zu erklären. Hier wurde nichts gemessen.
fact-source = Quelle
fact-publisher = Veröffentlicht von
fact-date = Datum
fact-model = Modell
fact-model-is = { $model }, { $parameters } Parameter
fact-quantisation = Quantisierung
fact-quantisation-is = { $quantisation } in der Datei, multipliziert als { $weights }
fact-file = Modelldatei
fact-file-is = { $file }, SHA-256 { $sha256 }
fact-engine = Laufzeitumgebung
fact-engine-is = { $engine } { $version } auf { $device }, Aktivierungen und K/V in { $dtype }
fact-features = Kompiliert für
fact-machine = Rechner
fact-machine-is = { $cpu }, { $cores } Kerne, { $memory } GiB, { $os } ({ $arch })
fact-threads = Ausführungsfäden
fact-recorded = Aufgezeichnet
fact-repeats = Wiederholungen
fact-repeats-are = { $repeats }, nach einem Aufwärmlauf, der nicht zählt
fact-clock = Uhr
fact-clock-outside = dort abgelesen, wo die Anfrage gestellt wurde: Hin- und Rückweg sind in jeder Zeit enthalten
fact-missing = Nicht aufgezeichnet
times = Was die Zeiten umfassen
time-prefill = Vorbereitung (Prefill)
time-prefill-is = von der Übergabe der Token-Nummern an die Laufzeitumgebung, bis die Logits nach dem letzten Token des Prompts da sind; das Tokenisieren zählt nicht dazu
time-ttft = Zeit bis zum ersten Token
time-ttft-is = die Vorbereitung und die Wahl des ersten Tokens
time-decode = Decode-Schritt
time-decode-is = von der Wahl eines Tokens bis zur Wahl des nächsten


## Ein Benchmark, Richtungen, ein Quiz

card-shows = Was dieses Ergebnis zeigt
card-proves-not = Was es nicht beweist
card-source = Quelle:
card-compare = Vergleiche die Balken innerhalb dieser Karte, nicht mit Zahlen einer anderen.
direction-up-html = <b>{ $measure }</b> <em>steigt</em>, wenn { $when }.
direction-down-html = <b>{ $measure }</b> <em>sinkt</em>, wenn { $when }.
direction-flat-html = <b>{ $measure }</b> <em>bleibt etwa gleich</em>, wenn { $when }.
quiz = Fragen
question = Frage { $number } von { $count }
your-number = Deine Zahl
your-number-in = Deine Zahl, in { $unit }
choose-all = Wähle alles, was richtig ist.
show-answer = Antwort zeigen
answer = Antwort
answer-right-html = Richtig: { $answer }
answer-none = nichts davon
answer-tolerance = { $answer } (± { $tolerance } gilt als richtig)
next-token = nächstes Token
next-likeliest = Der Lauf hat es gewählt: Das Modell gibt ihm { $share }, das Meiste von { $vocabulary } Tokens.
next-sampled = Der Lauf hat es gewählt: Das Modell gibt ihm { $share }, Rang { $rank } von { $vocabulary }, und dieser Lauf zieht zufällig.
next-other = Das Modell gibt ihm { $share }, Rang { $rank } von { $vocabulary }. Der Lauf hat ein anderes gewählt.


## Um jede Abbildung herum

sign-space-html = In Tokens steht { $sign } für ein Leerzeichen.
sign-line-html = { $sign } steht für das Ende einer Zeile.
figure-data = Daten
figure-menu = Mehr zu dieser Abbildung
figure-link = Link zu dieser Abbildung
figure-alone = Einzeln öffnen
figure-embed = Einbetten
figure-frame = HTML des Rahmens
figure-cite = Zitieren (BibTeX)
change-html = Um einen Lauf zu ändern, bearbeite <code>{ $file }</code> und starte <code>{ $command }</code>.
figure-missing-html = Für diese Abbildung ist noch kein Lauf aufgezeichnet. <code>{ $command }</code> zeichnet ihn auf.
figure-from-html = Aus <a href="{ $home }" target="_top">{ $lesson }</a>, { $site }


## Scripts of every page

theme-system = Aussehen: wie auf diesem Gerät
theme-light = Aussehen: hell
theme-dark = Aussehen: dunkel
progress-read = ✓ Gelesen
progress-count = { $read } von { $all } gelesen. Nur dieses Gerät weiß davon.
progress-nothing = Nichts ist gemerkt.
progress-forget = Vergessen


## The search

# Words of a question that say nothing of what is asked for.
search-stop-words =
    aber alle als also am an auch auf aus bei bin bis da damit dann das dass dein dem den denn der des die dies diese
    diesem diesen dieser dieses doch du durch ein eine einem einen einer eines er es etwas euer für fur hab habe haben hat hatte
    hier ich ihm ihr ihre im in ins ist ja jede jeder jedes kann kein keine können konnen man mein mich mir mit muss nach nicht
    noch nun nur ob oder ohne sein sich sie sind so soll über uber um und uns unser unter viel vom von vor wann war waren warum
    was wegen weil welche welchem welchen welcher welches wenn wer werden wie wieso wird wo wofür wofur woher wozu wurde zu zum
    zur bedeutet bedeuten funktioniert funktionieren erklärt heißt
# How a word may end, and what is put there so that its forms are one: plurals, spellings. One after the other.
search-endings = es> s> en> er> e> n>
search-label = Die Lektionen durchsuchen
search-close = Schließen
search-results = Treffer
search-scope = Titel, Überschriften, Begriffe, Text, Bildunterschriften und die Köpfe der Tabellen. Code und die Zeilen der Tabellen werden nicht durchsucht.
search-nothing = Nichts gefunden.
search-places = { $n ->
    [one] { $n } Stelle
   *[other] { $n } Stellen
 }
search-on-pages = { $n ->
    [one] auf { $n } Seite
   *[other] auf { $n } Seiten
 }
search-found = { $places } { $pages }.
search-best = { $places } { $pages }, die besten { $most } davon hier.


## Scripts of figures

frame-copy-link = Link zu diesem Zustand kopieren
frame-full = Ganzer Bildschirm
frame-copied = Kopiert.
frame-selected = Markiert; kopiere es mit der Tastatur.
stepper-back = Zurück
stepper-play = Abspielen
stepper-pause = Anhalten
stepper-forward = Weiter
stepper-step = Schritt
stepper-speed = Tempo
stepper-measured = wie gemessen
stepper-half = ½ Tempo
stepper-quarter = ¼ Tempo
stepper-second = 1 Schritt pro Sekunde
stepper-count = Schritt { $step } von { $last }
stepper-value = { $step } von { $last }
stepper-keys = Pfeil links und rechts: ein Schritt; Leertaste: abspielen; F: ganzer Bildschirm.
stepper-ask = Welches Token kommt als Nächstes?
stepper-predict = Vorhersagen
predict-toggle = Vorhersagen
predict-panel = Deine Vorhersage
predict-later = Du wählst bei den Decode-Schritten.
predict-same = Der Lauf nahm { $token }. Du hast es auch gewählt.
predict-other = Der Lauf nahm { $token }. Du hast { $yours } gewählt, dem das Modell { $p } gibt.
predict-scoring = Bewertet nach den Wahrscheinlichkeiten des Modells.
predict-score = { $right } von { $picks } wie der Lauf; eigene Ziehungen des Modells: { $expected }.
predict-all = Deine Wahl überrascht das Modell im Mittel um { $surprise } nats, seine eigenen Ziehungen um { $entropy }.


## The script of quizzes

quiz-check = Die Antworten prüfen
quiz-again = Die falschen noch einmal versuchen
quiz-none = Wähle zuerst eine Antwort.
quiz-right = ✓ Richtig.
quiz-wrong = ✗ Noch nicht.
quiz-read-as = Gelesen als { $read }, nicht als { $other }.
quiz-choice-right = Richtig.
quiz-choice-wrong = Diese nicht.
quiz-score = { $right } von { $all } richtig.
quiz-score-open = { $right } von { $all } richtig, { $open } nicht beantwortet.
quiz-missed = { $missed ->
    [one] { $missed } Frage noch einmal.
   *[other] { $missed } Fragen noch einmal.
 }
