/** MiniMax: every error has the status 200 and a code; a finished task names a file, whose link takes another request. */
const CREATE = '/v1/video_generation';
const QUERY = '/v1/query/video_generation';
const RETRIEVE = '/v1/files/retrieve';
const STATES = {
  queued: 'Queueing',
  running: 'Processing',
  done: 'Success',
  failed: 'Fail',
  unknown: 'Polishing',
};

const said = (status_code, status_msg) => ({ base_resp: { status_code, status_msg } });
const OK = said(0, 'success');
/** Fault → code of the response to a submit. */
const CODES = { 'busy-1002': 1002, 'no-money-1008': 1008, 'bad-params-2013': 2013, 'internal-1000': 1000 };

export const minimax = {
  owns: (path) => [CREATE, QUERY, RETRIEVE].includes(path),
  secretIn: (headers) => /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1],
  isSubmit: ({ method, path }) => method === 'POST' && path === CREATE,
  isPoll: ({ path }) => path === QUERY || path === RETRIEVE,
  errorBody: (status, kind) =>
    kind === 'moderated' ? undefined : { message: `The gateway’s words: ${status}.` },
  handle(exchange, engine) {
    if (exchange.isSubmit) return create(exchange, engine, exchange.json());
    return exchange.path === QUERY ? query(exchange, engine) : retrieve(exchange, engine);
  },
};

function create(exchange, engine, { model, prompt, duration, first_frame_image: image }) {
  const fault = Object.keys(CODES).find((kind) => engine.take(kind));
  if (fault)
    return exchange.reply(200, { task_id: '', ...said(CODES[fault], 'MiniMax says this about it.') });
  if (engine.take('moderated'))
    return exchange.reply(200, { task_id: '', ...said(1026, 'sensitive words in it') });
  const isValid = model && (prompt || image) && [6, 10].includes(duration);
  if (!isValid || (image && !image.startsWith('data:image/')))
    return exchange.reply(200, { task_id: '', ...said(2013, 'invalid params') });
  if (image) engine.inputs.push({ image });
  exchange.reply(200, { task_id: engine.accept(prompt ?? image), ...OK });
}

function query(exchange, engine) {
  const task_id = exchange.query.get('task_id');
  const state = engine.look(task_id);
  if (state === undefined)
    return exchange.reply(200, { task_id, status: '', ...said(2013, 'no such task is known') });
  const file_id = state === 'done' ? fileIdOf(engine, task_id) : '';
  exchange.reply(200, { task_id, status: STATES[state], file_id, ...OK });
}

function fileIdOf(engine, task) {
  if (engine.take('late-file-id')) return '';
  return engine.take('wrong-file-id') ? 'file-of-another' : `file-${task}`;
}

function retrieve(exchange, engine) {
  const file_id = exchange.query.get('file_id');
  if (!engine.jobs.has(file_id.replace('file-', '')))
    return exchange.reply(200, said(2013, 'invalid params, file not found'));
  const download_url = engine.take('late-link') ? '' : engine.fileUrl('mp4');
  exchange.reply(200, { file: { file_id, filename: 'output.mp4', download_url }, ...OK });
}
