use std::collections::BTreeMap;

use super::KIND;
use super::block::{Chart, ChartKind, ChartPoint, ChartSeries, Scale};
use crate::figure::draw;
use crate::figure::text_in_box::stays_in_its_box;
use crate::number::{Expression, NumberKind, Quoted};
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
                along: None,
                numbers: None,
            }];
            if plane {
                let points = (0..labels.len()).map(|at| point(at, 1.2)).collect();
                series.push(ChartSeries { label: "مرحبا 日本語".into(), points, along: None, numbers: None });
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
                runs: Vec::new(),
            };
            let drawn = draw(&KIND, &chart, "c", "A chart", &BTreeMap::new(), Words::english()).unwrap();
            stays_in_its_box(name, &drawn);
        }
    }
}

/// Two lines that meet at their last point: names keep apart, tokens stand on the axis, points say their values.
#[test]
fn series_are_told_apart_and_points_are_named() {
    let points = |heights: [f64; 3]| {
        let point = |(at, y): (usize, f64)| ChartPoint {
            label: String::new(),
            token: Some(Quoted::Of(Expression::parse(&format!("fox.step.{at}.text")).unwrap())),
            x: Some(Quoted::Given(at as f64 + 1.0)),
            y: Some(Quoted::Given(y)),
            low: None,
            high: None,
            span: 0..0,
        };
        heights.into_iter().enumerate().map(point).collect()
    };
    let chart = Chart {
        kind: ChartKind::Line,
        numbers: NumberKind::Illustrative,
        x: "Token".into(),
        y: "Doubt".into(),
        unit: "nats".into(),
        x_scale: Scale::Linear,
        y_scale: Scale::Linear,
        series: vec![
            ChartSeries { label: "food".into(), points: points([6.0, 3.0, 0.5]), along: None, numbers: None },
            ChartSeries { label: "counting".into(), points: points([0.5, 0.6, 0.4]), along: None, numbers: None },
        ],
        source: None,
        runs: Vec::new(),
    };
    let fox = crate::figure::fixture::fox();
    let runs = BTreeMap::from([("fox".to_owned(), fox)]);
    let drawn = draw(&KIND, &chart, "c", "A chart", &runs, Words::english()).unwrap();
    stays_in_its_box("tokens", &drawn);
    for svg in [&drawn.wide, &drawn.narrow] {
        assert!(svg.markup.contains("<g class=\"lp-second\"><path class=\"lp-curve"), "{}", svg.markup);
        assert!(svg.markup.contains("<title>·lazy, 1, 6</title>"), "{}", svg.markup);
        assert!(!svg.markup.contains(">2</text></g>"), "tokens stand in the place of numbers");
        let height = |name: &str| {
            let before = svg.markup.split(&format!(">{name}</text>")).next().unwrap();
            before.rsplit("y=\"").next().unwrap().split('"').next().unwrap().parse::<f64>().unwrap()
        };
        assert!((height("food") - height("counting")).abs() > 30.0);
    }
    assert!(drawn.table.contains("food, <bdi"), "{}", drawn.table);
}
