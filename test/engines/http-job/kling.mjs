/** Kling: requests carry a token of HS256 with the access key as issuer, which the vendor checks as documented. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** As in test/contracts/http-job/declared.ts. */
const ACCESS_KEY = 'ak-declared-engine-7b2F';
const SECRET_KEY = 'sk-declared-engine-5eC3e7';
const CREATE = /^\/v1\/videos\/(text2video|image2video)$/;
const ONE = /^\/v1\/videos\/(text2video|image2video)\/([^/]+)$/;
const STATES = { queued: 'submitted', running: 'processing', done: 'succeed', failed: 'failed' };
/** Fault → status and code of the response to a submit. */
const CODES = { 'no-package-1102': [429, 1102], 'too-many-1303': [429, 1303], 'bad-value-1201': [400, 1201] };

const envelope = (code, message, data) => ({ code, message, request_id: 'request-1', data });

export const kling = {
  owns: (path) => path.startsWith('/v1/videos/'),
  secretIn: (headers) => isValidToken(/^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''),
  isSubmit: ({ method, path }) => method === 'POST' && CREATE.test(path),
  isPoll: ({ method, path }) => method === 'GET' && ONE.test(path),
  errorBody: (status, kind) =>
    kind === 'moderated' ? undefined : envelope(5000, `What Kling has to say about ${status}.`),
  handle(exchange, engine) {
    if (exchange.isSubmit) return create(exchange, engine, CREATE.exec(exchange.path)[1], exchange.json());
    if (CREATE.test(exchange.path)) return exchange.reply(200, envelope(0, 'SUCCEED', []));
    return task(exchange, engine, ...ONE.exec(exchange.path).slice(1));
  },
};

function isValidToken(token) {
  const [head, payload, signature] = token.split('.');
  if (!signature) return false;
  const wanted = createHmac('sha256', SECRET_KEY).update(`${head}.${payload}`).digest('base64url');
  if (wanted.length !== signature.length || !timingSafeEqual(Buffer.from(wanted), Buffer.from(signature)))
    return false;
  const { alg } = JSON.parse(Buffer.from(head, 'base64url'));
  const { iss, exp, nbf } = JSON.parse(Buffer.from(payload, 'base64url'));
  const now = Date.now() / 1000;
  return alg === 'HS256' && iss === ACCESS_KEY && nbf <= now && exp > now && exp - now <= 1800;
}

function create(exchange, engine, kind, { model_name: model, prompt, image, duration }) {
  const fault = Object.keys(CODES).find((name) => engine.take(name));
  if (fault) return exchange.reply(CODES[fault][0], envelope(CODES[fault][1], 'Kling says this about it.'));
  if (engine.take('moderated')) return exchange.reply(400, envelope(1301, 'Kling’s content policy says no.'));
  const isValid = model && ['5', '10'].includes(duration) && (kind === 'text2video' ? prompt : image);
  if (!isValid || image?.startsWith('data:'))
    return exchange.reply(400, envelope(1201, 'A field is not valid.'));
  if (image) engine.inputs.push({ bytes: Buffer.from(image, 'base64').length });
  const id = engine.accept(prompt ?? image, { kind, isRisky: engine.take('risk-control') });
  exchange.reply(
    200,
    envelope(0, 'SUCCEED', { task_id: id, task_status: 'submitted', created_at: Date.now() }),
  );
}

function task(exchange, engine, kind, id) {
  const job = engine.jobs.get(id);
  if (job?.isRisky) job.state = 'failed';
  const state = job?.kind === kind ? engine.look(id) : undefined;
  if (state === undefined) return exchange.reply(404, envelope(1203, 'The resource does not exist.'));
  exchange.reply(
    200,
    envelope(0, 'SUCCEED', {
      task_id: id,
      task_status: STATES[state] ?? 'stirring',
      task_status_msg: state === 'failed' ? messageOf(job) : '',
      task_result:
        state === 'done' ? { videos: [{ id: 'v1', url: engine.fileUrl('mp4'), duration: '5' }] } : {},
    }),
  );
}

const messageOf = ({ isRisky }) =>
  isRisky ? 'Failure to pass the risk control system' : 'It failed inside of Kling.';
