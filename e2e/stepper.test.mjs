// Steps through drawn figures in a real browser: keys, buttons, slider, swipe, links to a step, and none of it by
// itself. Uses the `figures.html` that `LOGITPRESS_FIGURES` names (see text-in-box.test.mjs).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const folder = process.env.LOGITPRESS_FIGURES;
const skip = folder ? false : "LOGITPRESS_FIGURES is not set";
const statics = new URL("../static/", import.meta.url);
const FOX = "#fox-decode-loop";
const STEPS = 20;

let browser, server, address;

before(async () => {
  if (skip) return;
  server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const type = { css: "text/css", js: "text/javascript" }[pathname.split(".").pop()] ?? "text/html";
    response.setHeader("content-type", `${type}; charset=utf-8`);
    if (pathname === "/") {
      const figures = readFileSync(join(folder, "figures.html"), "utf8");
      response.end(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">
        <link rel="icon" href="data:,"><link rel="stylesheet" href="/css/figure.css">
        <script type="module" src="/start.js"></script><p style="height: 900px">Above</p>${figures}`);
    } else if (pathname === "/start.js") {
      response.end(`import { start } from "/js/stepper.js";
        document.querySelectorAll("[data-component=stepper]").forEach(start);`);
    } else {
      response.end(readFileSync(new URL(`.${pathname}`, statics)));
    }
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  address = `http://127.0.0.1:${server.address().port}/`;
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
});

after(async () => {
  await browser?.close();
  server?.close();
});

async function open(hash = "", options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const complaints = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(address + hash);
  const figure = page.locator(FOX);
  const at = async () => (await figure.locator(".lp-count").textContent()).match(/^step (\d+) of (\d+)$/).slice(1).map(Number);
  return { page, figure, at, complaints };
}

test("keys, buttons and slider step, and the address follows", { skip }, async () => {
  const { page, figure, at, complaints } = await open();
  await page.waitForTimeout(1500);
  assert.deepEqual(await at(), [1, STEPS], "it does not play by itself");
  await figure.focus();
  for (const [key, step] of [["ArrowRight", 2], ["ArrowRight", 3], ["ArrowLeft", 2], ["End", STEPS], ["ArrowRight", STEPS], ["Home", 1]]) {
    await page.keyboard.press(key);
    assert.equal((await at())[0], step, key);
    assert.equal(new URL(page.url()).hash, step === 1 && key !== "Home" ? "" : `${FOX}-step-${step}`);
  }
  await figure.getByRole("button", { name: "Forward" }).click();
  assert.equal((await at())[0], 2);
  await figure.getByRole("slider").fill("9");
  assert.equal((await at())[0], 9);
  const row = figure.locator("tr[aria-current]");
  assert.equal(await row.getAttribute("data-step"), "9");
  assert.equal(await figure.locator("[data-live]").textContent(), await row.locator(".lp-caption").textContent());
  assert.deepEqual(complaints, []);
});

test("playing ends at the last step and can be paused", { skip }, async () => {
  const { page, figure, at } = await open();
  await figure.focus();
  await page.keyboard.press("Space");
  await figure.getByRole("button", { name: "Play" }).waitFor({ timeout: 10_000 });
  assert.equal((await at())[0], STEPS);
  await figure.getByRole("combobox").selectOption({ label: "1 step per second" });
  await figure.getByRole("button", { name: "Play" }).click();
  await page.waitForTimeout(1400);
  await figure.getByRole("button", { name: "Pause" }).click();
  const [step] = await at();
  await page.waitForTimeout(1200);
  assert.equal((await at())[0], step);
});

test("an address leads to its step, also later, and broken ones do no harm", { skip }, async () => {
  const { page, figure, at, complaints } = await open(`${FOX}-step-7`);
  await page.waitForTimeout(300);
  assert.equal((await at())[0], 7);
  assert.equal(await figure.locator("details.lp-data").evaluate((node) => node.open), false);
  await page.evaluate((hash) => (location.hash = hash), `${FOX}-step-4`);
  await page.waitForTimeout(100);
  assert.equal((await at())[0], 4);
  for (const hash of [`${FOX}-step-99`, `${FOX}-step-x`, "#%E0%A4%A"]) {
    await page.evaluate((hash) => (location.hash = hash), hash);
    await page.waitForTimeout(50);
    assert.equal((await at())[0], 4, hash);
  }
  assert.deepEqual(complaints, []);
});

test("both layouts show the same step", { skip }, async () => {
  const { page, figure } = await open(`${FOX}-step-5`);
  const seen = () =>
    figure.locator(".lp-picture svg").evaluateAll((all) =>
      all.filter((svg) => getComputedStyle(svg).display !== "none").map((svg) => [
        svg.getAttribute("class"),
        svg.querySelectorAll(".lp-new:not(.lp-off)").length,
      ]),
    );
  assert.deepEqual(await seen(), [["lp-wide", 2]]);
  await page.setViewportSize({ width: 360, height: 800 });
  assert.deepEqual(await seen(), [["lp-narrow", 2]]);
});

test("a swipe steps and a scroll scrolls", { skip }, async () => {
  const { page, figure, at } = await open("", { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true });
  await figure.scrollIntoViewIfNeeded();
  const session = await page.context().newCDPSession(page);
  const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  async function drag([x0, y0], [x1, y1]) {
    await touch("touchStart", [{ x: x0, y: y0 }]);
    for (let part = 1; part <= 6; part += 1) {
      await touch("touchMove", [{ x: x0 + ((x1 - x0) * part) / 6, y: y0 + ((y1 - y0) * part) / 6 }]);
    }
    await touch("touchEnd", []);
    await page.waitForTimeout(100);
  }
  const box = await figure.locator(".lp-picture").boundingBox();
  const y = Math.max(box.y, 0) + 150;
  await drag([280, y], [80, y + 4]);
  assert.equal((await at())[0], 2);
  await drag([80, y], [280, y]);
  assert.equal((await at())[0], 1);
  const before = await page.evaluate(() => scrollY);
  await drag([200, 600], [190, 300]);
  assert.equal((await at())[0], 1);
  assert.ok((await page.evaluate(() => scrollY)) > before);
});

test("without a script the last state and the table are there", { skip }, async () => {
  const { figure } = await open("", { javaScriptEnabled: false }).catch((error) => assert.fail(error));
  assert.equal(await figure.locator("svg.lp-wide .lp-new:not(.lp-off)").count(), 16);
  assert.equal(await figure.locator(".lp-controls").isVisible(), false);
  assert.equal(await figure.locator("tr[data-step]").count(), STEPS);
});
