/**
 * Fake server with OpenAI's media API and the differences of OpenAI, LocalAI, vLLM-Omni, SGLang, stable-diffusion.cpp and
 * LiteLLM; the model's name and the route select the server. A request that the real server would reject gets its error and
 * costs nothing.
 */
import { serveEngine } from './engine-server.mjs';

const problem = (status, message, code = null, type = 'invalid_request_error') => ({
  status,
  body: { error: { message, type, param: null, code } },
});

/** A request that is rejected before a job is accepted. */
class Refused extends Error {
  constructor(message, code = null) {
    super(message);
    this.answer = problem(400, message, code);
  }
}

function demand(holds, message, code) {
  if (!holds) throw new Refused(message, code);
}

/** Faults of this protocol. */
const OWN_FAULTS = {
  quota: problem(429, 'You exceeded your current quota, please check your plan.', 'insufficient_quota'),
  'hard-limit': problem(400, 'Billing hard limit has been reached.', 'billing_hard_limit_reached'),
  'try-again': { ...problem(500, 'The server had an error.'), headers: { 'x-should-retry': 'true' } },
  'do-not-try': { ...problem(503, 'The engine is overloaded.'), headers: { 'x-should-retry': 'false' } },
  'wrapped-moderation': problem(
    400,
    'litellm.BadRequestError: litellm.ContentPolicyViolationError: ContentPolicyViolationError: no',
    '400',
  ),
  'plain-error': { status: 500, body: { error: 'generate_image returned no results' } },
  empty: { status: 200, body: { created: 1, data: [] } },
  'no-id': { status: 200, body: { object: 'video', status: 'queued' } },
  'dotted-id': { status: 200, body: { id: '..', object: 'video', status: 'queued' } },
  'foreign-result': {
    status: 200,
    body: { created: 1, data: [{ url: 'https://files.example/result.png' }] },
  },
  'other-scheme': { status: 200, body: { created: 1, data: [{ url: 'file:///etc/passwd' }] } },
};

const SUBMITS = {
  '/v1/images/generations': generations,
  '/v1/images/edits': edits,
  '/v1/images/inpainting': inpainting,
  '/v1/images/upscale': upscale,
  '/v1/audio/speech': speech,
  '/v1/audio/generate': audio,
  '/v1/sound-generation': soundGeneration,
  '/v1/videos': videos,
  '/v1/meshes': meshes,
  '/video': film,
  '/3d/generations': solid,
};
const JOB = /^\/v1\/(videos|meshes)\/([^/]+)$/;
const CONTENT = /^\/v1\/(videos|meshes)\/([^/]+)\/content$/;

await serveEngine({
  isSubmit: ({ method, path }) => method === 'POST' && path in SUBMITS,
  isPoll: ({ method, path }) => method === 'GET' && JOB.test(path),
  errorBody(status, kind) {
    if (kind === 'moderated')
      return problem(
        400,
        'Your request was rejected by the safety system. safety_violations=[violence].',
        'moderation_blocked',
        'image_generation_user_error',
      );
    return problem(status, `The engine’s own words about ${status}.`);
  },
  handle(exchange, engine) {
    const { method, path } = exchange;
    if (method === 'GET' && path === '/v1/models') return exchange.reply(200, { object: 'list', data: [] });
    if (exchange.isSubmit) return submit(exchange, engine);
    const [, , content] = CONTENT.exec(path) ?? [];
    if (content) return result(exchange, engine, decodeURIComponent(content));
    const [, , id] = JOB.exec(path) ?? [];
    if (id && method === 'GET') return state(exchange, engine, decodeURIComponent(id));
    if (id && method === 'DELETE') return remove(exchange, engine, decodeURIComponent(id));
    // As stable-diffusion.cpp does, also to a GET of a route that takes a POST.
    return exchange.reply(404, {
      error: { message: `Invalid URL (${method} ${path})`, code: 'unknown_url' },
    });
  },
});

function submit(exchange, engine) {
  const own = OWN_FAULTS[engine.fault];
  if (own) {
    engine.take(engine.fault);
    return exchange.reply(own.status, own.body, own.headers);
  }
  try {
    return SUBMITS[exchange.path](exchange, engine);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return exchange.reply(error.answer.status, error.answer.body);
  }
}

// Pictures.

/** Parameters of GPT Image models; they reject any other by name. */
const GPT_IMAGE = [
  'model',
  'prompt',
  'n',
  'size',
  'quality',
  'output_format',
  'background',
  'moderation',
  'user',
];

function generations(exchange, engine) {
  const body = exchange.json();
  demand(body.prompt, 'prompt required');
  checkPicture(body);
  if (body.file !== undefined) note(engine, { image: sizeOfPng(Buffer.from(body.file, 'base64')) });
  engine.accept(body.prompt);
  return pictures(exchange, engine, body.response_format === 'b64_json' || !byAddress(body.model));
}

function edits(exchange, engine) {
  const { fields, image, mask } = form(exchange);
  demand(image, 'at least one image[] required');
  demand(fields.prompt, 'prompt required');
  checkPicture(fields);
  if (mask)
    demand(
      String(mask) === String(image),
      'Invalid mask image format - mask size does not match image size.',
    );
  note(engine, { image, mask, size: fields.size });
  engine.accept(fields.prompt);
  return pictures(exchange, engine, true);
}

/** LocalAI inpainting: the output is always 512 by 512 pixels, at a URL. */
function inpainting(exchange, engine) {
  const { fields, image, mask } = form(exchange);
  demand(fields.model && fields.prompt && image && mask, 'Bad Request');
  note(engine, { image, mask });
  engine.accept(fields.prompt);
  return pictures(exchange, engine, false);
}

function upscale(exchange, engine) {
  const { fields, image } = form(exchange);
  demand(fields.model && image, 'missing model or image file');
  demand(/^(?:[1-9]|1[0-6])$/.test(fields.scale ?? ''), 'scale must be an integer from 1 to 16');
  note(engine, { image, scale: fields.scale });
  engine.accept(`upscale ${exchange.headers['content-length']}`);
  return pictures(exchange, engine, false);
}

function checkPicture(body) {
  const { model = '', size } = body;
  if (size !== undefined) demand(/^\d+x\d+$/.test(size), `Invalid size ${size}`);
  if (!model.startsWith('gpt-image')) return;
  const unknown = Object.keys(body).find((name) => !GPT_IMAGE.includes(name));
  demand(unknown === undefined, `Unknown parameter: '${unknown}'.`, 'unknown_parameter');
  const [width, height] = (size ?? '1024x1024').split('x').map(Number);
  demand(width % 16 === 0 && height % 16 === 0, 'Width and height must be divisible by 16.', 'invalid_value');
  demand(Math.max(width, height) <= 3840, 'The longest edge is too long.', 'invalid_value');
  demand(Math.max(width / height, height / width) <= 3, 'The aspect ratio is too extreme.', 'invalid_value');
  demand(
    width * height >= 655_360 && width * height <= 8_294_400,
    'Invalid number of pixels.',
    'invalid_value',
  );
}

/** Returns whether the server responds with URLs by default. */
const byAddress = (model = '') => !/^(?:gpt-image|sd-cpp-local)/.test(model);

function pictures(exchange, engine, inside) {
  const item = inside
    ? { b64_json: engine.output('png').toString('base64') }
    : { url: engine.fileUrl('png') };
  return exchange.reply(200, { created: 1, data: [item] });
}

// Sound.

function speech(exchange, engine) {
  const { model, input, voice, response_format: format = 'mp3' } = exchange.json();
  demand(input && input.length <= 4096, 'Input should have 1 to 4096 characters');
  if (model.startsWith('gpt-')) demand(voice, 'Field required: voice');
  demand(['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'].includes(format), `response_format ${format}`);
  engine.accept(input);
  return sound(exchange, engine, format);
}

function audio(exchange, engine) {
  const { input, audio_length: seconds, response_format: format = 'wav' } = exchange.json();
  demand(input, 'Field required: input');
  demand(seconds === undefined || seconds > 0, 'audio_length must be positive');
  engine.accept(input);
  return sound(exchange, engine, format);
}

function soundGeneration(exchange, engine) {
  const { model_id: model, text, duration_seconds: seconds } = exchange.json();
  demand(model && text, 'Bad Request');
  demand(seconds === undefined || typeof seconds === 'number', 'Bad Request');
  engine.accept(text);
  return sound(exchange, engine, 'wav');
}

function sound(exchange, engine, format) {
  const kind = format === 'mp3' ? 'mp3' : 'wav';
  return exchange.reply(200, engine.output(kind), {
    'content-type': kind === 'mp3' ? 'audio/mpeg' : 'audio/x-wav',
  });
}

// Jobs.

function videos(exchange, engine) {
  const isForm = (exchange.headers['content-type'] ?? '').startsWith('multipart/');
  const { fields, input_reference: image } = isForm ? form(exchange) : { fields: exchange.json() };
  demand(fields.prompt, 'prompt is required');
  if (fields.model?.startsWith('Wan-AI/')) demand(isForm, 'Field required: a form');
  if (fields.seconds !== undefined)
    demand(/^[1-9]\d*$/.test(fields.seconds), 'seconds should match ^[1-9]\\d*$');
  if (fields.size !== undefined) demand(/^\d+x\d+$/.test(fields.size), 'Invalid size');
  note(engine, { image, size: fields.size, seconds: fields.seconds });
  return job(exchange, engine, fields.prompt, 'video', fields);
}

function meshes(exchange, engine) {
  const { fields, image } = form(exchange);
  demand(image, 'Field image or url is required for mesh generation');
  demand(fields.output_format === 'glb', 'output_format');
  return job(exchange, engine, `mesh ${exchange.headers['content-length']}`, 'mesh');
}

function job(exchange, engine, key, object, { model, size, seconds } = {}) {
  const about = { object, created_at: Math.floor(Date.now() / 1000), model, size, seconds };
  // LiteLLM's ids are base64 with routing data; they contain characters that are not allowed in a path.
  const id = engine.accept(key, {
    id: `${object}_${Object.keys(engine.paid).length}/${process.hrtime.bigint()}==`,
    about,
  });
  return exchange.reply(200, { id, ...about, status: 'queued', progress: 0 });
}

const STATES = {
  accepted: 'queued',
  queued: 'queued',
  running: 'in_progress',
  done: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
  unknown: 'post_processing',
};

function state(exchange, engine, id) {
  const moderated = engine.take('job-moderated');
  const seen = moderated ? 'failed' : engine.look(id);
  if (seen === undefined) return exchange.reply(404, { error: { message: 'Video not found', code: 404 } });
  const error = moderated
    ? { code: 'content_policy_violation', message: 'This film was not to be made.' }
    : { code: 500, message: 'The engine’s own words about a failed job.' };
  return exchange.reply(200, {
    id,
    ...engine.jobs.get(id)?.about,
    status: STATES[seen],
    progress: seen === 'running' ? 50 : seen === 'done' ? 100 : 0,
    error: seen === 'failed' ? error : null,
    ...(seen === 'done' && engine.settings.elsewhere ? { url: 'https://bucket.example/result.mp4' } : {}),
  });
}

function result(exchange, engine, id) {
  if (engine.jobs.get(id)?.state !== 'done')
    return exchange.reply(404, { detail: 'Generation is still in-progress' });
  return engine.sendFile(exchange, exchange.path.startsWith('/v1/meshes/') ? 'glb' : 'mp4');
}

function remove(exchange, engine, id) {
  if (!engine.jobs.has(id)) return exchange.reply(404, { detail: 'Video not found' });
  engine.cancel(id);
  return exchange.reply(200, { id, object: 'video.deleted', deleted: true });
}

// LocalAI outside /v1.

function film(exchange, engine) {
  const {
    model,
    prompt,
    start_image: image,
    num_frames: frames,
    fps,
    response_format: format,
  } = exchange.json();
  demand(model && prompt, 'Bad Request');
  demand(format === 'url', 'this fake keeps films at addresses');
  note(engine, { image: image && sizeOfPng(Buffer.from(image, 'base64')), frames, fps });
  engine.accept(prompt);
  // As in its documentation: a path at the server's root, without a host.
  return exchange.reply(200, { created: 1, data: [{ url: new URL(engine.fileUrl('mp4')).pathname }] });
}

function solid(exchange, engine) {
  const { model, image } = exchange.json();
  demand(model && image, 'image is required: 3D generation is image-conditioned');
  note(engine, { image: sizeOfPng(Buffer.from(image, 'base64')) });
  engine.accept(`solid ${image.length}`);
  return exchange.reply(200, { created: 1, data: [{ url: engine.fileUrl('glb') }] });
}

// What arrived.

/** Returns the fields and the size of each file in pixels; all files must be PNGs. */
function form(exchange) {
  const { fields, files } = exchange.form();
  return { fields, ...Object.fromEntries(files.map(({ name, data }) => [name, sizeOfPng(data)])) };
}

function sizeOfPng(bytes) {
  demand(
    bytes.subarray(1, 4).toString('latin1') === 'PNG',
    'Invalid image file or mode.',
    'invalid_image_file',
  );
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

function note(engine, what) {
  engine.inputs.push(what);
}
