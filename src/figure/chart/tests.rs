use std::collections::BTreeMap;

use super::KIND;
use super::block::{Chart, ChartKind, ChartPoint, ChartSeries, Scale};
use crate::figure::draw;
use crate::figure::text_in_box::stays_in_its_box;
use crate::number::{NumberKind, Quoted};
use crate::words::Words;

/// Each type on both scales, with error bars, over eight decades and with labels as hard as tokens.
#[test]
fn text_of_hard_charts_stays_in_its_box() {
    let given = |value: f64| Some(Quoted::Given(value));
    let labels = [
        "one stream",
        "🦊 狐狸 ثعلب שועל",
        "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
        "a label of several words that is longer than any picture of this width has room for, by far",
        "",
        "</script>{{ 7*7 }}",
    ];
    let point = |at: usize, shift: f64| {
        let y = 10f64.powi(at as i32 * 2 - 2) * shift;
        ChartPoint {
            label: labels[at].into(),
            token: None,
            x: given(2f64.powi(at as i32)),
            y: given(y),
            low: given(y * 0.6),
            high: given(y * 1.7),
            span: 0..0,
        }
    };
    let kinds = [
        ("bar", ChartKind::Bar),
        ("range", ChartKind::Range),
        ("line", ChartKind::Line),
        ("scatter", ChartKind::Scatter),
    ];
    for (name, kind) in kinds {
        for scale in [Scale::Linear, Scale::Log] {
            // A bar begins at 0, which has no place on a logarithmic scale.
            if kind == ChartKind::Bar && scale == Scale::Log {
                continue;
            }
            let plane = matches!(kind, ChartKind::Line | ChartKind::Scatter);
            let mut series = vec![ChartSeries {
                label: if plane { labels[2].into() } else { String::new() },
                points: (0..labels.len()).map(|at| point(at, 1.0)).collect(),
            }];
            if plane {
                let points = (0..labels.len()).map(|at| point(at, 1.2)).collect();
                series.push(ChartSeries { label: "مرحبا 日本語".into(), points });
            }
            let chart = Chart {
                kind,
                numbers: NumberKind::Illustrative,
                x: "Tokens in the prompt of a request that waits behind all of the others".into(),
                y: "Time from the first token to the last, of all requests together".into(),
                unit: "milliseconds per token".into(),
                x_scale: scale,
                y_scale: scale,
                series,
                source: None,
            };
            let drawn = draw(&KIND, &chart, "c", "A chart", &BTreeMap::new(), Words::english()).unwrap();
            stays_in_its_box(name, &drawn);
        }
    }
}
