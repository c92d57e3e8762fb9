/**
 * Fake of the Comfy API v2 as Comfy Cloud and comfy-api-proxy serve it: a key is valid for one submit, and a second is rejected.
 *
 * Its own faults: moderated (a hosted model in the workflow refuses), no-file, expired, stopped (of a deployment), elsewhere
 * (the job's address is another host's).
 * Its own settings: mount (what all paths begin with, as below a deployment), storage (where signed addresses lead; '' for
 * its own).
 */
import { randomUUID } from 'node:crypto';
import { filesOf, isWorkflow, keyOf } from './comfyui-graph.mjs';
import { CONTENT_TYPES } from './engine-files.mjs';
import { serveEngine } from './engine-server.mjs';

const AUTHORIZATION = 'Bearer comfy-secret-5f1c';
const STATES = {
  accepted: 'queued',
  queued: 'queued',
  running: 'running',
  done: 'succeeded',
  failed: 'failed',
  cancelled: 'canceled',
  expired: 'expired',
  unknown: 'hibernating',
};
const CODES = {
  401: 'unauthorized',
  402: 'insufficient_credits',
  403: 'forbidden',
  404: 'not_found',
  422: 'invalid_workflow',
  429: 'queue_full',
  500: 'upstream_error',
};
const OUTPUT_TYPES = { png: 'image', mp4: 'video', mp3: 'audio', glb: 'file' };

const NODE_ERRORS = {
  5: {
    errors: [
      { type: 'value_bigger_than_max', message: 'Value too big', extra_info: { input_name: 'width' } },
    ],
    class_type: 'EmptyLatentImage',
  },
};
const envelope = (code, message, details = null) => ({ error: { code, message, details } });

/** Used Idempotency-Keys; never released. */
const keys = new Set();
const assets = new Map();

await serveEngine({
  settings: { mount: '', storage: '' },
  isSubmit: ({ method, path }) => method === 'POST' && /\/api\/v2\/jobs$/.test(path),
  isPoll: ({ method, path }) => method === 'GET' && /\/api\/v2\/jobs\/[^/]+$/.test(path),
  errorBody(status, kind) {
    if (kind === 'moderated') return undefined;
    const words = `The service’s own words about ${status}.`;
    return envelope(
      CODES[status] ?? 'error',
      words,
      status === 422 ? { node_errors: NODE_ERRORS } : undefined,
    );
  },
  async handle(exchange, engine) {
    if (exchange.headers.authorization !== AUTHORIZATION)
      return exchange.reply(401, envelope('unauthorized', 'Invalid API key.'));
    const { mount } = engine.settings;
    const path = exchange.path.startsWith(mount) ? exchange.path.slice(mount.length) : '';
    const [, kind, id, tail = ''] = /^\/api\/v2\/(jobs|assets)(?:\/([^/]+)(\/\w+)?)?$/.exec(path) ?? [];
    switch (`${exchange.method} ${kind}${id === undefined ? '' : `/:id${tail}`}`) {
      case 'POST jobs':
        return submit(exchange, engine);
      case 'GET jobs/:id':
        return look(exchange, engine, id);
      case 'POST jobs/:id/cancel':
        engine.cancel(id);
        return look(exchange, engine, id);
      case 'POST assets':
        return upload(exchange, engine);
      case 'GET assets/:id/content':
        return engine.sendFile(exchange, assets.get(id));
      default:
        return exchange.reply(404, envelope('not_found', 'There is nothing at this path.'));
    }
  },
});

function submit(exchange, engine) {
  const { workflow } = exchange.json();
  const key = exchange.headers['idempotency-key'];
  if (keys.has(key))
    return exchange.reply(422, envelope('idempotency_key_reuse', 'This key was used before.'));
  if (engine.take('stopped'))
    return exchange.reply(422, envelope('deployment_stopped', 'This deployment was stopped.'));
  if (!isWorkflow(workflow)) return exchange.reply(422, envelope('invalid_workflow', 'Not a workflow.'));
  keys.add(key);
  const id = engine.accept(keyOf(workflow), { id: randomUUID(), workflow });
  return exchange.reply(201, shown(engine, engine.jobs.get(id), engine.take('elsewhere')));
}

function look(exchange, engine, id) {
  const state = engine.look(id);
  const job = engine.jobs.get(id);
  if (!job) return exchange.reply(404, envelope('not_found', 'There is no such job.'));
  if (state === 'unknown') return exchange.reply(200, { ...shown(engine, job), status: STATES.unknown });
  if (state === 'done' && engine.take('moderated'))
    Object.assign(job, { state: 'failed', code: 'content_policy_violation' });
  if (state === 'done' && engine.take('expired')) job.state = 'expired';
  if (state === 'done' && engine.take('no-file')) job.workflow = {};
  return exchange.reply(200, shown(engine, job));
}

function shown(engine, job, elsewhere = false) {
  const { id, state, polls } = job;
  const base = `${elsewhere ? 'https://elsewhere.example' : ''}${engine.settings.mount}/api/v2/jobs/${id}`;
  const done = state === 'done';
  return {
    id,
    status: STATES[state],
    created_at: new Date().toISOString(),
    queue_position: STATES[state] === 'queued' ? 3 : null,
    progress: state === 'running' ? { value: polls / 10, nodes_done: 1, nodes_total: 7 } : null,
    outputs: done ? filesOf(job.workflow).map((file) => output(engine, file)) : [],
    error:
      state === 'failed'
        ? {
            code: job.code ?? 'node_execution_error',
            message: 'The sampler could not go on with these shapes.',
            node_id: '3',
            class_type: 'KSampler',
          }
        : null,
    urls: { self: base, events: `${base}/events`, cancel: `${base}/cancel` },
  };
}

/** Links to the service's own files start at the root of its host; signed links lead to a storage. */
function output({ settings: { mount, storage } }, { node, kind, filename }) {
  const id = randomUUID();
  assets.set(id, kind);
  return {
    node_id: node,
    name: filename,
    type: OUTPUT_TYPES[kind],
    content_type: CONTENT_TYPES[kind],
    id,
    url: storage === '' ? `${mount}/api/v2/assets/${id}/content` : `${storage}/${id}?signature=abc`,
  };
}

function upload(exchange, engine) {
  const { fields, files } = exchange.form();
  const body = exchange.body.toString('latin1');
  if (body.indexOf('name="content_type"') > body.indexOf('name="file"'))
    return exchange.reply(
      422,
      envelope('invalid_request', 'content_type must be sent before the file field.'),
    );
  const [{ filename, data }] = files;
  engine.inputs.push({ name: filename, bytes: data.length, ...fields });
  return exchange.reply(201, {
    id: randomUUID(),
    hash: null,
    file_path: fields.file_path,
    size_bytes: data.length,
  });
}
