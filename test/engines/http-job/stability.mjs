/** Stability v2beta: form requests, base64 responses with a finish reason; creative upscales return an id and 202 until done. */
const SYNC =
  /^\/v2beta\/stable-image\/(generate|edit|upscale)\/(core|ultra|sd3|outpaint|remove-background|fast)$/;
const CREATIVE = '/v2beta/stable-image/upscale/creative';
const RESULT = '/v2beta/results/';

export const stability = {
  owns: (path) => path.startsWith('/v2beta/') || path === '/v1/user/balance',
  secretIn: (headers) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1],
  isSubmit: ({ method, path }) => method === 'POST' && (SYNC.test(path) || path === CREATIVE),
  isPoll: ({ path }) => path.startsWith(RESULT),
  errorBody: (status) => ({
    id: 'a-request-of-stability',
    name: status === 403 ? 'access_denied' : 'bad_request',
    errors: [`Stability’s own words about ${status}.`],
  }),
  handle(exchange, engine) {
    if (exchange.path === '/v1/user/balance') return exchange.reply(200, { credits: 100 });
    return exchange.isPoll ? result(exchange, engine) : submit(exchange, engine);
  },
};

function submit(exchange, engine) {
  const { fields, files } = exchange.form();
  const image = files.find(({ name }) => name === 'image');
  const wrong = wrongIn(exchange.path, fields, image);
  if (wrong) return exchange.reply(400, { id: 'r', name: 'bad_request', errors: [wrong] });
  if (image) engine.inputs.push({ bytes: image.data.length, contentType: image.contentType, ...fields });
  const key = fields.prompt ?? exchange.path;
  if (exchange.path === CREATIVE) return exchange.reply(200, { id: engine.accept(key) });
  if (engine.take('moderated-403'))
    return exchange.reply(403, {
      id: 'r',
      name: 'content_moderation',
      errors: ['Your request was flagged by us.'],
    });
  engine.accept(key);
  const filtered = engine.take('moderated');
  exchange.reply(200, {
    image: engine.output('png').toString('base64'),
    finish_reason: filtered ? 'CONTENT_FILTERED' : 'SUCCESS',
    seed: 7,
  });
}

function wrongIn(path, fields, image) {
  const needsImage = !/generate\/(core|ultra)$/.test(path);
  if (needsImage && !image) return 'image: is required';
  if (/generate|creative/.test(path) && !fields.prompt) return 'prompt: is required';
  if (path.endsWith('/sd3') && (fields.mode !== 'image-to-image' || !(Number(fields.strength) >= 0)))
    return 'mode and strength: are required';
  if (!path.endsWith('/outpaint')) return null;
  const sides = ['left', 'right', 'up', 'down'].map((name) => Number(fields[name] ?? 0));
  return sides.every((side) => side >= 0 && side <= 2000) && sides.some((side) => side > 0)
    ? null
    : 'left, right, up, down: one of them must grow';
}

function result(exchange, engine) {
  const id = exchange.path.slice(RESULT.length);
  switch (engine.look(id)) {
    case undefined:
      return exchange.reply(404, { id: 'r', name: 'not_found', errors: ['The generation has expired.'] });
    case 'done':
      return engine.sendFile(exchange, 'png', {
        'finish-reason': engine.take('moderated') ? 'CONTENT_FILTERED' : 'SUCCESS',
      });
    case 'failed':
      return exchange.reply(400, {
        id: 'r',
        name: 'generation_failed',
        errors: ['It did not work out at all.'],
      });
    default:
      return exchange.reply(202, { id, status: 'in-progress' });
  }
}
