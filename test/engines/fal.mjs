/**
 * Fake of fal’s queue and storage, following fal's documentation. A request has no failed state: it is COMPLETED, and its
 * result is the error. The fake rejects every request that fal would reject.
 *
 * Faults of its own: `foreign-status-url` (an address that is not fal’s), `no-cancel-url`, `blacked-out` (its filter
 * found something), `no-file`, `data-output`, `result-502` and `result-reset` (asking for the result fails),
 * `upload-lost`, `upload-put-403`, `foreign-upload-url`.
 * Settings: `failure` ({status, headers, body, state?}: the result of a failed request; state: fields of its status).
 */
import { CONTENT_TYPES } from './engine-files.mjs';
import { serveEngine } from './engine-server.mjs';

const REQUEST = /^\/([\w.-]+\/[\w.-]+)\/requests\/([\w-]+)(?:\/(status|cancel))?$/;
const APP = /^\/[\w.-]+(\/[\w.-]+)+$/;
const modelError = (type, msg, retryable = 'false', status = 422) => ({
  status,
  headers: { 'x-fal-retryable': retryable },
  body: {
    detail: [{ loc: ['body', 'prompt'], msg, type, url: `https://docs.fal.ai/errors#${type}`, input: {} }],
  },
});
const SENSITIVE = modelError(
  'content_policy_violation',
  'The content could not be processed: flagged by a checker.',
);
/** Output kind and output format of models, by a part of their name. */
const MAKES = [
  ['flux', 'png', (file) => ({ images: [file], has_nsfw_concepts: [false], seed: 7, prompt: 'x' })],
  ['reframe', 'png', (file) => ({ images: [file] })],
  ['video', 'mp4', (file) => ({ video: file, seed: 7 })],
  [
    'hunyuan3d',
    'glb',
    (file, other) => ({ model_glb: file, model_urls: { glb: file }, thumbnail: other('png') }),
  ],
  ['trellis', 'glb', (file) => ({ model_mesh: file, timings: {} })],
  ['audio', 'wav', (file) => ({ audio: file, seed: 7 })],
  ['sound-effects', 'mp3', (file) => ({ audio: file })],
  ['speech', 'wav', (file) => ({ audio: file })],
  ['kokoro', 'wav', (file) => ({ audio: file })],
  ['', 'png', (file) => ({ image: file })],
];

await serveEngine({
  isSubmit: ({ method, path }) =>
    method === 'POST' && APP.test(path) && !path.startsWith('/storage/') && !path.includes('/requests/'),
  isPoll: ({ method, path }) => method === 'GET' && REQUEST.test(path),
  errorBody: (status, kind) =>
    kind === 'moderated' ? undefined : { detail: `fal’s own words about ${status}.` },
  settings: { failure: modelError('image_too_small', 'fal’s own words: the image is too small.') },
  handle(exchange, engine) {
    const { method, path, headers } = exchange;
    if (path.startsWith('/uploads/')) return receive(exchange, engine);
    if (!/^Key \S+$/.test(headers.authorization ?? ''))
      return exchange.reply(401, { detail: 'No user found.' });
    if (path === '/storage/upload/initiate') return initiate(exchange, engine);
    if (exchange.isSubmit) return submit(exchange, engine);
    const [, , id, part] = REQUEST.exec(path) ?? [];
    const job = engine.jobs.get(id);
    if (!job) return exchange.reply(404, { status: 'NOT_FOUND', detail: 'Request not found.' });
    if (method === 'PUT' && part === 'cancel') {
      if (job.state === 'done') return exchange.reply(400, { status: 'ALREADY_COMPLETED' });
      engine.cancel(id);
      return exchange.reply(202, { status: 'CANCELLATION_REQUESTED' });
    }
    return part === 'status' ? sendStatus(exchange, engine, job) : sendResult(exchange, engine, job);
  },
});

function submit(exchange, engine) {
  const input = exchange.json();
  if (!(Number(exchange.headers['x-fal-request-timeout'] ?? 2) > 1))
    return exchange.reply(400, { detail: 'bad timeout' });
  JSON.parse(exchange.headers['x-fal-object-lifecycle-preference'] ?? '{}');
  const media = Object.values(input)
    .flat()
    .filter((value) => typeof value === 'string' && /^(data:|https?:)/.test(value));
  if (media.some((url) => !url.startsWith('data:') && !engine.uploads?.get(url)))
    return exchange.reply(422, {
      detail: [{ loc: ['body'], msg: 'no such file', type: 'file_download_error' }],
    });
  engine.inputs.push({ app: exchange.path.slice(1), input, media: media.map((url) => url.slice(0, 40)) });

  const foreign = engine.take('foreign-status-url');
  const incomplete = engine.take('no-cancel-url');
  const id = engine.accept(input.prompt ?? input.text ?? JSON.stringify(input).slice(0, 60), {
    model: MAKES.find(([name]) => exchange.path.includes(name)),
    app: exchange.path.split('/').slice(1, 3).join('/'),
  });
  const address = addressOf(engine, engine.jobs.get(id));
  return exchange.reply(200, {
    status: 'IN_QUEUE',
    request_id: id,
    response_url: address,
    status_url: foreign ? `${engine.canary.url}requests/${id}/status` : `${address}/status`,
    cancel_url: incomplete ? null : `${address}/cancel`,
    queue_position: 3,
  });
}

/** Returns the URL of a request, which does not contain the model's sub-path. */
const addressOf = (engine, { app, id }) => `${engine.url}/${app}/requests/${id}`;

function sendStatus(exchange, engine, job) {
  const looked = engine.look(job.id);
  const common = { request_id: job.id, response_url: addressOf(engine, job) };
  const logs = [
    { message: 'Loading', timestamp: new Date().toISOString() },
    { message: ' 60%|██████    | 6/10 [00:01<00:01]', timestamp: new Date().toISOString() },
  ];
  switch (looked) {
    case 'queued':
      return exchange.reply(202, { ...common, status: 'IN_QUEUE', queue_position: 2 });
    case 'running':
      return exchange.reply(202, {
        ...common,
        status: 'IN_PROGRESS',
        logs: exchange.query.get('logs') === '1' ? logs : null,
      });
    case 'unknown':
      return exchange.reply(202, { ...common, status: 'SOMETHING_NEW' });
    default: {
      if (looked === 'failed') job.failure ??= engine.settings.failure;
      if (looked === 'done' && engine.take('moderated'))
        Object.assign(job, { state: 'failed', failure: SENSITIVE });
      return exchange.reply(200, {
        ...common,
        status: 'COMPLETED',
        logs: exchange.query.get('logs') === '1' ? logs : null,
        metrics: { inference_time: 0.5 },
        ...(job.failure?.state ?? {}),
      });
    }
  }
}

function sendResult(exchange, engine, job) {
  if (engine.take('result-502'))
    return exchange.reply(502, '<html>Bad gateway</html>', { 'content-type': 'text/html' });
  if (engine.take('result-reset')) return exchange.cutOff();
  if (job.failure) return exchange.reply(job.failure.status, job.failure.body, job.failure.headers);
  if (job.state === 'cancelled')
    return exchange.reply(499, { detail: 'cancelled', error_type: 'client_cancelled' });
  if (job.state !== 'done') return exchange.reply(400, { detail: 'Request is still in progress' });
  return exchange.reply(200, outputOf(engine, job), { 'x-fal-request-id': job.id });
}

/** Returns the same output for every call: the format is chosen when the request completes. */
function outputOf(engine, job) {
  const [, kind, form] = job.model;
  const file = (of) => ({
    url: engine.fileUrl(of),
    content_type: CONTENT_TYPES[of],
    file_name: `out.${of}`,
    file_size: engine.files[of].length,
  });
  if (engine.take('no-file')) job.output = { images: [], has_nsfw_concepts: [], seed: 1 };
  if (engine.take('blacked-out')) job.output = { images: [file(kind)], has_nsfw_concepts: [true], seed: 1 };
  if (engine.take('data-output'))
    job.output = { images: [{ url: `data:image/png;base64,${engine.files[kind].toString('base64')}` }] };
  job.output ??= form(file(kind), file);
  return job.output;
}

function initiate(exchange, engine) {
  if (engine.take('upload-lost')) return exchange.cutOff();
  const { content_type: contentType, file_name: name } = exchange.json();
  if (!contentType || !name || exchange.query.get('storage_type') !== 'fal-cdn-v3')
    return exchange.reply(422, { detail: 'bad upload' });
  engine.uploads ??= new Map();
  const base = engine.take('foreign-upload-url') ? engine.canary.url : `${engine.url}/`;
  const file = `${engine.url}/stored/${engine.uploads.size}/${name}`;
  engine.uploads.set(file, false);
  return exchange.reply(200, {
    upload_url: `${base}uploads/${engine.uploads.size - 1}?signature=s3cr3t-permission`,
    file_url: file,
  });
}

/** Receives an upload. The URL contains the permission, so a key must not be sent. */
function receive(exchange, engine) {
  if (exchange.headers.authorization) return exchange.reply(400, { detail: 'unexpected authorization' });
  if (engine.take('upload-put-403')) return exchange.reply(403, { detail: 'fal’s own words: expired.' });
  const file = [...engine.uploads.keys()][Number(exchange.path.split('/').at(-1))];
  engine.uploads.set(file, true);
  engine.inputs.push({
    upload: file,
    contentType: exchange.headers['content-type'],
    bytes: exchange.body.length,
  });
  return exchange.reply(200, '');
}
