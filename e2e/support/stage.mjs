// What every file of browser tests stands on: published sites and a browser, closed when its tests are done.

import { after } from 'node:test';

import { launch } from './browser.mjs';
import { publish } from './site.mjs';

/** `sites` in the order of the folders; a pair of them is a site and what lies over it. */
export async function stage(...folders) {
  const sites = [];
  let browser;
  after(async () => {
    await browser?.close();
    for (const site of sites) site.stop();
  });
  for (const folder of folders) sites.push(await publish(...[folder].flat()));
  browser = await launch();
  return { sites, browser };
}
