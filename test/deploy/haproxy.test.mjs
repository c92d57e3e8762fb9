/** deploy/haproxy/api.cfg with TLS: LISTEN holds all that stands in `bind`, and nothing is served unencrypted. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../prove/harness/cluster/ports.mjs';

const CONFIG = fileURLToPath(new URL('../../deploy/haproxy/api.cfg', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'offprint-haproxy-'));
after(() => rmSync(directory, { recursive: true, force: true }));

const [key, certificate, pem] = ['key', 'crt', 'pem'].map((name) => join(directory, `site.${name}`));
execFileSync(
  'openssl',
  ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'].concat([
    '-subj',
    '/CN=localhost',
    '-keyout',
    key,
    '-out',
    certificate,
  ]),
  { stdio: 'ignore' },
);
writeFileSync(pem, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));

async function withProxy(listenOf, use) {
  const port = await freePort();
  const child = spawn('haproxy', ['-db', '-f', CONFIG], {
    env: {
      ...{ PATH: process.env.PATH, API1: '127.0.0.9', API2: '127.0.0.10' },
      ...{ ADMIN_SOCKET: join(directory, 'admin.sock'), LISTEN: listenOf(port) },
    },
    stdio: 'ignore',
  });
  const gone = once(child, 'exit');
  try {
    await use(port);
  } finally {
    child.kill('SIGKILL');
    await gone;
  }
}

/** @returns `{ protocol, text }` of a request over TLS, once the port is open */
async function overTls(port, protocols) {
  for (;;) {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: protocols });
    try {
      await once(socket, 'secureConnect');
    } catch (error) {
      if (error.code !== 'ECONNREFUSED') throw error;
      await sleep(50);
      continue;
    }
    const protocol = socket.alpnProtocol;
    socket.end('GET /api/models HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    let text = '';
    if (protocol === 'http/1.1') for await (const chunk of socket.setEncoding('utf8')) text += chunk;
    socket.destroy();
    return { protocol, text };
  }
}

for (const listenOf of [
  (port) => `127.0.0.1:${port} ssl crt ${pem} alpn h2,http/1.1`,
  (port) => `:${port}  ssl crt ${pem} ssl-min-ver TLSv1.2 alpn h2,http/1.1`,
])
  test(`LISTEN="${listenOf('<port>').replace(pem, '<pem>')}" serves HTTPS, and nothing without TLS`, () =>
    withProxy(listenOf, async (port) => {
      const { protocol, text } = await overTls(port, ['http/1.1']);
      assert.equal(protocol, 'http/1.1');
      // No process is there: HAProxy's own answer.
      assert.match(text, /^HTTP\/1\.1 503 [^]*"code":"service_unavailable"/);
      assert.equal((await overTls(port, ['h2', 'http/1.1'])).protocol, 'h2');
      await assert.rejects(fetch(`http://127.0.0.1:${port}/api/models`));
    }));

test('redis.cfg is valid', () => {
  const env = { PATH: process.env.PATH, REDIS_PASSWORD: 'secret' };
  for (const [at, name] of ['REDIS1', 'REDIS2', 'REDIS3'].entries()) env[name] = `127.0.0.${at + 21}`;
  execFileSync('haproxy', ['-c', '-f', CONFIG.replace('api.cfg', 'redis.cfg')], { env, stdio: 'pipe' });
});

test('LISTEN with the address alone serves HTTP', () =>
  withProxy(
    (port) => `127.0.0.1:${port}`,
    async (port) => {
      let status;
      while (status === undefined)
        status = await fetch(`http://127.0.0.1:${port}/api/models`).then(
          (response) => response.status,
          () => sleep(50),
        );
      assert.equal(status, 503);
    },
  ));
