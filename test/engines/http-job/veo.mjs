/** Google Veo: a long-running operation whose name has slashes; `done` is missing until it is true. */
const CREATE = /^\/v1beta\/models\/[\w.-]+:predictLongRunning$/;
const OPERATION = /^\/v1beta\/(models\/[\w.-]+\/operations\/[^/]+)$/;
const FILE = /^\/v1beta\/files\/(\w+):download$/;

/** Names that would lead a poll elsewhere. */
const WRONG_NAMES = {
  'name-of-another-host': '//other.example/operations/1',
  'name-with-parents': 'models/../../private',
  'name-with-an-empty-part': 'models//operations',
  'name-with-a-query': 'operations/1?key=2',
};

export const veo = {
  owns: (path) => path.startsWith('/v1beta/'),
  secretIn: (headers) => headers['x-goog-api-key'],
  isSubmit: ({ method, path }) => method === 'POST' && CREATE.test(path),
  isPoll: ({ method, path }) => method === 'GET' && OPERATION.test(path),
  errorBody: (status, kind) =>
    kind === 'moderated'
      ? undefined
      : { error: { code: status, message: `What Google has to say about ${status}.`, status: 'SOMETHING' } },
  handle(exchange, engine) {
    if (exchange.path === '/v1beta/models') return exchange.reply(200, { models: [] });
    const file = FILE.exec(exchange.path)?.[1];
    if (file) return engine.sendFile(exchange, file);
    if (exchange.isSubmit) return create(exchange, engine, exchange.json());
    const name = OPERATION.exec(exchange.path)?.[1];
    return name ? operation(exchange, engine, name) : exchange.reply(404, veo.errorBody(404));
  },
};

function create(exchange, engine, { instances: [{ prompt, image }], parameters }) {
  const isValid = prompt && [4, 6, 8].includes(parameters.durationSeconds);
  if (!isValid || (image && !/^image\/(png|jpeg)$/.test(image.mimeType)))
    return exchange.reply(400, veo.errorBody(400));
  if (image) engine.inputs.push({ bytes: Buffer.from(image.bytesBase64Encoded, 'base64').length });
  const model = exchange.path.slice('/v1beta/'.length, -':predictLongRunning'.length);
  const id = `${model}/operations/op-${Object.keys(engine.paid).length}-${Date.now().toString(36)}`;
  engine.accept(prompt, { id, filtered: engine.take('moderated') });
  const wrong = Object.keys(WRONG_NAMES).find((fault) => engine.take(fault));
  exchange.reply(200, { name: wrong ? WRONG_NAMES[wrong] : id });
}

function operation(exchange, engine, name) {
  const job = engine.jobs.get(name);
  const state = engine.look(name);
  if (state === undefined) return exchange.reply(404, veo.errorBody(404));
  if (state === 'failed')
    return exchange.reply(200, { name, done: true, error: { code: 13, message: 'Google failed inside.' } });
  if (state !== 'done')
    return exchange.reply(200, { name, metadata: { '@type': 'PredictLongRunningMetadata' } });
  const reasons = {
    raiMediaFilteredCount: 1,
    raiMediaFilteredReasons: ['The sound of this video was blocked.'],
  };
  const samples = {
    generatedSamples: [{ video: { uri: `${engine.url}/v1beta/files/mp4:download?alt=media` } }],
  };
  const response = { generateVideoResponse: job.filtered ? reasons : samples };
  exchange.reply(200, { name, done: true, response: engine.take('late-result') ? {} : response });
}
