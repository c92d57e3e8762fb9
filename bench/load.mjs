/** Puts load on a server and reads what it cost: answers per second, time per answer, processor time per answer. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findProgram } from './debian.mjs';
import { clocksOf } from './usage.mjs';

const run = promisify(execFile);

export const CONNECTIONS = 64;
const SCRIPT = fileURLToPath(new URL('load.lua', import.meta.url));
/** Of a load that is bound by its amount, should its server be gone. */
const LONGEST_SECONDS = 300;

/**
 * @param server { url, pid, postmasterPid }
 * @param load { requests, seconds } or { requests, amount }; see `drive`.
 * @returns perSecond; p50 and p99 in milliseconds; cpuServer and cpuDatabase in microseconds per request.
 * @throws when any was refused or had no answer: the speed of refusals is no result.
 */
export async function measureLoad(server, load) {
  const before = clocksOf(server);
  const { refused, broken, requests, ...sample } = await drive({
    url: server.url,
    connections: CONNECTIONS,
    ...load,
  });
  const after = clocksOf(server);
  if (refused + broken > 0 || requests === 0) {
    throw new Error(`of ${requests} requests ${refused} were refused, ${broken} had no answer`);
  }
  const perRequest = (name) =>
    before[name] === null ? null : ((after[name] - before[name]) * 1e6) / requests;
  return { ...sample, cpuServer: perRequest('server'), cpuDatabase: perRequest('database') };
}

/**
 * Runs the load generator once: wrk, which takes the least of the processors that the measured has to share with it.
 *
 * @param job { url, connections, seconds or amount, requests: [{ method, path, headers, body }] }; the connections send
 * the requests in turn, over and over. The last of an amount may be cut off on their way: as many as there are connections.
 * @returns requests (answered), perSecond, p50 and p99 in milliseconds, refused (400 and above), broken (no answer).
 */
export async function drive({ url, connections, seconds, amount = 0, requests }) {
  const directory = await mkdtemp(join(tmpdir(), 'offprint-load-'));
  try {
    const file = join(directory, 'requests');
    await writeFile(file, requests.map((request) => framed(request, url)).join(''));
    const { seconds: took, ...told } = await runWrk([
      ...['-t', '1', '-c', String(connections), '-d', `${Math.ceil(seconds ?? LONGEST_SECONDS)}s`],
      ...['--timeout', '60s', '-s', SCRIPT, url, '--', file, String(amount)],
    ]);
    return { ...told, perSecond: told.requests / took };
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** @returns what the script told at the end. However the benchmark ends, it leaves no load behind. */
async function runWrk(args) {
  const running = run(findProgram('wrk', 'wrk', console.error), args);
  const endToo = () => running.child.kill('SIGKILL');
  process.once('exit', endToo);
  try {
    const { stdout } = await running;
    return JSON.parse(stdout.trim().split('\n').at(-1));
  } finally {
    process.off('exit', endToo);
  }
}

/** A request as it goes over the wire, after a line with its number of bytes. */
function framed({ method, path, headers = {}, body = '' }, url) {
  const fields = {
    host: new URL(url).host,
    ...headers,
    ...(body && { 'content-length': Buffer.byteLength(body) }),
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = `${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`;
  return `${Buffer.byteLength(text)}\n${text}`;
}
