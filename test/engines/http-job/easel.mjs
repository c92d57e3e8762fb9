/**
 * The fictional engine of examples/yaml-engine: recognises a submit by its Idempotency-Key, has a queue, returns several
 * pictures per job, and serves them itself: they are at its own URL and require its key.
 */
const JOBS = /^\/easel\/v1\/jobs(?:\/([^/]+))?$/;
const FILE = /^\/easel\/v1\/files\/(\w+)$/;

/** Idempotency-Key → id. */
const known = new Map();

export const easel = {
  owns: (path) => path.startsWith('/easel/'),
  secretIn: (headers) => /^Token (.+)$/.exec(headers.authorization ?? '')?.[1],
  isSubmit: ({ method, path }) => method === 'POST' && JOBS.test(path),
  isPoll: ({ method, path }) => method === 'GET' && JOBS.exec(path)?.[1] !== undefined,
  errorBody: (status, kind) => ({
    error: {
      code: kind === 'moderated' ? 'unsafe_content' : `e${status}`,
      message: `The painter’s own words about ${status}.`,
    },
  }),
  handle(exchange, engine) {
    if (exchange.path === '/easel/v1/account') return exchange.reply(200, { plan: 'studio' });
    const file = FILE.exec(exchange.path)?.[1];
    if (file) return engine.sendFile(exchange, file);
    const id = JOBS.exec(exchange.path)?.[1];
    if (exchange.isSubmit) return create(exchange, engine, exchange.json());
    if (exchange.method === 'GET') return job(exchange, engine, id);
    engine.cancel(id);
    return exchange.reply(200, { id, state: 'cancelled' });
  },
};

function create(exchange, engine, { text, size, count = 1 }) {
  const key = exchange.headers['idempotency-key'];
  if (!text || !size || !key)
    return exchange.reply(422, { error: { code: 'e422', message: 'A field is missing here.' } });
  if (!known.has(key)) known.set(key, engine.accept(text, { count }));
  exchange.reply(201, { job: { id: known.get(key) } });
}

function job(exchange, engine, id) {
  const { count, polls } = engine.jobs.get(id) ?? {};
  const state = engine.look(id);
  if (state === undefined)
    return exchange.reply(404, { error: { code: 'e404', message: 'No such job is known.' } });
  exchange.reply(200, {
    job: {
      id,
      state: state === 'unknown' ? 'varnishing' : state,
      percent: Math.min(99, polls * 25),
      ahead: state === 'queued' ? 3 : null,
      images:
        state === 'done'
          ? Array.from({ length: count }, (_, index) => ({
              href: `${engine.url}/easel/v1/files/png?n=${index}`,
            }))
          : [],
      error: state === 'failed' ? { code: 'canvas_torn', message: 'The canvas is torn in two.' } : null,
    },
  });
}
