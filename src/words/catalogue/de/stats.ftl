# `figure stats`

stats-prompt = Tokens im Prompt
stats-written = geschriebene Tokens
stats-prefill = Einlesen (Prefill)
stats-ttft = bis zum ersten Token
stats-step = ein Decode-Schritt
stats-speed = Tempo beim Schreiben
stats-per-second = { $n } Tokens/s
stats-end = Ende
stats-end-token = durch das Endtoken
stats-end-string = an einer Stoppfolge
stats-end-length = an der Obergrenze
stats-spread = { $least } bis { $most } ms, n = { $repeats }
stats-provenance = { $model } als { $weights } mit { $engine } { $version }, { $cpu }, { $threads ->
    [one] { $threads } Thread
   *[other] { $threads } Threads
 }. Aufgezeichnet am { $date }.
stats-caption = Die Zahlen des Laufs
stats-what = Was
stats-value = Wert
stats-apart = Kleinster bis größter der Durchgänge
stats-ran = Was wo lief
stats-fact = { $name } – { $value }
stats-description = Die Zahlen des Laufs { $run }: { $facts }. Alles davon steht in der Tabelle unter dem Bild.
