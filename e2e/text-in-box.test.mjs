// Measures in a real browser that every text of every drawn figure stays in its box and in its picture. The SVG
// files come from `LOGITPRESS_FIGURES=folder cargo test --no-default-features --lib figure::text_in_box`; the folder is
// given to this test by the same variable.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const folder = process.env.LOGITPRESS_FIGURES;
const root = new URL("..", import.meta.url);

let browser;
before(async () => {
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
});
after(() => browser?.close());

function fontFace(family, weight, file) {
  const data = readFileSync(new URL(`static/fonts/${file}`, root)).toString("base64");
  return `@font-face{font-family:"${family}";font-weight:${weight};src:url(data:font/woff2;base64,${data}) format("woff2")}`;
}

const fonts = [
  fontFace("Logitpress Text", 400, "text-400.woff2"),
  fontFace("Logitpress Text", 600, "text-600.woff2"),
  fontFace("Logitpress Mono", 400, "mono-400.woff2"),
].join("");

function measure() {
  const complaints = [];
  let measured = 0;
  const svg = document.querySelector("svg");
  const [left, top, width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  for (const node of svg.querySelectorAll(".lp-off")) node.classList.remove("lp-off");
  for (const text of svg.querySelectorAll("text")) {
    const box = text.getBBox();
    const inside = box.x >= left && box.y >= top && box.x + box.width <= left + width && box.y + box.height <= top + height;
    if (!inside) complaints.push(`"${text.textContent}" leaves the picture: ${box.x} + ${box.width}`);
    const token = text.classList.contains("lp-tok");
    const around = token && [...text.parentNode.children].find((node) => node.classList.contains("lp-box"));
    if (!around) continue;
    measured += 1;
    const outer = around.getBBox();
    if (box.x < outer.x - 0.5 || box.x + box.width > outer.x + outer.width + 0.5) {
      complaints.push(`"${text.textContent}" leaves its box: ${box.x} + ${box.width} in ${outer.x} + ${outer.width}`);
    }
  }
  return { complaints, measured };
}

test("text stays in its box", { skip: folder ? false : "LOGITPRESS_FIGURES is not set" }, async () => {
  const page = await browser.newPage();
  let total = 0;
  const files = readdirSync(folder).filter((name) => name.endsWith(".svg"));
  assert.ok(files.length > 0, `no SVG in ${folder}`);
  for (const name of files) {
    const svg = readFileSync(join(folder, name), "utf8");
    await page.setContent(`<!doctype html><meta charset="utf-8"><style>${fonts}</style>${svg}`);
    await page.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())));
    const { complaints, measured } = await page.evaluate(measure);
    assert.deepEqual(complaints, [], name);
    total += measured;
  }
  assert.ok(total > 1000, `only ${total} labels were measured`);
});
