use super::*;

#[test]
fn tags_in_prose_are_text_and_reported() {
    let (html, shown) = body_html("Then `<s>` and <s> and <think>so</think> and <|im_start|> and <unk>.\n");
    assert!(
        html.contains("&lt;s&gt; and &lt;think&gt;so&lt;/think&gt; and &lt;|im_start|&gt; and &lt;unk&gt;."),
        "{html}"
    );
    assert!(html.contains("<code>&lt;s&gt;</code>"), "{html}");
    assert!(shown.contains("index.md:9:16: warning[html-as-text]: `<s>` looks like an HTML tag"), "{shown}");
    assert!(shown.contains("index.md:9:24: warning[html-as-text]: `<think>`"), "{shown}");
    assert!(shown.contains("Wrap it in backticks: `` `<think>` ``"), "{shown}");
    assert!(shown.contains("3 warnings"), "{shown}");
}

#[test]
fn a_block_of_tags_keeps_its_markdown() {
    let (html, shown) = body_html("<think>\nIt is **bold**.\n</think>\n\n<div>\n<pre>\n\n> <s> *x*\n");
    assert!(html.contains("&lt;think&gt;\nIt is <strong>bold</strong>.\n&lt;/think&gt;"), "{html}");
    assert!(html.contains("&lt;div&gt;") && html.contains("&lt;pre&gt;"), "{html}");
    assert!(html.contains("<blockquote>\n<p>&lt;s&gt; <em>x</em></p>"), "{html}");
    assert!(shown.contains("index.md:9:1: warning[html-as-text]"), "{shown}");
    assert!(shown.contains("index.md:16:3: warning[html-as-text]"), "{shown}");
    assert!(!html.contains("\\&lt;"), "{html}");
}

#[test]
fn code_beside_tags_stays_as_written() {
    let (html, _) = body_html("<think>\n\n```text\n<s>\n```\n\n`<unk>` <div>\n```\n</div>\n```\n");
    assert!(html.contains("<pre><code class=\"language-text\">&lt;s&gt;\n</code></pre>"), "{html}");
    assert!(html.contains("<code>&lt;unk&gt;</code> &lt;div&gt;"), "{html}");
    assert!(html.contains("<pre><code>&lt;/div&gt;\n</code></pre>"), "{html}");
}

#[test]
fn comments_are_dropped_without_a_word() {
    let (html, shown) = body_html("a <!-- b <i> --> c\n\n<!--\n<s>\n-->\n\n<!-- x --> after\n");
    assert_eq!(shown, "");
    assert_eq!(html, "<p>a  c</p>\n<p>after</p>\n");
    assert!(body_html("a\n\n<!-- b\n\nc\n").1.contains("index.md:11:1: error[unclosed-comment]"));
}

#[test]
fn tags_pass_where_the_site_allows_them_and_unknown_ones_are_reported() {
    let (lesson, shown) = body_with("a <kbd>x</kbd> <think> <my-tag>\n", ParseOptions { raw_html: true });
    assert!(html(&lesson.sections[0].items).contains("<kbd>x</kbd> <think>"));
    assert!(shown.contains("index.md:9:16: warning[swallowed-tag]: `<think>`"), "{shown}");
    assert!(shown.contains("1 warning\n"), "{shown}");
}

#[test]
fn a_page_of_nested_tags_ends_soon() {
    let (html, _) = body_html(&"<div>\n".repeat(3000));
    assert!(!html.contains("<div>"));
    let (html, _) = body_html(&format!("{}x", "<!-- a --> <b> ".repeat(500)));
    assert!(!html.contains("<b>"));
}

#[test]
fn inline_values_are_told_from_code() {
    let (html, shown) = body_html("`=fox.prefill.ms` `\\=fox.prefill.ms` `=` `==` `= 3` `=x` `a=b.c`\n");
    assert_eq!(shown, "");
    assert_eq!(
        html,
        "<p>{fox.prefill.ms} <code>=fox.prefill.ms</code> <code>=</code> <code>==</code> <code>= 3</code> \
         <code>=x</code> <code>a=b.c</code></p>\n"
    );
    let (_, shown) = body("x `=fix.prefill.ms`\n");
    assert!(shown.contains("index.md:9:3: error[unknown-run]: there is no run `fix` here"), "{shown}");
    assert!(shown.contains("Did you mean `fox`?"), "{shown}");
}

#[test]
fn what_markdown_would_swallow_is_reported() {
    let cases = [
        ("```rust\nlet x;\n\nText\n", "9:1: error[unclosed-fence]"),
        ("- a\n\n  ```\n  x\n\nText\n", "11:3: error[unclosed-fence]"),
        ("````\n```\n", "9:1: error[unclosed-fence]"),
        ("> ```\n> x\n\nText\n", "9:3: error[unclosed-fence]"),
        ("| a | b |\n|---|---|\n| `x|y` | z |\n", "11:1: warning[table-cells]"),
        ("```figures tokens\nrun: fox\n```\n", "9:1: warning[block-name]"),
        ("a [^nope]\n", "9:3: warning[undefined-footnote]"),
        ("a [b][nope]\n", "9:3: warning[undefined-reference]"),
        ("a [nope][]\n", "9:3: warning[undefined-reference]"),
        ("[x](javascript:alert(1))\n", "9:1: error[unsafe-link]"),
        ("[x]( JaVaScRiPt:alert(1))\n", "9:1: error[unsafe-link]"),
        ("[x](java&#10;script:alert(1))\n", "9:1: error[unsafe-link]"),
        ("[x](data:text/html,x)\n", "9:1: error[unsafe-link]"),
        ("<javascript:x>\n", "9:1: error[unsafe-link]"),
        ("[x][y]\n\n[y]: javascript:x\n", "9:1: error[unsafe-link]"),
        ("![x](data:text/html,x)\n", "9:1: error[unsafe-link]"),
    ];
    for (markdown, wanted) in cases {
        let (_, shown) = body(markdown);
        assert!(shown.contains(&format!("index.md:{wanted}")), "{markdown}\n{shown}");
        assert!(shown.contains("\n1 error\n") || shown.contains("\n1 warning\n"), "{markdown}\n{shown}");
    }
}

#[test]
fn what_markdown_keeps_is_not_reported() {
    let cases = [
        "```rust\nlet x;\n```\n",
        "```rust\r\nlet x;\r\n```\r\n",
        "- a\n\n  ```\n  x\n  ```\n",
        "> ```\n> x\n> ```\n",
        "````\n```\n````\n",
        "~~~ js\n```\n~~~~\n",
        "```rust,ignore title=\"a b\" {1,3}\n```\n",
        "| a | b |\n|---|---|\n| `x\\|y` | z |\n| 1 |\n",
        "a | b\n--|--\n1 | 2\n",
        "a[^1] b[^1]\n\n[^1]: note\n",
        "`[^nope]` and \\[^x] and [0, 1] and [a] and x[i][0]\n",
        "> [!NOTE]\n> text\n",
        "![x](data:image/png;base64,AAAA)\n",
        "[x](https://example.org/javascript:x)\n",
    ];
    for markdown in cases {
        let (_, shown) = body(markdown);
        assert_eq!(shown, "", "{markdown}");
    }
}

#[test]
fn spans_point_into_the_file() {
    let (lesson, _) = body("A *b* [c](#term-c)\n\n> d `=fox.tokens`\n");
    let text = &lesson.source.text;
    let spans: Vec<&str> = lesson.sections[0]
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Markdown(pulldown_cmark::Event::Start(pulldown_cmark::Tag::Link { .. }), span) => {
                Some(&text[span.clone()])
            }
            Item::Value(_, span) => Some(&text[span.clone()]),
            _ => None,
        })
        .collect();
    assert_eq!(spans, ["[c](#term-c)", "`=fox.tokens`"]);
}

/// Markdown that is dropped.
#[test]
fn notes_and_links_that_markdown_drops_are_reported() {
    let said = |markdown: &str| body(markdown).1;
    for (markdown, wanted) in [
        ("x[^a]\n\n[^a]: one\n\n[^a]: two\n", "13:1: warning[duplicate-footnote]"),
        ("x[^a]\n\n[^a]: one\n\n[^A]: two\n", "13:1: warning[duplicate-footnote]"),
        ("x\n\n[^c]: one\n", "11:1: warning[unused-footnote]"),
        ("x\n\n[^c]: one [^d]\n\n[^d]: two\n", "13:1: warning[unused-footnote]"),
        ("> x\n>\n> [^c]: one\n", "11:3: warning[unused-footnote]"),
        ("x\n\n[r]: a.md\n", "11:1: warning[unused-link]"),
        ("[r]\n\n[r]: https://a.org\n[R]: https://b.org\n", "12:1: warning[duplicate-link]"),
    ] {
        let said = said(markdown);
        assert!(said.contains(wanted), "{markdown}: {said}");
    }
    for markdown in [
        "x[^a] y[^b]\n\n[^b]: see [^c]\n\n[^a]: one\n\n[^c]: three\n",
        "[r] ![p][q] [x][R]\n\n[r]: https://a.org \"T\"\n[q]: p.png\n",
        "```\n[^a]: x\n[r]: y\n```\n",
        "a `[r]: x` \\[^a]: b\n",
    ] {
        assert_eq!(said(markdown), "", "{markdown}");
    }
}

/// Formula delimiters beside letters of any script.
#[test]
fn formulas_beside_letters_are_formulas_and_prices_prose() {
    let (html, said) = body_html("其中$x_i$是概率，而$T$越大。The $n$th token, a $k$NN search. US$5, not US$6.\n");
    assert_eq!(said, "");
    assert_eq!(html.matches("math-inline").count(), 4, "{html}");
    assert!(html.contains("US$5, not US$6"), "{html}");
}

/// Nothing that looks like a formula is lost silently.
#[test]
fn what_looks_like_a_formula_and_is_text_is_reported() {
    for (markdown, wanted) in [
        ("a\n\n$$\na\n+ b\n$$\n", "11:1: error[display-formula]"),
        ("$$\na\n- b\n$$\n", "9:1: error[display-formula]"),
        ("$$\na\n> b\n$$\n", "9:1: error[display-formula]"),
        ("$$\na\n\nb\n$$\n", "9:1: error[display-formula]"),
        ("$$\na\n1. b\n$$\n", "9:1: error[display-formula]"),
        ("$$\na\n## b\n$$\n", "9:1: error[display-formula]"),
        ("- x $$a\n  - b$$\n", "9:5: error[display-formula]"),
        ("x $ p_i $ y\n", "9:3: warning[formula-as-text]"),
        ("x $ n $ y\n", "9:3: warning[formula-as-text]"),
        ("x $\\frac{1}{2} $ y\n", "9:3: warning[formula-as-text]"),
        ("x $x_i$5 y\n", "9:3: warning[formula-as-text]"),
        ("- the $x_i is\n", "9:7: warning[formula-as-text]"),
    ] {
        let said = body(markdown).1;
        assert!(said.contains(wanted) && said.contains("1 "), "{markdown}: {said}");
    }
    for markdown in [
        "US$5, not US$6, $7 and $8. \\$\\$ `$$` $MY_VAR $HOME\n",
        "```\n$$\n```\n",
        "> $$\n> a\n> $$\n\n- $$b$$\n\n| $c$ |\n|---|\n| $d_1$ |\n",
        "It costs 5$ or 6$.\n",
    ] {
        assert_eq!(body(markdown).1, "", "{markdown}");
    }
}
