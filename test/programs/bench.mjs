// Runs one program after the other against a service: installs it, gives it an account of its own, and judges what came.
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { root } from '../../scripts/build-first.mjs';
import { runProgram } from '../support/run-program.mjs';
import { chargesOf, filesOf } from './judge.mjs';
import { REGISTRIES } from './registries.mjs';

const HERE = fileURLToPath(new URL('./', import.meta.url));
/** The first time, libraries are downloaded and compiled. */
const INSTALL_MS = 1_200_000;
const MOST_PROBLEM = 1500;
const PROGRAM_MS = 300_000;
const SCOPES = ['read', 'write', 'billing'];

/** @param service of `startService` */
export async function createBench({ url }, metricsToken) {
  const samples = { ...(await makeSamples(url)), metricsToken };
  return { run: (program) => run(program, url, samples) };
}

async function run(program, url, samples) {
  const startedAt = performance.now();
  const registry = REGISTRIES[program.registry];
  const missing = [...registry.tools, ...(program.tools ?? [])].find((tool) => !isOnPath(tool));
  if (missing) return { missing };
  const directory = mkdtempSync(join(tmpdir(), 'offprint-program-'));
  chmodSync(directory, 0o755);
  let version = registry.version(program);
  let problem = null;
  try {
    const account = await newAccount(url);
    const env = environmentOf(url, account.key, samples);
    writeFileSync(join(directory, 'in.png'), samples.picture);
    const { place, command } = await registry.install(program, {
      file: join(HERE, program.program),
      // With the registries and certificates of this machine.
      run: (line) => runLine(line, { ...process.env, ...env }, INSTALL_MS),
      describe: (to) => describe(url, to),
    });
    version = (await registry.readVersion?.(program)) ?? version;
    if (place) copyFileSync(join(HERE, program.program), join(place, basename(program.program)));
    const output = await runProgram(command[0], command.slice(1), {
      cwd: directory,
      env,
      timeoutMs: PROGRAM_MS,
    });
    if (program.prints && !program.prints.test(output))
      throw new Error(`printed no ${program.prints}:\n${output}`);
    await filesOf(directory, program.comes ?? {});
    await chargesOf(url, account, program.makes ?? Object.keys(program.comes ?? {}).length);
  } catch (error) {
    // The end says most: a trace of its libraries stands above.
    problem = error.message.trim().slice(-MOST_PROBLEM);
  }
  rmSync(directory, { recursive: true, force: true });
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
  return { name: program.name, version, date: new Date().toISOString().slice(0, 10), seconds, problem };
}

function runLine({ cwd, command }, env, timeoutMs) {
  return runProgram('sh', ['-euc', command], { cwd, env, timeoutMs });
}

const isOnPath = (tool) => process.env.PATH.split(':').some((folder) => existsSync(join(folder, tool)));

/** What the programs read; `OPENAI_…` for those that take the address and the key from there. */
function environmentOf(url, key, { file, video, metricsToken }) {
  const { PATH, HOME, TMPDIR } = process.env;
  return {
    PATH,
    HOME,
    ...(TMPDIR && { TMPDIR }),
    OFFPRINT_URL: url,
    OFFPRINT_API_KEY: key,
    OFFPRINT_FILE: file,
    OFFPRINT_VIDEO: video,
    OFFPRINT_MCP: join(root, 'packages/mcp/bin/offprint-mcp.mjs'),
    OFFPRINT_METRICS_TOKEN: metricsToken,
    OFFPRINT_BOARD: join(root, 'deploy/grafana/offprint.json'),
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_API_KEY: key,
  };
}

async function newAccount(url) {
  const person = { email: `${randomUUID()}@example.test`, password: 'correct horse battery' };
  const session = await call(url, '/api/auth/register', { body: person });
  const { key } = await call(url, '/api/keys', {
    token: session.accessToken,
    body: { name: 'program', scopes: SCOPES },
  });
  const { balance } = await call(url, '/api/credits/balance', { token: key });
  return { key, balance };
}

/** A picture to be changed, and signed links of finished outputs for programs that only read. */
async function makeSamples(url) {
  const picture = await sharp({ create: { width: 256, height: 256, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { key } = await newAccount(url);
  const file = await makeOutput(url, key, {
    modelKey: 'embedded-image',
    prompt: 'a lighthouse',
    resolution: 512,
  });
  const video = await makeOutput(url, key, {
    modelKey: 'embedded-video',
    prompt: 'waves',
    duration: 3,
    format: 'mp4',
  });
  return { picture, file, video };
}

async function makeOutput(url, token, body) {
  const { predictionId } = await call(url, '/api/generate', { token, body });
  for (;;) {
    const { status, outputs } = await call(url, `/api/generate/status/${predictionId}?wait=30`, { token });
    if (status === 'completed') return outputs[0].url;
    if (status !== 'processing') throw new Error(`${body.modelKey} has ${status}`);
  }
}

async function describe(url, to) {
  const response = await fetch(`${url}/api/openapi.json`);
  mkdirSync(to, { recursive: true });
  const text = await response.text();
  const file = join(to, 'openapi.json');
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

async function call(url, path, { token, body } = {}) {
  const response = await fetch(url + path, {
    method: body ? 'POST' : 'GET',
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`);
  return answer;
}
