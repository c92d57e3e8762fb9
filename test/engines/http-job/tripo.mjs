/** Tripo: every answer is {code, data}, and code 0 is the only good one; pictures are uploaded first. */
const TASK = '/v2/openapi/task';
const STATES = { queued: 'queued', running: 'running', done: 'success', failed: 'failed' };

export const tripo = {
  owns: (path) => path.startsWith('/v2/openapi/'),
  secretIn: (headers) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1],
  isSubmit: ({ method, path }) => method === 'POST' && path === TASK,
  isPoll: ({ path }) => path.startsWith(`${TASK}/`),
  errorBody: (status, kind) =>
    kind === 'moderated' ? undefined : { code: 1000 + status, message: `Tripo’s own words about ${status}.` },
  handle(exchange, engine) {
    if (exchange.path === '/v2/openapi/user/balance')
      return exchange.reply(200, { code: 0, data: { balance: 100, frozen: 0 } });
    if (exchange.path === '/v2/openapi/upload/sts') return upload(exchange, engine);
    return exchange.isPoll ? task(exchange, engine) : create(exchange, engine, exchange.json());
  },
};

function upload(exchange, engine) {
  if (engine.take('upload-500'))
    return exchange.reply(500, { code: 1000, message: 'Our upload is down today.' });
  const [file] = exchange.form().files;
  if (file?.name !== 'file') return exchange.reply(400, { code: 2003, message: 'The input file is empty.' });
  engine.inputs.push({ uploaded: file.data.length, contentType: file.contentType });
  exchange.reply(200, { code: 0, data: { image_token: `token-${engine.inputs.length}` } });
}

function create(exchange, engine, { type, prompt, file }) {
  if (engine.take('success-with-error'))
    return exchange.reply(200, { code: 2015, message: 'This version is not served any more.' });
  const whole =
    type === 'text_to_model' ? prompt : type === 'image_to_model' && file?.type && file.file_token;
  if (!whole) return exchange.reply(400, { code: 2002, message: 'The task is not of a supported type.' });
  const moderated = engine.take('moderated');
  exchange.reply(200, {
    code: 0,
    data: { task_id: engine.accept(prompt ?? file.file_token, { type, moderated }) },
  });
}

function task(exchange, engine) {
  const id = exchange.path.slice(TASK.length + 1);
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
      output:
        state === 'done' ? { pbr_model: engine.fileUrl('glb'), rendered_image: engine.fileUrl('png') } : {},
    },
  });
}
