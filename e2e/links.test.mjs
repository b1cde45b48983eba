// Where links into a page land: every link with a fragment, of every page, clicked and opened by its address.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { open } from './support/browser.mjs';
import { htmlFiles } from './support/site.mjs';
import { stage } from './support/stage.mjs';

const NEAR = 8;
const SCREENS = [{ width: 1280, height: 800 }, { width: 360, height: 740 }];

const { sites, browser } = await stage('.', 'tests/sites/figures');

/** Links of the page at `path` that have a fragment and lead into the site: `{href, here}`, each address once. */
async function links(page, root, path) {
  const found = await page.locator('a[href*="#"]').evaluateAll((all) => all.map((link) => link.href));
  const own = new URL(path, root).href;
  const hrefs = [...new Set(found)].filter((href) => href.startsWith(root));
  return hrefs.map((href) => ({ href, here: href.split('#')[0] === own }));
}

/** Resolves when nothing has scrolled for a while that is counted in frames. */
function rest(page) {
  return page.evaluate(() => new Promise((done) => {
    let [at, still] = [NaN, 0];
    const look = () => {
      still = scrollY === at ? still + 1 : 0;
      at = scrollY;
      still < 8 ? requestAnimationFrame(look) : done();
    };
    look();
  }));
}

/** How far what the address names is from its place: 0 at the end of a page that cannot scroll further. */
function miss(page) {
  return page.evaluate(() => {
    const name = decodeURIComponent(location.hash.slice(1));
    // A step is shown in its figure's picture.
    const target = document.getElementById(name) ?? document.getElementById(name.replace(/-step-\d+$/, ''));
    if (!target) return 'names nothing';
    if (!target.getClientRects().length) return 'leads to what is not seen';
    const { top } = target.getBoundingClientRect();
    const pixels = (name, element) => parseFloat(getComputedStyle(element)[name]) || 0;
    const wanted = pixels('scrollPaddingTop', document.documentElement) + pixels('scrollMarginTop', target);
    const room = document.documentElement.scrollHeight - innerHeight - scrollY;
    const atEnd = room < 1 && top >= wanted && top < innerHeight;
    const atStart = scrollY === 0 && top >= 0 && top <= wanted;
    return atEnd || atStart ? 0 : Math.round(top - wanted);
  });
}

async function landsByAddress(page, href) {
  await page.goto('about:blank');
  await page.goto(href);
  await rest(page);
  return miss(page);
}

async function landsByClick(page, href) {
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const clicked = await page.evaluate((href) => {
    // A link that shows a term where it stands, or copies, leads nowhere; others to the same place do.
    const link = [...document.querySelectorAll('a[href*="#"]:not([data-popover], [data-share], [data-embed])')].find((link) => link.href === href);
    link?.click();
    return Boolean(link);
  }, href);
  if (!clicked) return 0;
  await rest(page);
  return miss(page);
}

const off = (missed) => typeof missed === 'string' || Math.abs(missed) > NEAR;

for (const [at, site] of sites.entries()) {
  // An address that several pages lead to is opened once.
  const opened = new Set();
  for (const path of htmlFiles(site.folder).filter((path) => path !== '404.html')) {
    describe(`${['own', 'figures'][at]} ${path}`, () => {
      for (const viewport of SCREENS) {
        test(`links land within ${NEAR} px at ${viewport.width} px`, async () => {
          const page = await open(browser, site.http + path, { viewport });
          const misses = [];
          const all = await links(page, site.http, path);
          const stepped = await page.locator('figure[data-component="stepper"]').evaluateAll((all) => all.map(({ id }) => id));
          for (const { href } of all.filter((link) => link.here)) {
            const missed = await landsByClick(page, href);
            if (off(missed)) misses.push(`clicked ${href}: ${missed}`);
          }
          const steps = stepped.map((id) => `${site.http}${path}#${id}-step-2`);
          // The site of all figures has the same kinds of links: a click on each is enough there.
          for (const href of at === 0 ? [...all.map((link) => link.href), ...steps] : []) {
            const once = `${viewport.width} ${href}`;
            if (opened.has(once)) continue;
            opened.add(once);
            const missed = await landsByAddress(page, href);
            if (off(missed)) misses.push(`opened ${href}: ${missed}`);
          }
          assert.deepEqual(misses, []);
          await page.context().close();
        });
      }
    });
  }
}
