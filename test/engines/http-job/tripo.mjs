/** Tripo v3: every response is {code, data}, and only code 0 is a success; pictures are uploaded first. */
const CREATE = /^\/v3\/generation\/(text|image)-to-model$/;
const TASK = '/v3/tasks/';
const MODELS = ['v3.1-20260211', 'P1-20260311', 'P2-20260801'];
const STATES = { queued: 'queued', running: 'running', done: 'success', failed: 'failed' };

export const tripo = {
  owns: (path) => path.startsWith('/v3/'),
  secretIn: (headers) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1],
  isSubmit: ({ method, path }) => method === 'POST' && CREATE.test(path),
  isPoll: ({ method, path }) => method === 'GET' && path.startsWith(TASK),
  errorBody: (status, kind) =>
    kind === 'moderated' ? undefined : { code: 1000 + status, message: `Tripo’s own words about ${status}.` },
  handle(exchange, engine) {
    const { method, path } = exchange;
    if (`${method} ${path}` === 'GET /v3/account/balance')
      return exchange.reply(200, { code: 0, data: { balance: 100, frozen: 0 } });
    if (`${method} ${path}` === 'POST /v3/files') return upload(exchange, engine);
    if (exchange.isPoll) return task(exchange, engine);
    if (exchange.isSubmit) return create(exchange, engine, CREATE.exec(path)[1], exchange.json());
    return exchange.reply(404, { code: 1006, message: 'There is nothing at this path.' });
  },
};

function upload(exchange, engine) {
  if (engine.take('upload-500'))
    return exchange.reply(500, { code: 1000, message: 'Our upload is down today.' });
  const [file] = exchange.form().files;
  if (file?.name !== 'file') return exchange.reply(400, { code: 2003, message: 'The input file is empty.' });
  const token = `file_${engine.inputs.length}`;
  engine.inputs.push({ uploaded: file.data.length, contentType: file.contentType, token });
  exchange.reply(200, { code: 0, data: { file_token: token } });
}

function create(exchange, engine, kind, { model, prompt, input, ...options }) {
  if (engine.take('success-with-error'))
    return exchange.reply(200, { code: 2099, message: 'Tripo’s own words about this task.' });
  if (engine.take('audit-down'))
    return exchange.reply(500, { code: 2014, message: 'The audit service has an error.' });
  if (!MODELS.includes(model)) return exchange.reply(400, { code: 2015, message: 'Try a higher version.' });
  const whole = kind === 'text' ? prompt : engine.inputs.some(({ token }) => token === input);
  // v2 accepted these fields, v3 does not.
  const unknown = ['type', 'model_version', 'file'].find((name) => name in options);
  if (!whole || unknown) return exchange.reply(400, { code: 1004, message: 'A parameter is not valid.' });
  const moderated = engine.take('moderated');
  const id = engine.accept(prompt ?? input, { type: `${kind}_to_model`, moderated });
  exchange.reply(200, { code: 0, data: { task_id: id } });
}

function task(exchange, engine) {
  const id = exchange.path.slice(TASK.length);
  const job = engine.jobs.get(id);
  const state = engine.look(id);
  if (state === undefined)
    return exchange.reply(404, { code: 2001, message: 'The task was not found here.' });
  exchange.reply(200, {
    code: 0,
    data: {
      task_id: id,
      type: job.type,
      status: job.moderated ? 'banned' : (STATES[state] ?? 'polishing'),
      progress: state === 'done' ? 100 : job.polls * 20,
      queuing_num: state === 'queued' ? 4 : -1,
      created_at: new Date().toISOString(),
      output:
        state === 'done'
          ? { model_url: engine.fileUrl('glb'), rendered_image_url: engine.fileUrl('png') }
          : {},
    },
  });
}
