/** Luma Dream Machine: generations with a state; inputs only as links, which the engine fetches itself. */
const ROOT = '/dream-machine/v1';
const CREATE = new RegExp(`^${ROOT}/generations/(video|video/reframe|image/reframe)$`);
const ONE = new RegExp(`^${ROOT}/generations/([^/]+)$`);
const STATES = { queued: 'queued', running: 'dreaming', done: 'completed', failed: 'failed' };

export const luma = {
  owns: (path) => path.startsWith(`${ROOT}/`),
  secretIn: (headers) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1],
  isSubmit: ({ method, path }) => method === 'POST' && CREATE.test(path),
  isPoll: ({ method, path }) => method === 'GET' && ONE.test(path),
  errorBody: (status, kind) =>
    kind === 'moderated' ? undefined : { detail: `Luma’s own words about ${status}.` },
  handle(exchange, engine) {
    if (exchange.path === `${ROOT}/credits`) return exchange.reply(200, { credit_balance: 100 });
    if (exchange.isSubmit) return create(exchange, engine, CREATE.exec(exchange.path)[1], exchange.json());
    const id = ONE.exec(exchange.path)[1];
    if (exchange.method === 'GET') return generation(exchange, engine, id);
    engine.cancel(id);
    return exchange.reply(204);
  },
};

function create(exchange, engine, kind, body) {
  const { model, prompt, aspect_ratio: ratio, duration, media, keyframes } = body;
  const link = media?.url ?? keyframes?.frame0?.url;
  const whole = kind === 'video' ? (prompt || link) && /^[59]s$/.test(duration) : media && ratio;
  if (!whole || !model || (link !== undefined && !link.startsWith('https://')))
    return exchange.reply(400, { detail: 'The request is not a valid one.' });
  if (link) engine.inputs.push({ link });
  const about = {
    generation_type: kind === 'image/reframe' ? 'image' : 'video',
    created_at: new Date().toISOString(),
    model,
    request: body,
  };
  const id = engine.accept(prompt ?? link, { kind, about, moderated: engine.take('moderated') });
  exchange.reply(201, { id, ...about, state: 'queued', failure_reason: null, assets: null });
}

function generation(exchange, engine, id) {
  const job = engine.jobs.get(id);
  const state = job?.moderated ? 'failed' : engine.look(id);
  if (state === undefined) return exchange.reply(404, { detail: 'The generation was not found here.' });
  const image = job.kind === 'image/reframe';
  const failure = job.moderated ? 'Advanced prompt moderation failed' : 'Job failed for reasons of its own';
  exchange.reply(200, {
    id,
    ...job.about,
    state: STATES[state] ?? 'daydreaming',
    failure_reason: state === 'failed' ? failure : null,
    assets: state === 'done' ? { [image ? 'image' : 'video']: engine.fileUrl(image ? 'png' : 'mp4') } : null,
  });
}
