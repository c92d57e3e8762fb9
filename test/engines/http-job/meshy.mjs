/** Meshy: text to 3D in two tasks, preview and refine (which names the preview); image to 3D in one. */
const TASKS = /^\/openapi\/(v2\/text-to-3d|v1\/image-to-3d)(?:\/([^/]+))?$/;
const STATES = {
  queued: 'PENDING',
  running: 'IN_PROGRESS',
  done: 'SUCCEEDED',
  failed: 'FAILED',
  cancelled: 'CANCELED',
};

export const meshy = {
  owns: (path) => path.startsWith('/openapi/'),
  secretIn: (headers) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1],
  isSubmit: ({ method, path }) => method === 'POST' && TASKS.test(path),
  isPoll: ({ method, path }) => method === 'GET' && TASKS.exec(path)?.[2] !== undefined,
  errorBody: (status) => ({ message: `Meshy’s own words about ${status}.` }),
  handle(exchange, engine) {
    if (exchange.path === '/openapi/v1/balance') return exchange.reply(200, { balance: 100 });
    const id = TASKS.exec(exchange.path)[2];
    if (exchange.isSubmit) return create(exchange, engine, exchange.json());
    if (exchange.method === 'GET') return task(exchange, engine, id);
    engine.cancel(id);
    return exchange.reply(200, '');
  },
};

function create(exchange, engine, body) {
  if (body.mode === 'refine') return refine(exchange, engine, body);
  if (body.mode === 'preview' ? !body.prompt : !/^data:image\/\w+;base64,/.test(body.image_url ?? ''))
    return exchange.reply(400, { message: 'Invalid value of a field in the body.' });
  if (body.image_url) engine.inputs.push({ image: body.image_url.slice(0, 40) });
  const moderated = engine.take('moderated');
  exchange.reply(202, { result: engine.accept(body.prompt ?? 'image', { mode: body.mode, moderated }) });
}

/** Creates the refine task, which is paid for too and counted separately. */
function refine(exchange, engine, { preview_task_id: id }) {
  exchange.isSubmit = false;
  if (engine.jobs.get(id)?.state !== 'done')
    return exchange.reply(400, { message: 'The preview task is not there or not done.' });
  engine.inputs.push({ refined: id });
  const refined = `refined-${id}-${engine.inputs.length}`;
  engine.jobs.set(refined, { id: refined, key: id, polls: 0, state: 'accepted', mode: 'refine' });
  if (engine.take('answer-lost')) return exchange.cutOff();
  exchange.reply(202, { result: refined });
}

function task(exchange, engine, id) {
  const job = engine.jobs.get(id);
  const state = job?.moderated ? 'failed' : engine.look(id);
  if (state === undefined) return exchange.reply(404, { message: 'The task was not found here.' });
  const words = job.moderated ? 'The prompt was flagged by moderation.' : 'The task has failed on our side.';
  const done = state === 'done';
  exchange.reply(200, {
    id,
    mode: job.mode,
    status: STATES[state] ?? 'DREAMING_UP',
    progress: done ? 100 : Math.min(99, job.polls * 30),
    model_urls: done ? { glb: engine.fileUrl('glb'), fbx: `${engine.fileUrl('glb')}?fbx` } : {},
    thumbnail_url: done ? engine.fileUrl('png') : '',
    task_error: { message: state === 'failed' ? words : '' },
  });
}
