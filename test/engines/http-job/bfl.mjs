/** Black Forest Labs: the response contains the poll URL; a status also reports an unknown or moderated task. */
const CREATE = /^\/v1\/flux-[\w.-]+$/;
const RESULT = '/v1/get_result';

export const bfl = {
  owns: (path) => CREATE.test(path) || path === RESULT || path === '/v1/credits',
  secretIn: (headers) => headers['x-key'],
  isSubmit: ({ method, path }) => method === 'POST' && CREATE.test(path),
  isPoll: ({ path }) => path === RESULT,
  errorBody(status, kind) {
    if (kind === 'moderated') return undefined;
    if (kind === 'lost') return { status: 200, body: { id: 'x', status: 'Task not found', result: null } };
    return { detail: `The makers of FLUX say this about ${status}.` };
  },
  handle(exchange, engine) {
    if (exchange.path === '/v1/credits') return exchange.reply(200, { credits: 100 });
    return exchange.isPoll ? result(exchange, engine) : create(exchange, engine, exchange.json());
  },
};

function create(exchange, engine, { prompt, width, height, input_image: image }) {
  const sizes = [width, height].filter((size) => size !== undefined);
  if (!prompt || sizes.some((size) => size % 32 !== 0 || size < 256 || size > 1440))
    return exchange.reply(422, { detail: [{ loc: ['body'], msg: 'The size is not one of those.' }] });
  if (exchange.path.includes('kontext')) {
    if (!/^[A-Za-z0-9+/]+=*$/.test(image ?? ''))
      return exchange.reply(422, { detail: 'No base64 was found.' });
    engine.inputs.push({ bytes: Buffer.from(image, 'base64').length });
  }
  const id = engine.accept(prompt, { moderated: engine.take('moderated') });
  const host = engine.take('foreign-address') ? 'https://polling.example' : engine.url;
  exchange.reply(200, { id, polling_url: `${host}${RESULT}?id=${id}` });
}

function result(exchange, engine) {
  const id = exchange.query.get('id');
  const job = engine.jobs.get(id);
  const policy = ['policy-as-error', 'policy-in-details'].find((fault) => engine.take(fault));
  if (job && policy) Object.assign(job, { state: 'failed', policy });
  const status = job?.moderated ? 'Request Moderated' : statusOf(engine.look(id));
  const violation = 'content_policy_violation';
  exchange.reply(200, {
    id,
    status,
    ...(job?.policy === 'policy-as-error' ? { error: violation } : {}),
    progress: status === 'Pending' ? 0.3 : null,
    result: status === 'Ready' ? { sample: engine.fileUrl('png'), prompt: job.key } : null,
    details:
      status === 'Error'
        ? { reason: job.policy === 'policy-in-details' ? violation : 'An error of the makers of FLUX.' }
        : null,
  });
}

function statusOf(state) {
  const known = { queued: 'Pending', running: 'Pending', done: 'Ready', failed: 'Error' };
  return state === undefined ? 'Task not found' : (known[state] ?? 'Reticulating');
}
