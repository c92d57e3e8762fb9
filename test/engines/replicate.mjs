/**
 * Fake of Replicate’s API below /v1, following its documentation: official models, versions, deployments, files, cancelling.
 * It rejects every request that Replicate would reject.
 *
 * Faults of its own: `no-id` (accepted without one), `done-at-once` (finished in the answer to the submit),
 * `data-output` (the result as a data URI), `no-file` (a result without a file), `upload-lost`, `upload-422`.
 * Settings: `error` (what a failed prediction says), `progress` (the bar in the logs).
 */
import { serveEngine } from './engine-server.mjs';

const SUBMIT =
  /^\/v1\/(predictions|models\/[\w.-]+\/[\w.-]+\/predictions|deployments\/[\w.-]+\/[\w.-]+\/predictions)$/;
const PREDICTION = /^\/v1\/predictions\/([\w-]+)(\/cancel)?$/;
const SENSITIVE =
  'The input or output was flagged as sensitive. Please try again with different inputs. (E005) (s3FhE9wNqk)';
/** Output kind and output format of models, by a part of their name. */
const MAKES = [
  ['flux-kontext', 'png', (url) => url],
  ['flux', 'png', (url) => [url]],
  ['kling', 'mp4', (url) => url],
  ['video-upscale', 'mp4', (url) => url],
  ['stable-audio', 'mp3', (url) => url],
  ['kokoro', 'wav', (url) => url],
  ['chatterbox', 'wav', (url) => url],
  ['hunyuan-3d', 'glb', (url) => url],
  ['trellis', 'glb', (url, other) => ({ model_file: url, color_video: other('mp4'), gaussian_ply: null })],
  ['', 'png', (url) => url],
];

await serveEngine({
  isSubmit: ({ method, path }) => method === 'POST' && SUBMIT.test(path),
  isPoll: ({ method, path }) => method === 'GET' && PREDICTION.test(path),
  errorBody: (status, kind) =>
    kind === 'moderated'
      ? undefined
      : { title: 'Refused', detail: `Replicate’s own words about ${status}.`, status },
  settings: { error: 'Prediction failed: list index out of range', progress: 40 },
  handle(exchange, engine) {
    const { method, path, headers } = exchange;
    if (!/^Bearer \S+$/.test(headers.authorization ?? '')) return refuse(exchange, 401, 'Unauthenticated');
    if (exchange.isSubmit) return submit(exchange, engine);
    if (`${method} ${path}` === 'POST /v1/files') return upload(exchange, engine);
    if (`${method} ${path}` === 'GET /v1/account')
      return exchange.reply(200, { type: 'organization', username: 'acme' });
    const [, id, cancel] = PREDICTION.exec(path) ?? [];
    if (!id || !engine.jobs.has(id))
      return refuse(exchange, 404, 'The requested resource could not be found.');
    if (method === 'POST' && cancel) engine.cancel(id);
    return exchange.reply(200, predictionOf(engine, id, cancel ? 'cancelled' : engine.look(id)));
  },
});

function submit(exchange, engine) {
  const { input, version, ...rest } = exchange.json();
  const seconds = Number(/^(\d+)s$/.exec(exchange.headers['cancel-after'] ?? '60s')?.[1]);
  if (!(seconds >= 5 && seconds <= 86_400))
    return refuse(exchange, 400, 'Cancel-After must be from 5s to 24h.');
  if (typeof input !== 'object' || Object.keys(rest).length > 0)
    return refuse(exchange, 422, 'only input is allowed');
  const byVersion = exchange.path === '/v1/predictions';
  if (byVersion !== /^([\w.-]+\/[\w.-]+:)?[0-9a-f]{64}$/.test(version ?? ''))
    return refuse(exchange, 422, '- version: Does not match format');
  const media = Object.values(input).flat().filter(isAddress);
  const unknown = media.find((url) => !url.startsWith('data:') && !engine.uploads?.has(url));
  if (unknown) return refuse(exchange, 422, '- input: could not be downloaded');
  engine.inputs.push({ input, version, media: media.map((url) => url.slice(0, 40)) });

  const at = version ?? exchange.path;
  const model = MAKES.find(([name]) => at.includes(name));
  const atOnce = engine.take('done-at-once');
  const answerless = engine.take('no-id');
  const id = engine.accept(input.prompt ?? input.text ?? JSON.stringify(input).slice(0, 60), {
    id: `pred${engine.jobs.size}x${Date.now().toString(36)}`,
    model,
    ...(atOnce ? { state: 'done' } : {}),
  });
  const prediction = predictionOf(engine, id, atOnce ? 'done' : 'queued');
  return exchange.reply(201, answerless ? { ...prediction, id: undefined } : prediction);
}

function upload(exchange, engine) {
  if (engine.take('upload-lost')) return exchange.cutOff();
  if (engine.take('upload-422')) return refuse(exchange, 422, 'Replicate’s own words about this file.');
  const { files } = exchange.form();
  const content = files.find(({ name }) => name === 'content');
  if (!content) return refuse(exchange, 400, 'Missing content');
  engine.uploads ??= new Set();
  const url = `${engine.url}/v1/files/file${engine.uploads.size}`;
  engine.uploads.add(url);
  engine.inputs.push({ upload: url, contentType: content.contentType, bytes: content.data.length });
  return exchange.reply(201, { id: url.split('/').at(-1), size: content.data.length, urls: { get: url } });
}

function predictionOf(engine, id, looked) {
  const job = engine.jobs.get(id);
  if (looked === 'done' && engine.take('moderated'))
    Object.assign(job, { state: 'failed', error: SENSITIVE });
  const state = job.state === 'failed' ? 'failed' : looked;
  const failed = state === 'failed';
  const address = `${engine.url}/v1/predictions/${id}`;
  const at = new Date().toISOString();
  return {
    id,
    model: 'owner/name',
    version: 'hidden',
    input: {},
    logs:
      state === 'running'
        ? `Using seed: 7\n ${engine.settings.progress}%|████      | 4/10 [00:01<00:02,  3.2it/s]`
        : '',
    output: state === 'done' ? outputOf(engine, job) : null,
    data_removed: false,
    error: failed ? (job.error ?? engine.settings.error) : null,
    status: STATUS[state] ?? 'queued-somewhere-new',
    created_at: at,
    started_at: looked === 'queued' ? null : at,
    completed_at: ['done', 'failed', 'cancelled'].includes(state) ? at : null,
    metrics: state === 'done' ? { predict_time: 0.5, total_time: 1 } : {},
    urls: { get: address, cancel: `${address}/cancel`, web: `https://replicate.com/p/${id}` },
  };
}

const STATUS = {
  accepted: 'starting',
  queued: 'starting',
  running: 'processing',
  done: 'succeeded',
  failed: 'failed',
  cancelled: 'canceled',
};

/** Returns the same output for every call: the format is chosen when the prediction succeeds. */
function outputOf(engine, job) {
  const [, kind, form] = job.model;
  if (engine.take('no-file')) job.output = { text: 'a description', scores: [1, 2] };
  if (engine.take('data-output'))
    job.output = [`data:image/png;base64,${engine.files[kind].toString('base64')}`];
  job.output ??= form(engine.fileUrl(kind), (other) => engine.fileUrl(other));
  return job.output;
}

const isAddress = (value) => typeof value === 'string' && /^(data:|https?:)/.test(value);

function refuse(exchange, status, detail) {
  return exchange.reply(status, { title: 'Refused', detail, status });
}
