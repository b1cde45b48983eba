
# The K/V cache, pass by pass: `figure kv-cache`.

cache-bytes = { $n ->
    [one] { $n }{ "\u00A0" }byte
   *[other] { $n }{ "\u00A0" }bytes
 }
cache-kib = { $n }{ "\u00A0" }KiB
cache-mib = { $n }{ "\u00A0" }MiB
cache-gib = { $n }{ "\u00A0" }GiB
cache-tokens = { $n ->
    [one] { $n } token
   *[other] { $n } tokens
 }
cache-product = 2 × { $layers ->
    [one] { $layers } layer
   *[other] { $layers } layers
 } × { $heads ->
    [one] { $heads } KV head
   *[other] { $heads } KV heads
 } × { $width } numbers × { $bytes ->
    [one] { $bytes } byte
   *[other] { $bytes } bytes
 } = { $total }
cache-formula = 2 · layers · KV heads · head width · bytes per number · tokens


## In the picture

cache-entries = Entries in the K/V cache
cache-lane-key = K
cache-lane-value = V
cache-key-k = K: the key of a token
cache-key-v = V: its value
cache-key-work = computed
cache-key-again = computed again without the cache
cache-axis-tokens = a column is a token; beneath, a row is a pass
cache-work = Columns computed: { $n }; without the cache: { $without }
cache-sum = { $n ->
    [one] { $n } token
   *[other] { $n } tokens
 } × { $each } = { $total }
cache-one-entry = One entry of one token:
cache-about = A column of entries under each token, one in each of { $layers ->
    [one] { $layers } layer
   *[other] { $layers } layers
 } and { $heads ->
    [one] { $heads } KV head
   *[other] { $heads } KV heads
 }; it appears when the token goes through the model. After the last pass { $tokens ->
    [one] { $tokens } token makes { $total }
   *[other] { $tokens } tokens make { $total }
 }. All of it is in the tables below the picture.


## In the tables

cache-table = The cache after each pass, derived from the model’s own figures
cache-column-pass = Pass
cache-column-went-through = Token that went through
cache-column-entries = Entries
cache-column-cache = Cache
cache-pass-prefill = prefill
cache-pass-decode = decode step { $n }
cache-designs = What another design would cost: derived, not measured
cache-column-each = Bytes of one token
cache-column-in-all = In all
cache-column-ratio = Against this run
cache-design-run = this run, after its last pass
cache-design-heads = multi-head attention: a key and a value for each of { $n } heads
cache-design-16 = 16-bit numbers
cache-design-8 = 8-bit numbers, without their scales
cache-design-context = the longest context, { $n } tokens
cache-design-context-heads = the longest context, multi-head
cache-design-context-8 = the longest context, 8-bit numbers


## What happens in a pass

cache-prefill-html = Prefill: { $tokens ->
    [one] { $tokens } token goes through all { $layers } layers and leaves a key and a value in each.
   *[other] { $tokens } tokens go through all { $layers } layers and leave a key and a value in each.
 }
cache-decode-html = { $token } goes through the model, reads what is there and leaves its own entry.
cache-total-html = { $n ->
    [one] { $n } entry of { $each } makes { $total }.
   *[other] { $n } entries of { $each } make { $total }.
 }
cache-not-kept-html = This run kept none of it: it computed all of it again at each step.
