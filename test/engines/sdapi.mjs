/**
 * Fake server with AUTOMATIC1111's API (`--api --api-auth painter:let-me-paint`): one task at a time, each request waits for
 * its picture. With `settings.polls` a task advances only when it is polled, so that a test can observe it.
 *
 * Its own faults: out-of-memory. Its own settings: internal (false: no /internal/progress, as on other servers),
 * namesTask (the plain progress says which task runs), keepsUnfinished (what is there of an interrupted picture is given;
 * false: an answer without pictures), checkpoints (names), without (paths that this server does not have).
 */
import { serveEngine } from './engine-server.mjs';

const AUTHORIZATION = `Basic ${Buffer.from('painter:let-me-paint').toString('base64')}`;
const WORK = ['/sdapi/v1/txt2img', '/sdapi/v1/img2img', '/sdapi/v1/extra-single-image'];

const exception = (error, detail, errors = '') => ({ error, detail, body: '', errors });
const OUT_OF_MEMORY = exception(
  'OutOfMemoryError',
  '',
  'CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 7.79 GiB)',
);

/** The running task, and the end of the queue of waiting tasks. */
let current = null;
let line = Promise.resolve();

await serveEngine({
  settings: {
    polls: 0,
    internal: true,
    namesTask: false,
    keepsUnfinished: true,
    checkpoints: ['sd_xl_base_1.0'],
    without: [],
  },
  isSubmit: ({ method, path }) => method === 'POST' && WORK.includes(path),
  errorBody(status) {
    if (status === 422)
      return {
        detail: [{ loc: ['body', 'steps'], msg: 'value is not a valid integer', type: 'type_error.integer' }],
      };
    if (status === 500) return OUT_OF_MEMORY;
    return exception('HTTPException', `This server’s own words about ${status}.`);
  },
  async handle(exchange, engine) {
    if (exchange.headers.authorization !== AUTHORIZATION)
      return exchange.reply(401, exception('HTTPException', 'Incorrect username or password'), {
        'www-authenticate': 'Basic',
      });
    if (WORK.includes(exchange.path)) {
      if (engine.settings.without.includes(exchange.path))
        return exchange.reply(404, { detail: 'Not Found' });
      if (exchange.method !== 'POST') return exchange.reply(405, { detail: 'Method Not Allowed' });
    }
    switch (`${exchange.method} ${exchange.path}`) {
      case 'POST /sdapi/v1/txt2img':
      case 'POST /sdapi/v1/img2img':
        return paint(exchange, engine);
      case 'POST /sdapi/v1/extra-single-image':
        return upscale(exchange, engine);
      case 'POST /internal/progress':
        return engine.settings.internal
          ? tell(exchange, engine)
          : exchange.reply(404, { detail: 'Not Found' });
      case 'GET /sdapi/v1/progress':
        return exchange.reply(200, {
          progress: progressOf(engine, current),
          eta_relative: 0,
          state: { job_count: current ? 1 : 0 },
          current_image: null,
          current_task: engine.settings.namesTask ? look(engine, current?.id) : null,
        });
      case 'POST /sdapi/v1/interrupt':
        if (current) engine.cancel(current.id);
        current?.wake();
        return exchange.reply(200, {});
      case 'GET /sdapi/v1/sd-models':
        return exchange.reply(200, engine.settings.checkpoints.map(checkpoint));
      default:
        return exchange.reply(404, { detail: 'Not Found' });
    }
  },
});

async function paint(exchange, engine) {
  const asked = exchange.json();
  const problem = problemOf(asked);
  if (problem) return exchange.reply(422, { detail: [{ loc: ['body'], msg: problem, type: 'value_error' }] });
  if (engine.take('out-of-memory')) return exchange.reply(500, OUT_OF_MEMORY);
  for (const image of [...(asked.init_images ?? []), asked.mask].filter(Boolean))
    engine.inputs.push(sizeOf(image));
  const id = engine.accept(asked.prompt, { id: asked.force_task_id });
  if (exchange.cut) return exchange.reply(200, {});
  await run(engine.jobs.get(id), engine);
  const empty = engine.jobs.get(id).state === 'cancelled' && !engine.settings.keepsUnfinished;
  const info = JSON.stringify({
    prompt: asked.prompt,
    seed: asked.seed ?? 1,
    width: asked.width,
    height: asked.height,
  });
  const images = empty ? [] : [engine.output('png').toString('base64')];
  return exchange.reply(200, { images, parameters: asked, info });
}

function upscale(exchange, engine) {
  const { image, upscaler_1: upscaler, upscaling_resize: scale } = exchange.json();
  if (typeof upscaler !== 'string' || !(scale >= 1)) return exchange.reply(422, { detail: [] });
  engine.inputs.push(sizeOf(image));
  engine.accept(`${upscaler} ${scale}`);
  return exchange.reply(200, { html_info: '', image: engine.output('png').toString('base64') });
}

/** Runs tasks one after the other, each until it was polled often enough or interrupted. */
function run(job, engine) {
  const mine = line.then(async () => {
    current = job;
    const woken = new Promise((resolve) => (job.wake = resolve));
    if (job.polls < engine.settings.polls) await woken;
    current = null;
  });
  line = mine;
  return mine;
}

function tell(exchange, engine) {
  const { id_task: id } = exchange.json();
  const active = current !== null && current.id === id;
  const queued = !active && engine.jobs.has(id);
  const progress = active ? progressOf(engine, current) : null;
  look(engine, active ? id : undefined);
  return exchange.reply(200, {
    active,
    queued,
    paused: false,
    completed: false,
    progress,
    id_live_preview: -1,
  });
}

/** Advances the running task; called once per poll. */
function look(engine, id) {
  if (id === undefined) return null;
  current.polls += 1;
  if (current.polls >= engine.settings.polls) setImmediate(current.wake);
  return id;
}

const progressOf = (engine, job) => (job ? job.polls / (engine.settings.polls + 1) : 0);

const checkpoint = (name) => ({
  title: `${name}.safetensors [31e35c80fc]`,
  model_name: name,
  hash: '31e35c80fc',
  sha256: null,
  filename: `/models/Stable-diffusion/${name}.safetensors`,
  config: null,
});

/** Returns why the real server would reject the request, or would silently ignore a part of it. */
function problemOf({ prompt, width, height, init_images: images = [], mask, batch_size: batch }) {
  if (typeof prompt !== 'string') return 'prompt is not a text';
  if (batch !== 1) return 'more than one picture is asked for';
  if (width % 8 !== 0 || height % 8 !== 0) return `${width} × ${height} are no multiples of 8`;
  for (const image of [...images, mask].filter(Boolean)) {
    const size = sizeOf(image);
    if (size.width !== width || size.height !== height) return `a picture is not ${width} × ${height}`;
  }
  return null;
}

/** Returns the size of a PNG in base64. */
function sizeOf(image) {
  const bytes = Buffer.from(image, 'base64');
  if (bytes.readUInt32BE(0) !== 0x89504e47) throw new Error('not a PNG in base64');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), bytes: bytes.length };
}
