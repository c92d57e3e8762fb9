/** The storage as a user gets it: from packed tarballs, in an empty directory, named in `PLUGINS`. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVICE_PACKAGES } from '../../scripts/service-packages.mjs';
import { finished, generate, newCaller } from '../support/client.js';
import { CREDENTIALS, S3Server } from './s3-server.js';

const PACKAGES = ['.', ...SERVICE_PACKAGES, 'packages/s3-storage'];
const INSTALL_MS = 300_000;

let server: S3Server;
let directory: string;
let service: ChildProcess | null = null;

beforeAll(async () => {
  server = await S3Server.start();
  await server.createBucket('outputs');
  directory = await mkdtemp(join(tmpdir(), 'offprint-s3-package-'));
  await chmod(directory, 0o755);
  for (const folder of PACKAGES)
    npm(['pack', '--silent', '--pack-destination', directory], join(process.cwd(), folder));
  await writeFile(join(directory, 'package.json'), '{ "private": true, "type": "module" }\n');
  const tarballs = (await readdir(directory)).filter((name) => name.endsWith('.tgz'));
  const quiet = ['--silent', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'];
  npm(['install', ...quiet, ...tarballs.map((name) => `./${name}`)], directory);
}, INSTALL_MS);

afterAll(async () => {
  if (service && service.exitCode === null) {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

/** Runs npm without the settings that `npm run` hands down. */
function npm(args: string[], cwd: string): void {
  const { PATH, HOME, npm_config_cache, npm_config_registry } = process.env;
  execFileSync('npm', args, {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH, HOME, npm_config_cache, npm_config_registry, NODE_ENV: undefined },
  });
}

/** Starts `offprint` in the directory. @returns its URL. */
async function start(): Promise<string> {
  service = spawn(join(directory, 'node_modules/.bin/offprint'), [], {
    cwd: directory,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      LOG_LEVEL: 'error',
      PLUGINS: '@offprint/s3-storage',
      S3_BUCKET: 'outputs',
      S3_ENDPOINT: server.endpoint,
      S3_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      S3_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    },
  });
  let written = '';
  for await (const text of service.stdout!) {
    written += String(text);
    const url = /Offprint is ready at (\S+)/.exec(written)?.[1];
    if (url) return url;
  }
  throw new Error(`the service ended before it was ready:\n${written}`);
}

it('stores outputs in the bucket and redirects their links to it', async () => {
  const url = await start();
  const { key } = await newCaller(url);
  const { predictionId } = await generate(url, key, { modelKey: 'embedded-image', prompt: 'a lighthouse' });
  const done = await finished(url, key, predictionId);
  const redirect = await fetch(done.outputUrl as string, { redirect: 'manual' });
  expect(redirect.status).toBe(302);
  const file = Buffer.from(await (await fetch(redirect.headers.get('location')!)).arrayBuffer());
  expect(createHash('sha256').update(file).digest('hex')).toBe(done.outputs[0].sha256);
  expect(await server.filesOf('outputs')).toContainEqual(
    expect.stringMatching(new RegExp(`^offprint/predictions/${predictionId}/`)),
  );
});
