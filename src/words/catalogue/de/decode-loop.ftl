
# Die Schleife, Schritt für Schritt: `figure decode-loop`.

loop-tokenize = Zerlegen
loop-prefill = Prefill
loop-decode = Decode
loop-stop = Stopp


## Im Bild

loop-more = … { $n } weitere
loop-before = … { $n } davor
loop-tokenizer = Tokenizer
loop-tokenizer-does = Text zu Nummern und zurück
loop-model = Modell
loop-not-run = lief noch nicht
loop-one-pass = liest den Prompt in einem Durchgang
loop-scored = hat den Prompt gelesen
loop-reads = liest ein Token, Nummer { $id }
loop-last-unread = hat das letzte Token nie gelesen
loop-scores = Eines von { $n } Tokens kommt als Nächstes
loop-idea = Die Schleife
loop-idea-cut = Der Tokenizer macht aus dem Text Nummern.
loop-idea-score = Das Modell bewertet { $n } Tokens.
loop-idea-append = Eines davon kommt an das Ende des Textes.
loop-idea-again = Das Modell liest dieses eine, und so weiter.
loop-ids = Tokens und ihre Nummern
loop-temperature = gezeigt bei Temperatur 1, gezogen bei { $temperature }
loop-ended = Ende durch das Endtoken des Modells
loop-stop-string = Ende an einer Stoppzeichenfolge
loop-limit = Ende an der Obergrenze für Tokens
loop-prompt-tokens = Tokens im Prompt
loop-written = geschriebene Tokens
loop-prompt-pass = Durchgang über den Prompt
loop-first-token = Zeit bis zum ersten Token
loop-further-token = jedes weitere Token, Median
loop-key-prompt = Prompt
loop-key-written = Antwort
loop-key-control = Steuertoken
loop-key-entry = K/V: bleibt erhalten
loop-about = { $prompt ->
    [one] { $prompt } Token des Prompts geht in einem Durchgang durch { $model }
   *[other] { $prompt } Tokens des Prompts gehen in einem Durchgang durch { $model }
 }; dann { $written ->
    [one] wird { $written } Token geschrieben
   *[other] werden { $written } Tokens eines nach dem anderen geschrieben
 }, jedes das wahrscheinlichste. Jeder Schritt ist eine Zeile der Tabelle unter dem Bild.
loop-about-drawn = { $prompt ->
    [one] { $prompt } Token des Prompts geht in einem Durchgang durch { $model }
   *[other] { $prompt } Tokens des Prompts gehen in einem Durchgang durch { $model }
 }; dann { $written ->
    [one] wird { $written } Token geschrieben
   *[other] werden { $written } Tokens eines nach dem anderen geschrieben
 }, jedes bei Temperatur { $temperature } gezogen. Jeder Schritt ist eine Zeile der Tabelle unter dem Bild.


## In der Tabelle

loop-table = Die Schritte der Schleife
loop-column-step = Schritt
loop-column-stage = Abschnitt
loop-column-candidates = Kandidaten: Wahrscheinlichkeit, Nummer
loop-column-time = Zeit in ms (Median)
loop-column-least = Kleinste
loop-column-most = Größte


## Was in einem Schritt geschieht

loop-text-html = Der Prompt ist Text: { $characters } Zeichen. Das Modell sieht nie Text.
loop-chat-html = { $messages ->
    [one] Eine Nachricht, aus der
   *[other] { $messages } Nachrichten, aus denen
 } die Chat-Vorlage des Modells einen einzigen Text von { $characters } Zeichen macht.
loop-cut-html = Der Tokenizer zerlegt den Text in { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
 }; jedes ist eine Nummer in einem Vokabular von { $vocabulary }.
loop-control-html = { $n ->
    [one] Eines davon ist ein Steuertoken, gestrichelt.
   *[other] { $n } davon sind Steuertokens, gestrichelt.
 }
loop-pass-html = Prefill: Ein Durchgang nimmt { $tokens ->
    [one] das eine Token des Prompts
   *[other] alle { $tokens } Tokens auf einmal
 } auf. Jedes Token hinterlässt seinen K/V-Eintrag, und das letzte ergibt die Bewertung dessen, was als Nächstes kommt.
loop-pass-timed-html = Prefill: Ein Durchgang nimmt { $tokens ->
    [one] das eine Token des Prompts
   *[other] alle { $tokens } Tokens auf einmal
 } auf, in { $time }. Jedes Token hinterlässt seinen K/V-Eintrag, und das letzte ergibt die Bewertung dessen, was als Nächstes kommt.
loop-reads-html = { $token } geht durch das Modell und hinterlässt seinen K/V-Eintrag.
loop-reads-timed-html = { $token } geht in { $time } durch das Modell und hinterlässt seinen K/V-Eintrag.
loop-greedy-html = Das Modell gibt { $token } { $probability }, das Meiste von { $vocabulary }, also wird es angehängt.
loop-drawn-likeliest-html = Gezogen wird { $token }, mit { $probability } das wahrscheinlichste von { $vocabulary }; es wird angehängt.
loop-drawn-html = Gezogen wird { $token } mit { $probability }, Rang { $rank } von { $vocabulary }; es wird angehängt.
loop-drawn-unranked-html = Gezogen wird { $token } mit { $probability }; es wird angehängt.
loop-likeliest-html = Am wahrscheinlichsten war { $token } mit { $probability }.
loop-no-entry-html = Es hat noch keinen K/V-Eintrag: Der entsteht, wenn es durch das Modell geht.
loop-left-out-html = { $n ->
    [one] { $n } weiteres Token folgt, das hier nicht gezeigt wird.
   *[other] { $n } weitere Tokens folgen, die hier nicht gezeigt werden.
 }
loop-ended-html = Das Modell hat { $token } gewählt, das Token, das seinen Beitrag beendet; also hält die Schleife an.
loop-stop-string-html = Der Text enthält jetzt { $string }, woran der Lauf anhält.
loop-limit-html = Die Schleife hält an, weil der Lauf { $tokens ->
    [one] { $tokens } Token
   *[other] { $tokens } Tokens
 } verlangt hat; das Modell war noch nicht am Ende.
loop-nothing-html = Kein Token wurde geschrieben.
loop-turns-html = { $n ->
    [one] { $n } Token in { $n } Umlauf der Schleife.
   *[other] { $n } Tokens in { $n } Umläufen der Schleife.
 }
loop-turns-timed-html = { $n ->
    [one] { $n } Token in { $n } Umlauf der Schleife, insgesamt { $time }.
   *[other] { $n } Tokens in { $n } Umläufen der Schleife, insgesamt { $time }.
 }
loop-last-html = Das letzte Token ging nie durch das Modell und hat deshalb keinen K/V-Eintrag.
