// E5: engines whose deliveries differ from the order: files of another kind, wrong content types, lengths that are placeholders, pages and
// errors instead of files, truncated files, one file of two, and a ComfyUI that accepts half of a workflow. Workers are killed during
// the trial. A usable file is delivered and charged once, whatever its declared type. Every other prediction is refunded in full, and
// each half-accepted workflow is cancelled at its server.
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeAccounts, writeKeys } from '../harness/callers/accounts.mjs';
import { inParallel } from '../harness/callers/http-caller.mjs';
import { Target } from '../harness/callers/target.mjs';
import { Killer } from '../harness/cluster/killer.mjs';
import { halfCases } from '../harness/engines/half-cases.mjs';
import { COST, halfEnvironment, writeHalfCatalogue } from '../harness/engines/half-catalogue.mjs';
import { HalfEngine } from '../harness/engines/half-engine.mjs';

const CREDITS = 1_000_000;
const WIDTH = 24;
/** A truncated download is repeated until the deadline. */
const FAILURES = ['output_unavailable', 'provider_error', 'deadline_exceeded', 'invalid_input'];
const FAMILIES = { image: 'image/', video: 'video/', audio: 'audio/', '3d': 'model/' };

export default {
  name: 'E5',
  title:
    'results of another kind, with a wrong type or length, in part or not at all, beside kills: charged is what was delivered, refunded what was not',
  seconds: 45,
  async run(context) {
    const cases = await halfCases();
    const engine = new HalfEngine(cases);
    const catalogue = await writeHalfCatalogue();
    try {
      const target = await Target.open(context, {
        processes: { api: 1, worker: 2 },
        connections: WIDTH,
        restart: true,
        env: halfEnvironment(await engine.start(), catalogue),
      });
      const n = await tryAll(context, target, engine, cases);
      await target.close();
      return { n };
    } finally {
      await engine.stop();
      await rm(catalogue, { recursive: true, force: true });
    }
  },
};

async function tryAll(context, target, engine, cases) {
  const rounds = context.count({ gate: 1, short: 5, long: 100 });
  const kills = context.count({ gate: 6, short: 60, long: 1_500 });
  const [account] = await writeAccounts(target.query, 1, CREDITS);
  const [key] = await writeKeys(target.query, [
    { accountId: account, scopes: ['write', 'read'], rateLimit: 6000 },
  ]);
  const bench = { target, engine, caller: target.callers[0], token: key.secret };
  const watch = context.watch({ cluster: target.cluster });
  // Only workers are killed: the trial tests their download of a result.
  const workers = { workers: target.cluster.workers, apis: target.cluster.workers };
  const killer = new Killer(workers, context.random.fork('killer'), { everyMs: [600, 1_500], spare: 1 });
  const killing = killer.run(kills);
  const list = Array.from({ length: rounds }, () => [...cases]).flat();
  const tally = { predictions: 0, delivered: 0, refunded: 0 };
  await inParallel(list.length, WIDTH, async (at) => {
    const [name, one] = list[at];
    await tryCase(bench, name, one, tally);
    context.progress(tally.predictions, list.length);
  });
  killer.stop();
  await killing;
  const [{ balance }] = await target.query(
    'select (balance + held)::float8 / 1000 as balance from wallets where account_id = $1',
    [account],
  );
  const expected = CREDITS - tally.delivered * COST;
  if (balance !== expected) target.found(`${balance} credits are left instead of ${expected}`);
  const { checks } = await watch.finish();
  return { cases: cases.size, ...tally, kills: killer.kills, submits: engine.submits, checks };
}

async function tryCase(bench, name, one, tally) {
  const { target, engine } = bench;
  const ended = await finish(
    bench,
    one.modelKey === 'comfyui-image' ? { prompt: name } : { case: name },
    one,
  );
  const { status, error, outputs = [], creditCost, creditsRefunded } = ended;
  const isDelivered = one.delivered > 0;
  const ending = `${name} ends as ${JSON.stringify(ended).slice(0, 400)}`;
  tally.predictions += 1;
  if (creditCost !== COST) target.found(ending);
  if (!isDelivered) {
    if (
      status !== 'failed' ||
      !FAILURES.includes(error.code) ||
      creditsRefunded !== COST ||
      outputs.length > 0
    )
      target.found(ending);
    else tally.refunded += 1;
    const ids = [...engine.prompts].filter(([, of]) => of === name).map(([id]) => id);
    if (one.isCancelled && !ids.some((id) => engine.cancelled.has(id)))
      target.found(`${name} was not cancelled at the server`);
    return;
  }
  if (status !== 'completed' || outputs.length !== one.delivered || creditsRefunded)
    return target.found(ending);
  tally.delivered += 1;
  for (const [at, output] of outputs.entries()) await expectFile(bench, name, one, output, at);
}

/** Requires that the file exists, is of the model's kind, and has the engine's pixels or samples. */
async function expectFile({ target }, name, { modality, contents }, { url }, at) {
  const response = await fetch(url);
  const type = response.headers.get('content-type') ?? '';
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200 || bytes.length === 0 || !type.startsWith(FAMILIES[modality]))
    target.found(`${name}: its file is ${response.status}, ${type}, ${bytes.length} bytes`);
  else if (contents[at] && !bytes.includes(contents[at]))
    target.found(`${name}: its file is not that of the engine`);
}

/** @returns the final status */
async function finish({ caller, token, target }, fields, { modelKey }) {
  const started = await caller.request('POST', '/api/generate', { token, body: { modelKey, ...fields } });
  if (started.status !== 201) {
    target.found(`a start of ${modelKey}: ${started.status} ${started.text}`);
    return {};
  }
  const { predictionId } = JSON.parse(started.text);
  for (;;) {
    const { status, text } = await caller.request('GET', `/api/generate/status/${predictionId}?wait=20`, {
      token,
    });
    // A connection that was closed between two requests, or a busy machine.
    if (![0, 200, 503].includes(status)) target.found(`a status of ${modelKey}: ${status} ${text}`);
    if (status !== 200) await sleep(100);
    else if (JSON.parse(text).status !== 'processing') return JSON.parse(text);
  }
}
