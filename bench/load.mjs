/** Puts load on a server and measures responses per second, latency, and processor time per response. */
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
/** Bounds a load with a fixed number of requests, in case its server has ended. */
const MAX_SECONDS = 300;

/**
 * @param server { url, pid, postmasterPid, hasProcesses: with PROCESSES above 1 }
 * @param load { requests, seconds } or { requests, amount }; see `drive`.
 * @returns perSecond; p50 and p99 in milliseconds; cpuServer and cpuDatabase in microseconds per request.
 * @throws when a request was rejected or had no response: the speed of rejections is no result.
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
    throw new Error(`of ${requests} requests ${refused} were rejected, ${broken} had no response`);
  }
  const perRequest = (name) =>
    before[name] === null ? null : ((after[name] - before[name]) * 1e6) / requests;
  return { ...sample, cpuServer: perRequest('server'), cpuDatabase: perRequest('database') };
}

/**
 * Runs the load generator once. wrk uses the least of the processors that it shares with the measured server.
 *
 * @param job { url, connections, seconds or amount, requests: [{ method, path, headers, body }] }; the connections send
 * the requests in turn, repeatedly. With an amount, up to one request per connection may be cut off at the end.
 * @returns requests (answered), perSecond, p50 and p99 in milliseconds, refused (400 and above), broken (no response).
 */
export async function drive({ url, connections, seconds, amount = 0, requests }) {
  const directory = await mkdtemp(join(tmpdir(), 'offprint-load-'));
  try {
    const file = join(directory, 'requests');
    await writeFile(file, requests.map((request) => serialize(request, url)).join(''));
    const { seconds: took, ...result } = await runWrk([
      ...['-t', '1', '-c', String(connections), '-d', `${Math.ceil(seconds ?? MAX_SECONDS)}s`],
      ...['--timeout', '60s', '-s', SCRIPT, url, '--', file, String(amount)],
    ]);
    return { ...result, perSecond: result.requests / took };
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** Returns the last line of the script's output, parsed. Kills wrk when the benchmark ends early. */
async function runWrk(args) {
  const running = run(findProgram('wrk', 'wrk', console.error), args);
  const killOnExit = () => running.child.kill('SIGKILL');
  process.once('exit', killOnExit);
  try {
    const { stdout } = await running;
    return JSON.parse(stdout.trim().split('\n').at(-1));
  } finally {
    process.off('exit', killOnExit);
  }
}

/** Returns a raw HTTP request, after a line with its number of bytes. */
function serialize({ method, path, headers = {}, body = '' }, url) {
  const fields = {
    host: new URL(url).host,
    ...headers,
    ...(body && { 'content-length': Buffer.byteLength(body) }),
  };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const text = `${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${body}`;
  return `${Buffer.byteLength(text)}\n${text}`;
}
