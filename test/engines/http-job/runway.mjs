/** Runway: a version header, uploads to a storage URL with form fields from a response, tasks. */
const CREATE = /^\/v1\/(text_to_video|image_to_video|video_upscale)$/;
const TASK = '/v1/tasks/';
const STATES = {
  queued: 'PENDING',
  running: 'RUNNING',
  done: 'SUCCEEDED',
  failed: 'FAILED',
  cancelled: 'CANCELLED',
};
const MEDIA = { text_to_video: null, image_to_video: 'promptImage', video_upscale: 'videoUri' };

export const runway = {
  owns: (path) => CREATE.test(path) || path.startsWith(TASK) || OTHERS.includes(path),
  secretIn: (headers) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1],
  isSubmit: ({ path }) => CREATE.test(path),
  isPoll: ({ method, path }) => method === 'GET' && path.startsWith(TASK),
  errorBody: (status, kind) =>
    kind === 'moderated' ? undefined : { error: `Runway’s own words about ${status}.` },
  handle(exchange, engine) {
    if (exchange.path === '/storage') return storage(exchange, engine);
    if (exchange.headers['x-runway-version'] !== '2024-11-06')
      return exchange.reply(400, { error: 'The X-Runway-Version header is missing.' });
    if (exchange.path === '/v1/organization') return exchange.reply(200, { creditBalance: 100 });
    if (exchange.path === '/v1/uploads') return uploads(exchange, engine);
    if (CREATE.test(exchange.path)) return create(exchange, engine, exchange.json());
    const id = exchange.path.slice(TASK.length);
    if (exchange.method === 'GET') return task(exchange, engine, id);
    engine.cancel(id);
    return exchange.reply(204);
  },
};
const OTHERS = ['/v1/organization', '/v1/uploads', '/storage'];

function uploads(exchange, engine) {
  const { filename, type } = exchange.json();
  if (!filename || type !== 'ephemeral')
    return exchange.reply(400, { error: 'A file name and a type are wanted.' });
  if (engine.take('no-upload-address'))
    return exchange.reply(200, { uploadUrl: 'ftp://elsewhere', runwayUri: 'runway://x' });
  const key = `ephemeral/${engine.inputs.length}/${filename}`;
  exchange.reply(200, {
    uploadUrl: `${engine.url}/storage`,
    fields: { key, policy: 'signed' },
    runwayUri: `runway://${key}`,
  });
}

/** Receives an upload as a bucket does: the fields first, the file last, and no other credentials. */
function storage(exchange, engine) {
  const { fields, files } = exchange.form();
  if (fields.policy !== 'signed' || exchange.headers.authorization) return exchange.reply(403, '<Error/>');
  const [{ name, data, contentType }] = files;
  engine.inputs.push({ name, bytes: data.length, contentType, uri: `runway://${fields.key}` });
  exchange.reply(204);
}

function create(exchange, engine, body) {
  const kind = CREATE.exec(exchange.path)[1];
  const media = MEDIA[kind];
  if (media ? !engine.inputs.some(({ uri }) => uri === body[media]) : !body.promptText)
    return exchange.reply(400, { error: 'Validation of the body failed.' });
  if (kind !== 'video_upscale' && !/^\d+:\d+$/.test(body.ratio))
    return exchange.reply(400, { error: 'The ratio is not one of those.' });
  const code = CODES.find((name) => engine.take(name));
  exchange.reply(200, {
    id: engine.accept(body.promptText ?? kind, { code }),
    estimatedCost: { credits: 25 },
  });
}

const CODES = ['moderated', 'bad-output', 'bad-asset'];
const FAILURES = {
  moderated: 'SAFETY.INPUT.TEXT',
  'bad-output': 'INTERNAL.BAD_OUTPUT.CODE01',
  'bad-asset': 'ASSET.INVALID',
};

function task(exchange, engine, id) {
  const job = engine.jobs.get(id);
  const state = job?.code ? 'failed' : engine.look(id);
  if (state === undefined) return exchange.reply(404, { error: 'The task was not found here.' });
  const status = STATES[state] ?? 'THROTTLED';
  const isOver = ['SUCCEEDED', 'FAILED', 'CANCELLED'].includes(status);
  exchange.reply(200, {
    id,
    status,
    createdAt: new Date().toISOString(),
    ...(isOver ? { cost: { credits: status === 'SUCCEEDED' ? 25 : 0 } } : { estimatedCost: { credits: 25 } }),
    ...(status === 'RUNNING' ? { progress: 0.42 } : {}),
    ...(status === 'SUCCEEDED' ? { output: [engine.fileUrl('mp4')] } : {}),
    ...(status === 'FAILED'
      ? { failure: 'Runway’s own words about this failure.', failureCode: FAILURES[job.code] ?? 'INTERNAL' }
      : {}),
  });
}
