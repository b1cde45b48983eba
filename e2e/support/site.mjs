// Builds a site with the real program and serves it with a real web server, below a sub-path and with the headers
// that the build wrote for its host.

import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const program = process.env.LOGITPRESS;
if (!program) throw new Error('LOGITPRESS names the program to test; scripts/test sets it');

/** A port that is free at the moment. */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** `_headers` of the build as nginx directives: the rules for every path. */
function headerDirectives(folder) {
  const directives = [];
  let applies = false;
  for (const line of readFileSync(join(folder, '_headers'), 'utf8').split('\n')) {
    if (/^\S/.test(line)) applies = line.trim().endsWith('/*') && !line.includes('assets');
    else if (applies && line.includes(':')) {
      const [name, ...value] = line.trim().split(':');
      directives.push(`add_header ${name} "${value.join(':').trim().replaceAll('"', '\\"')}" always;`);
    }
  }
  return directives.join('\n    ');
}

/**
 * Builds `site` (a folder of the repository) and serves it under `/sub/path/`. Files of the folder `over`, if one is named,
 * take the place of the site's own: the same runs in another language.
 * Gives `{folder, http, file, stop}`: the output folder and the two addresses of its root.
 */
export async function publish(site, over) {
  const work = mkdtempSync(join(tmpdir(), 'logitpress-e2e-'));
  const folder = join(work, 'public');
  const port = await freePort();
  const http = `http://127.0.0.1:${port}/sub/path/`;
  let source = join(repository, site);
  if (over) {
    for (const folder of [site, over]) cpSync(join(repository, folder), join(work, 'site'), { recursive: true });
    source = join(work, 'site');
  }
  execFileSync(program, ['--site', source, 'build', '--capture', 'never', '--out', folder, '--base-url', http], {
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  mkdirSync(join(work, 'logs'));
  const configuration = join(work, 'nginx.conf');
  writeFileSync(configuration, `
daemon off;
master_process off;
pid ${work}/nginx.pid;
error_log ${work}/logs/error.log;
events {}
http {
  types {
    text/html html; text/css css; text/javascript js; image/svg+xml svg; image/png png;
    application/json json; font/woff2 woff2; application/xml xml; text/markdown md; text/plain txt;
  }
  access_log off;
  client_body_temp_path ${work}; proxy_temp_path ${work}; fastcgi_temp_path ${work};
  uwsgi_temp_path ${work}; scgi_temp_path ${work};
  gzip on;
  gzip_types text/css text/javascript image/svg+xml application/json application/xml;
  server {
    listen 127.0.0.1:${port};
    ${headerDirectives(folder)}
    error_page 404 /sub/path/404.html;
    location /sub/path/ { alias ${folder}/; }
  }
}
`);
  const server = spawn('nginx', ['-c', configuration, '-e', join(work, 'logs', 'error.log')], { stdio: 'ignore' });
  const stop = () => {
    server.kill();
    rmSync(work, { recursive: true, force: true });
  };
  const deadline = Date.now() + 10_000;
  for (;;) {
    const ok = await fetch(http).then((answer) => answer.ok, () => false);
    if (ok) break;
    if (server.exitCode !== null || Date.now() > deadline) {
      const log = readFileSync(join(work, 'logs', 'error.log'), 'utf8');
      stop();
      throw new Error(`nginx did not answer at ${http}\n${log}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { folder, http, file: `file://${folder}/`, stop };
}

/** Every page of a built site, as a path below its root. */
export function htmlFiles(folder) {
  return readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.html')).sort();
}
