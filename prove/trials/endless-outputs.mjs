// S4: engines whose outputs or responses are endless, exceed the limit or have a wrong length. Each prediction fails with a refund,
// concurrent predictions complete, memory stays bounded and temporary files are removed. The limit of an output is 2 GB; the trial
// sends that much over loopback.
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { writeAccounts, writeKeys } from '../harness/callers/accounts.mjs';
import { Target } from '../harness/callers/target.mjs';
import { MemoryWatch } from '../harness/checks/process-memory.mjs';
import { serveFiles } from '../harness/engines/hostile/file-server.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ENGINE = fileURLToPath(new URL('../harness/engines/hostile', import.meta.url));
const FILES = ['endless', 'says-a-terabyte', 'says-longer', 'says-shorter', 'chunks-of-noise', 'drips'];
const ANSWERS = ['endless-json', 'deep-json'];
/** Megabytes. A response of sdapi is cut off at 256 MB; its memory is freed later. */
const MOST_GROWTH = 800;
const CODES = ['output_unavailable', 'deadline_exceeded', 'provider_error'];

export default {
  name: 'S4',
  title:
    'endless outputs and responses, outputs of 2 GB or of a wrong length do not affect other predictions',
  seconds: 45,
  async run(context) {
    const server = await serveFiles([]);
    const answers = await serveAnswers();
    const catalogue = await mkdtemp(join(tmpdir(), 'offprint-catalogue-'));
    try {
      await cp(join(ROOT, 'catalogue'), catalogue, { recursive: true });
      await cp(join(ENGINE, 'hostile.yaml'), join(catalogue, 'hostile.yaml'));
      const env = {
        PLUGINS: join(ENGINE, 'plugin.mjs'),
        CATALOGUE_DIR: catalogue,
        FUZZ_FILES: server.url,
        SDAPI_URL: answers.url,
      };
      const target = await Target.open(context, { processes: { 'api,worker': 1 }, env });
      const n = await tryAll(context, target, answers);
      await target.close();
      return { n };
    } finally {
      server.close();
      answers.close();
      await rm(catalogue, { recursive: true, force: true });
    }
  },
};

/** Serves an engine's JSON that is endless or deeply nested. */
async function serveAnswers() {
  let kind = ANSWERS[0];
  const server = createServer((request, response) => {
    response.on('error', () => {});
    response.writeHead(200, { 'content-type': 'application/json' });
    if (kind === 'deep-json') return response.end('['.repeat(5_000_000));
    response.write('{"images":["');
    const chunk = 'A'.repeat(1 << 18);
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    return more();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    use: (next) => (kind = next),
    close: () => (server.closeAllConnections(), server.close()),
  };
}

async function tryAll(context, target, answers) {
  const [caller] = target.callers;
  const [account] = await writeAccounts(target.query, 1, 1_000_000);
  const [key] = await writeKeys(target.query, [
    { accountId: account, scopes: ['write', 'read'], rateLimit: 6000 },
  ]);
  const token = key.secret;
  const start = async (body) =>
    (await caller.expect(201, 'POST', '/api/generate', { token, body })).predictionId;
  const finish = async (id) => {
    for (;;) {
      const now = await caller.expect(200, 'GET', `/api/generate/status/${id}?wait=20`, { token });
      if (now.status !== 'processing') return now;
    }
  };
  const otherRequest = { modelKey: 'embedded-fault', mode: 'slow', seconds: 2 };
  await finish(await start(otherRequest));
  const memory = new MemoryWatch(target.cluster.services[0].pid);
  const before = memory.sample();
  const directory = target.cluster.directory;
  const hostile = await Promise.all(FILES.map((file) => start({ modelKey: 'hostile-engine', file })));
  const others = await Promise.all(Array.from({ length: 20 }, () => start(otherRequest)));
  let tried = 0;
  for (const kind of context.tier === 'gate' ? ANSWERS.slice(0, 1) : ANSWERS) {
    answers.use(kind);
    tried += await tryAnswer(target, start, finish);
  }
  for (const ended of await Promise.all(others.map(finish)))
    if (ended.status !== 'completed') target.found(`another prediction ends as ${JSON.stringify(ended)}`);
  for (const [at, ended] of (await Promise.all(hostile.map(finish))).entries()) {
    const { status, error, creditCost, creditsRefunded } = ended;
    if (status !== 'failed' || !CODES.includes(error.code) || creditsRefunded !== creditCost)
      target.found(`${FILES[at]} ends as ${JSON.stringify(ended).slice(0, 300)}`);
  }
  const left = await leftoverFiles(join(directory, 'data'));
  if (left.length > 0) target.found(`files are left: ${left.slice(0, 5)}`);
  const after = memory.sample();
  memory.stop();
  const growth = after.peak - before.rss;
  if (growth > MOST_GROWTH) target.found(`the service used ${growth} MB more at its peak`);
  return {
    outputs: FILES.length,
    responses: tried,
    'other predictions': others.length,
    'MB before': before.rss,
    'MB at the peak': after.peak,
    'files left': left.length,
  };
}

/** @returns the number of responses tried */
async function tryAnswer(target, start, finish) {
  const ended = await finish(await start({ modelKey: 'sdapi-image', prompt: 'a picture' }));
  const { status, error, creditCost, creditsRefunded } = ended;
  if (status !== 'failed' || !CODES.includes(error.code) || creditsRefunded !== creditCost)
    target.found(`an endless response ends as ${JSON.stringify(ended).slice(0, 300)}`);
  return 1;
}

/** Waits up to half a minute for the removal of temporary files. @returns the remaining ones */
async function leftoverFiles(data) {
  for (let tries = 0; ; tries += 1) {
    const lists = await Promise.all(
      ['scratch', 'assets/.incoming'].map((name) =>
        readdir(join(data, name), { recursive: true }).catch(() => []),
      ),
    );
    const left = lists.flat();
    if (left.length === 0 || tries === 60) return left;
    await sleep(500);
  }
}
