// Runs the steps through the public API: starts each step, polls all of them with one request, downloads every output when it
// is ready and checks it against the API's metadata.
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** 150 requests per window of the rate limits for all predictions together, well below the platform's limit of 300. */
const POLL_MS = 400;

const EXTENSIONS = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'video/webm': 'webm',
  'video/mp4': 'mp4',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'model/gltf-binary': 'glb',
};

/** Runs all steps. @returns a run per step: `{ step, state, prediction?, cost?, file?, problem?, link?, … }`. */
export async function runSteps({ api, steps, reports, screen, signal }) {
  const listed = new Set((await api.models()).map(({ modelKey }) => modelKey));
  const runs = steps.map((step) => ({
    step,
    state: 'waiting',
    progress: 0,
    modelKey: step.body('').modelKey,
  }));
  for (const run of runs) if (!listed.has(run.modelKey)) run.state = 'left out';
  screen.show(runs);
  for (;;) {
    await Promise.all(runs.filter((run) => isDue(run, runs)).map((run) => begin(run, runs, api)));
    screen.refresh();
    if (runs.every(isOver)) return runs;
    await sleep(POLL_MS, undefined, { signal });
    await follow(runs, api, reports);
  }
}

const isOver = ({ state }) => ['completed', 'failed', 'left out'].includes(state);

const sourceOf = (run, runs) => runs.find(({ step }) => step.id === run.step.after);

function isDue(run, runs) {
  if (run.state !== 'waiting') return false;
  return !run.step.after || isOver(sourceOf(run, runs));
}

async function begin(run, runs, api) {
  const source = sourceOf(run, runs);
  if (source && !source.link) {
    run.state = 'failed';
    run.problem = `there is no ${source.step.title.toLowerCase()} to work on`;
    return;
  }
  run.body = run.step.body(source?.link);
  run.since = Date.now();
  try {
    const { predictionId, creditCost } = await api.generate(run.body);
    Object.assign(run, { state: 'processing', predictionId, cost: creditCost });
  } catch (error) {
    refuseAborted(error);
    Object.assign(run, { state: 'failed', problem: error.message });
  }
}

async function follow(runs, api, reports) {
  const predictions = new Map((await api.history()).map((one) => [one.predictionId, one]));
  const running = runs.filter(({ state }) => state === 'processing');
  await Promise.all(
    running.map(async (run) => {
      const prediction = predictions.get(run.predictionId);
      if (!prediction) return;
      run.prediction = prediction;
      run.progress = prediction.progress;
      if (prediction.status === 'processing') return;
      run.seconds = (Date.parse(prediction.completedAt) - Date.parse(prediction.createdAt)) / 1000;
      if (prediction.status === 'completed') await collect(run, api, reports);
      run.state = prediction.status;
      judge(run);
    }),
  );
}

/** Records a problem when a step failed unexpectedly, or did not fail although it should have. */
function judge(run) {
  const { status, error, creditCost, creditsRefunded } = run.prediction;
  if (run.step.fails) {
    if (status === 'completed') run.problem = 'it should have failed';
    else if (creditsRefunded !== creditCost) run.problem = `only ${creditsRefunded} credits were refunded`;
  } else if (status === 'failed') run.problem = `${error.code}: ${error.message}`;
}

/** Downloads the first output and compares it with the API's metadata. */
async function collect(run, api, reports) {
  const [output] = run.prediction.outputs;
  try {
    const { bytes, contentType } = await api.download(run.prediction.outputUrl);
    run.file = join(reports, `${run.step.id}.${EXTENSIONS[output.contentType] ?? 'bin'}`);
    await writeFile(run.file, bytes);
    Object.assign(run, { output, link: run.prediction.outputUrl });
    run.problem = difference(output, {
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      contentType,
    });
  } catch (error) {
    refuseAborted(error);
    run.problem = error.message;
  }
}

function difference(reported, actual) {
  const wrong = Object.keys(actual).filter((fact) => reported[fact] !== actual[fact]);
  if (wrong.length === 0) return undefined;
  return wrong.map((fact) => `${fact} is ${actual[fact]}, the API says ${reported[fact]}`).join('; ');
}

/** Rethrows an abort: Ctrl-C is not a failure of a step. */
function refuseAborted(error) {
  if (error.name === 'AbortError') throw error;
}
