// A fake engine in a process of its own, which counts the paid calls of each prediction independently of the service. It contains
// three kinds of engine: `idempotent` recognises a repeated submit by its Idempotency-Key, `lookup` can be queried for the job of a
// prediction, and `none` supports neither, so that each accepted submit is a new paid job.
//
// A submit states how long its job runs, how long the response takes, and its fault (`behaviour`). Faults of all submits
// are set by POST /admin/faults: {loseAnswer, busy: probabilities, slowMs}.
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';

const jobs = new Map();
const byKey = new Map();
/** predictionId → {kind, submits, paid, jobs: [id]} */
const predictions = new Map();
/** Faults that have occurred; each occurs once per prediction. */
const occurred = new Set();
let faults = { loseAnswer: 0, busy: 0, slowMs: 0 };

function accept(kind, key, { prediction, runMs }) {
  const record = predictions.get(prediction);
  const known = kind === 'idempotent' ? byKey.get(key) : undefined;
  if (known) return known;
  const job = { id: `job-${jobs.size + 1}`, prediction, kind, runMs, doneAt: Date.now() + runMs };
  // The clock of recorded histories.
  job.acceptedAt = Number(process.hrtime.bigint());
  jobs.set(job.id, job);
  if (kind === 'idempotent') byKey.set(key, job);
  record.paid += 1;
  record.jobs.push(job.id);
  return job;
}

/** Returns a number in [0, 1) that depends only on the fault, the prediction and the submit, so that runs repeat. */
const fraction = (what, prediction) =>
  crc32(`${what}/${prediction}/${predictions.get(prediction).submits}`) / 2 ** 32;

const once = (what, prediction) => {
  const name = `${what}/${prediction}`;
  if (occurred.has(name)) return false;
  occurred.add(name);
  return true;
};

async function submit(kind, request, response) {
  const order = JSON.parse(await bodyOf(request));
  const { prediction, behaviour = 'ok', submitMs = 0 } = order;
  if (!predictions.has(prediction)) predictions.set(prediction, { kind, submits: 0, paid: 0, jobs: [] });
  predictions.get(prediction).submits += 1;
  if (behaviour === 'refuse') return answer(response, 422, { error: 'refused' });
  const busy =
    behaviour === 'busy-once' ? once('busy', prediction) : fraction('busy', prediction) < faults.busy;
  if (busy) return answer(response, 503, { error: 'busy' });
  const job = accept(kind, request.headers['idempotency-key'], order);
  if (submitMs + faults.slowMs > 0) await sleep(submitMs + faults.slowMs);
  const lost =
    behaviour === 'lose-answer-once'
      ? once('lost', prediction)
      : fraction('lost', prediction) < faults.loseAnswer;
  if (lost) return response.destroy();
  return answer(response, 201, { job: job.id });
}

function find(url, response) {
  const [job] = predictions.get(url.searchParams.get('prediction'))?.jobs.slice(-1) ?? [];
  return job ? answer(response, 200, { job }) : answer(response, 404, {});
}

function show(job, response) {
  if (!job) return answer(response, 404, {});
  return answer(response, 200, { status: Date.now() >= job.doneAt ? 'done' : 'running' });
}

async function administer(action, request, response) {
  if (action === 'faults') faults = { ...faults, ...JSON.parse(await bodyOf(request)) };
  if (action === 'state') return answer(response, 200, Object.fromEntries(predictions));
  if (action === 'jobs') return answer(response, 200, [...jobs.values()]);
  if (action === 'doubled') {
    const doubled = [...predictions]
      .filter(([, { paid }]) => paid > 1)
      .map(([id, record]) => ({ id, ...record }));
    return answer(response, 200, doubled);
  }
  return answer(response, 200, faults);
}

function answer(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function bodyOf(request) {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text || '{}';
}

/** Creates a valid PNG of 8 × 8 grey pixels; the service inspects its outputs. */
function picture() {
  const chunk = (type, data) => {
    const covered = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(covered), 4);
    return Buffer.concat([frame.subarray(0, 4), covered, frame.subarray(4)]);
  };
  const header = Buffer.from([0, 0, 0, 8, 0, 0, 0, 8, 8, 0, 0, 0, 0]);
  const rows = Buffer.alloc(8 * 9, 0x77).map((byte, at) => (at % 9 === 0 ? 0 : byte));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
const PICTURE = picture();

const server = createServer((request, response) => {
  const url = new URL(request.url, 'http://engine');
  const [first, second] = url.pathname.slice(1).split('/');
  if (first === 'jobs') return show(jobs.get(second), response);
  if (first === 'results') return response.writeHead(200, { 'content-type': 'image/png' }).end(PICTURE);
  const work =
    first === 'admin'
      ? administer(second, request, response)
      : second === 'find'
        ? find(url, response)
        : submit(first, request, response);
  return Promise.resolve(work).catch((error) => answer(response, 500, { error: String(error) }));
});
server.keepAliveTimeout = 120_000;
server.listen(Number(process.argv[2]), process.argv[3], () => process.send('ready'));
process.on('disconnect', () => process.exit(0));
