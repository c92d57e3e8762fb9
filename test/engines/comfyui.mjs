/**
 * Fake of a ComfyUI server behind a proxy that requires a bearer token. It keeps everything in memory.
 *
 * Its own faults: out-of-memory (the job fails with it), missing-file (the workflow is refused for a file that is not
 * there), interrupted (the job is stopped at the server), no-file (it completes without one).
 * Its own settings: serial (one job runs at a time, in order, as on a real server; off, so that jobs that a test leaves behind
 * hold up no other), and build, `current`, `history` (from before the jobs API) or `own-ids` (and from before clients could choose
 * the id, and before an interruption could be meant for one job only).
 */
import { randomUUID } from 'node:crypto';
import { isWorkflow, keyOf, outputsOf, validate } from './comfyui-graph.mjs';
import { serveEngine } from './engine-server.mjs';

const AUTHORIZATION = 'Bearer comfy-secret-5f1c';
const STATES = {
  accepted: 'pending',
  queued: 'pending',
  running: 'in_progress',
  done: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
  unknown: 'hibernating',
};

const refusal = (node, kind, type, message, input) => ({
  error: {
    type: 'prompt_outputs_failed_validation',
    message: 'Prompt outputs failed validation',
    details: '',
    extra_info: {},
  },
  node_errors: {
    [node]: {
      errors: [{ type, message, details: input, extra_info: { input_name: input } }],
      dependent_outputs: ['9'],
      class_type: kind,
    },
  },
});
const wholeRefusal = (type, message) => ({
  error: { type, message, details: message, extra_info: {} },
  node_errors: {},
});
const WIDTH = [
  '5',
  'EmptyLatentImage',
  'value_bigger_than_max',
  'Value 99999 bigger than max of 16384',
  'width',
];
const CHECKPOINT = ['4', 'CheckpointLoaderSimple', 'value_not_in_list', 'Value not in list', 'ckpt_name'];

const FAILURES = {
  failed: {
    node_id: '3',
    node_type: 'KSampler',
    exception_type: 'RuntimeError',
    exception_message: 'mat1 and mat2 shapes cannot be multiplied',
  },
  'out-of-memory': {
    node_id: '3',
    node_type: 'KSampler',
    exception_type: 'torch.OutOfMemoryError',
    exception_message: 'Allocation on device 0 would exceed allowed memory.',
  },
};

let number = 0;

await serveEngine({
  settings: { build: 'current', serial: false },
  isSubmit: ({ method, path }) => method === 'POST' && path === '/prompt',
  isPoll: ({ method, path }) =>
    method === 'GET' && (/^\/api\/jobs\/./.test(path) || path === '/queue' || /^\/history\//.test(path)),
  errorBody(status, kind) {
    if (kind === 'lost') return { error: 'Job not found' };
    return status === 400 ? refusal(...WIDTH) : `${status}: The words of the server about it.`;
  },
  async handle(exchange, engine) {
    if (exchange.headers.authorization !== AUTHORIZATION) return exchange.reply(401, 'Who are you, please?');
    const [route, id] = routeOf(exchange);
    if (/jobs/.test(route) && engine.settings.build !== 'current')
      return exchange.reply(404, '404: Not Found');
    const answer = ROUTES[route];
    return answer ? answer(exchange, engine, id) : exchange.reply(404, '404: Not Found');
  },
});

function routeOf({ method, path }) {
  const [, head, id, tail] = /^(\/api\/jobs|\/history)\/([^/]+)(\/cancel)?$/.exec(path) ?? [];
  return [`${method} ${head === undefined ? path : `${head}/:id${tail ?? ''}`}`, id];
}

const ROUTES = {
  'GET /system_stats': (exchange) =>
    exchange.reply(200, { system: { os: 'posix', comfyui_version: '0.9.2' }, devices: [] }),
  'POST /prompt': submit,
  'POST /upload/image': upload,
  'GET /view': view,
  'GET /api/jobs/:id'(exchange, engine, id) {
    const job = look(engine, id);
    return job ? exchange.reply(200, shown(job)) : exchange.reply(404, { error: 'Job not found' });
  },
  'GET /api/jobs'(exchange, engine) {
    const wanted = exchange.query.get('status').split(',');
    const jobs = [...engine.jobs.values()].map(shown).filter(({ status }) => wanted.includes(status));
    return exchange.reply(200, { jobs, pagination: { offset: 0, total: jobs.length, has_more: false } });
  },
  'POST /api/jobs/:id/cancel'(exchange, engine, id) {
    engine.cancel(id);
    return exchange.reply(200, { cancelled: true });
  },
  'GET /queue'(exchange, engine) {
    const entries = (state) =>
      [...engine.jobs.values()]
        .filter((job) => STATES[job.state] === state)
        .map((job) => [job.number, job.id, job.graph, {}, []]);
    const { serial } = engine.settings;
    for (const id of serial ? [headOf(engine)].filter(Boolean) : engine.jobs.keys()) look(engine, id);
    return exchange.reply(200, { queue_running: entries('in_progress'), queue_pending: entries('pending') });
  },
  'GET /history/:id'(exchange, engine, id) {
    const job = engine.jobs.get(id);
    return exchange.reply(200, job && hasEnded(job) ? { [id]: historyOf(job) } : {});
  },
  'POST /queue'(exchange, engine) {
    for (const id of exchange.json().delete ?? [])
      if (STATES[engine.jobs.get(id)?.state] === 'pending') engine.cancel(id);
    return exchange.reply(200, '');
  },
  'POST /interrupt'(exchange, engine) {
    const { prompt_id: wanted } = exchange.body.length > 0 ? exchange.json() : {};
    for (const { id, state } of engine.jobs.values()) {
      const meant = engine.settings.build === 'own-ids' || wanted === undefined || wanted === id;
      if (STATES[state] === 'in_progress' && meant) engine.cancel(id);
    }
    return exchange.reply(200, '');
  },
  'POST /free': (exchange) => exchange.reply(200, ''),
};

function submit(exchange, engine) {
  const { prompt: graph, prompt_id: wanted } = exchange.json();
  if (engine.take('missing-file')) return exchange.reply(400, refusal(...CHECKPOINT));
  if (graph === undefined) return exchange.reply(400, wholeRefusal('no_prompt', 'No prompt provided'));
  if (!isWorkflow(graph)) return exchange.reply(400, wholeRefusal('invalid_prompt', 'Cannot execute'));
  if (wanted !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(wanted))
    return exchange.reply(400, wholeRefusal('invalid_prompt_id', 'prompt_id must be a valid UUID'));
  const { errors, graph: valid, hasOutputs } = validate(graph);
  if (!hasOutputs) return exchange.reply(400, wholeRefusal('prompt_no_outputs', 'Prompt has no outputs'));
  if (valid === null)
    return exchange.reply(400, {
      ...wholeRefusal('prompt_outputs_failed_validation', 'Prompt outputs failed validation'),
      node_errors: errors,
    });
  const id = engine.settings.build === 'own-ids' ? randomUUID() : (wanted ?? randomUUID());
  engine.accept(keyOf(graph), { id, graph: valid, number: (number += 1) });
  return exchange.reply(200, { prompt_id: id, number, node_errors: errors });
}

const hasEnded = ({ state }) => ['done', 'failed', 'cancelled'].includes(state);

/** Returns the job that runs next. */
function headOf(engine) {
  return [...engine.jobs.values()].find((job) => !hasEnded(job))?.id;
}

/** Advances and returns a job; called once per poll. */
function look(engine, id) {
  const job = engine.jobs.get(id);
  if (!job || (engine.settings.serial && !hasEnded(job) && id !== headOf(engine))) return job;
  const state = engine.look(id);
  if (state === 'unknown') return { ...job, state };
  if (state === 'done' && engine.take('out-of-memory'))
    Object.assign(job, { state: 'failed', failure: 'out-of-memory' });
  if (state === 'done' && engine.take('interrupted')) job.state = 'cancelled';
  if (state === 'done' && engine.take('no-file')) job.graph = {};
  return job;
}

function shown(job) {
  const status = STATES[job.state];
  return {
    id: job.id,
    status,
    priority: job.number,
    ...(status === 'completed' ? { outputs: outputsOf(job.graph) } : {}),
    ...(status === 'failed' ? { execution_error: FAILURES[job.failure ?? 'failed'] } : {}),
  };
}

function historyOf(job) {
  const { state, graph, failure = 'failed' } = job;
  const said = {
    done: ['success', [['execution_success', { prompt_id: job.id }]]],
    failed: ['error', [['execution_error', FAILURES[failure]]]],
    cancelled: ['error', [['execution_interrupted', { prompt_id: job.id }]]],
  }[state];
  return {
    prompt: [job.number, job.id, graph, {}, []],
    outputs: state === 'done' ? outputsOf(graph) : {},
    status: { status_str: said[0], completed: state === 'done', messages: said[1] },
  };
}

function upload(exchange, engine) {
  const { fields, files } = exchange.form();
  const [image] = files;
  if (image?.name !== 'image') return exchange.reply(400);
  const { filename: name, contentType, data } = image;
  engine.inputs.push({ name, contentType, bytes: data.length, ...fields });
  return exchange.reply(200, { name, subfolder: fields.subfolder ?? '', type: fields.type ?? 'input' });
}

function view(exchange, engine) {
  const ending = /\.(\w+)$/.exec(exchange.query.get('filename') ?? '')?.[1];
  return ending in engine.files ? engine.sendFile(exchange, ending) : exchange.reply(404);
}
