import { readEngine, readJobs } from './declaration.reading.js';

const WHERE = 'catalogue/easel.yaml';
const ENGINE = {
  headers: { 'x-version': '1' },
  submit: { path: '/jobs', headers: { accept: 'application/json' } },
  answer: { id: 'job.id' },
  poll: { path: '/jobs/{{id}}', state: 'state', states: { done: ['done'] } },
  result: { files: 'files[*]' },
  errors: [{ status: 403, is: 'content_rejected' }],
};
const jobs = (options: Record<string, unknown>, engine: object = ENGINE) =>
  readJobs(readEngine({ ...engine }, WHERE), options, `${WHERE}: easel-paint`);

describe('the declaration of an engine', () => {
  it.each([
    [{ polls: {} }, 'engine has no polls'],
    [
      { poll: { path: '/x', state: 'a', states: {} } },
      "engine/poll/states must have required property 'done'",
    ],
    [{ submit: { path: 'jobs' } }, 'engine/submit/path must match pattern'],
    [{ submit: { path: '' } }, 'engine/submit/path must match pattern'],
    [{ submit: { path: '//elsewhere.example/jobs' } }, 'engine/submit/path must match pattern'],
    [{ submit: { path: '/#jobs' } }, 'engine/submit/path must match pattern'],
    [{ check: { path: '//' } }, 'engine/check/path must match pattern'],
    [{ auth: { header: 'x-key', value: 'sk-123' } }, 'engine/auth/value must match pattern'],
    [{ auth: { header: 'bad header', value: '{{secret}}' } }, 'engine/auth/header must match pattern'],
    [{ auth: { header: 'x-key' } }, 'engine/auth must have either header and value, or jwt'],
    [{ auth: {} }, 'engine/auth must have either header and value, or jwt'],
    [
      { auth: { header: 'x-key', value: '{{secret}}', jwt: { issuer: 'a' } } },
      'engine/auth must have either header and value, or jwt',
    ],
    [{ auth: { jwt: {} } }, "engine/auth/jwt must have required property 'issuer'"],
    [
      { auth: { jwt: { issuer: 'a', lifetimeSeconds: 5 } } },
      'engine/auth/jwt/lifetimeSeconds must be >= 120',
    ],
    [
      { result: { fetch: { id: 'a' }, files: 'b' } },
      "engine/result/fetch must have required property 'path'",
    ],
    [{ headers: { 'x-name': 'line\nbreak' } }, 'engine/headers/x-name must match pattern'],
    [
      { errors: [{ status: 403, is: 'sad' }] },
      'engine/errors/0/is must be equal to one of the allowed values',
    ],
    [
      { errors: [{ path: 'a', matches: '(', is: 'retry' }] },
      'engine/errors/0/matches must match format "regex"',
    ],
    [{ result: { files: 'a[' } }, 'engine/result/files'],
    [{ trusted: ['https://x.example'] }, 'engine/trusted/0 must match pattern'],
  ])('is rejected with its position: %j', (options, message) => {
    expect(() => readEngine(options, WHERE)).toThrow(`${WHERE}: `);
    expect(() => readEngine(options, WHERE)).toThrow(message);
  });

  it.each(['/', '/?style=oil', '/a', '/a/', '/{{id}}'])('may have the path %j anywhere', (path) => {
    const engine = {
      ...{ submit: { path }, upload: { path, value: 'id' }, check: { path }, cancel: { path } },
      ...{ poll: { path }, result: { fetch: { path }, files: 'url' } },
    };
    expect(readEngine(engine, WHERE)).toEqual(engine);
  });

  it('takes a place for what it is, everywhere', () => {
    for (const files of ['url', 'data.url', 'output[*]', '[*].url', 'images[0].file-url', ['a', 'b.c']])
      expect(readEngine({ result: { files } }, WHERE)).toEqual({ result: { files } });
    for (const files of ['', '.a', 'a.', 'a..b', 'a[]', 'a[x]', '$..a'])
      expect(() => readEngine({ result: { files } }, WHERE)).toThrow('engine/result/files');
  });

  it('ignores options of adapters that read files', () => {
    expect(readEngine({ catalogueDirectory: '/srv/catalogue' }, WHERE)).toEqual({});
  });
});

describe('the jobs of a model', () => {
  it('inherit the declaration of the engine, overridden section by section', () => {
    const [job] = jobs({
      submit: { path: '/other', json: { a: 1 } },
      poll: { everySeconds: 5 },
      result: { files: 'url' },
      errors: [{ path: 'code', matches: '^E1$', is: 'retry' }],
    });
    expect(job).toMatchObject({
      submit: { path: '/other', json: { a: 1 }, headers: { 'x-version': '1', accept: 'application/json' } },
      poll: { path: '/jobs/{{id}}', everySeconds: 5, state: 'state', headers: { 'x-version': '1' } },
      result: { files: 'url' },
    });
    expect(job!.errors!.map((rule) => rule.is)).toEqual(['retry', 'content_rejected']);
  });

  it('have one body: a form replaces inherited JSON', () => {
    const engine = { ...ENGINE, submit: { path: '/jobs', json: { a: 1 } } };
    const [job] = jobs({ submit: { form: { a: '1' } } }, engine);
    expect(job!.submit).toMatchObject({ form: { a: '1' } });
    expect(job!.submit.json).toBeUndefined();
  });

  it('run in order, each inheriting from the one before; only the first has an upload', () => {
    const upload = { path: '/files', form: { file: '{{image}}' }, value: 'id' };
    const then = { submit: { json: { of: '{{previousId}}' } }, then: { submit: { path: '/third' } } };
    const [first, second, third, none] = jobs({ upload, submit: { json: { image: '{{upload}}' } }, then });
    expect(first).toMatchObject({ upload, submit: { json: { image: '{{upload}}' } } });
    expect(second).toMatchObject({
      upload: undefined,
      submit: { path: '/jobs', json: { of: '{{previousId}}' } },
    });
    expect(third).toMatchObject({ submit: { path: '/third', json: { of: '{{previousId}}' } } });
    expect(none).toBeUndefined();
  });

  it('require a result only of the last one', () => {
    const { result, ...without } = ENGINE;
    expect(jobs({ then: { result } }, without).map((job) => job.result)).toEqual([{}, result]);
  });

  it.each([
    [{ submit: {} }, { result: { bytes: true } }, 'submit/path is missing'],
    [
      {},
      { submit: { path: '/a', json: 1, form: {} }, result: { bytes: true } },
      'submit has both json and form',
    ],
    [{ result: { bytes: true, files: 'a' } }, ENGINE, 'result must have one of bytes, base64 and files'],
    [{}, { submit: { path: '/a' } }, 'result must have one of bytes, base64 and files'],
    [{}, { ...ENGINE, poll: undefined }, 'answer and poll belong together'],
    [{}, { ...ENGINE, answer: undefined }, 'answer and poll belong together'],
    [{}, { ...ENGINE, answer: { url: 'href' } }, 'poll/path needs answer/id'],
    [
      {},
      { ...ENGINE, poll: { state: 'a', states: { done: ['b'] } } },
      'poll/path is missing, and so is answer/url',
    ],
    [{}, { ...ENGINE, poll: { path: '/a' } }, 'poll must have either state with states, or pendingStatus'],
    [{}, { ...ENGINE, poll: { path: '/a', state: 'b' } }, 'poll/states is missing'],
    [{ then: {} }, { submit: { path: '/a' }, result: { bytes: true } }, 'answer/id is missing'],
    [
      { then: { poll: { path: '/b' }, result: { bytes: true, base64: 'c' } } },
      ENGINE,
      'then: result must have one of',
    ],
    [
      { cancel: { path: '/c/{{id}}' } },
      { ...ENGINE, poll: { ...ENGINE.poll, path: '/a' }, answer: { url: 'u' } },
      'cancel/path needs answer/id',
    ],
    [
      {},
      { submit: { path: '/a' }, result: { fetch: { path: '/f' }, files: 'a' } },
      'result/fetch needs poll: it follows the last one',
    ],
    [
      { result: { fetch: { path: '/f/{{resultId}}' }, files: 'a' } },
      ENGINE,
      'result/fetch/path needs result/fetch/id',
    ],
    [
      { result: { fetch: { path: '/f/{{id}}', id: 'file' }, files: 'a' } },
      ENGINE,
      'result/fetch/path does not use {{resultId}}',
    ],
    [
      { result: { fetch: { path: '/f/{{ +id }}' }, files: 'a' } },
      { ...ENGINE, poll: { ...ENGINE.poll, path: undefined }, answer: { url: 'u' } },
      'result/fetch/path needs answer/id',
    ],
    [
      {},
      { ...ENGINE, answer: { url: 'u' }, poll: { ...ENGINE.poll, path: '/{{+id}}' } },
      'poll/path needs answer/id',
    ],
    [{ errors: [{ is: 'retry' }] }, ENGINE, 'errors: a rule names no status, path or header'],
    [{ errors: [{ path: 'a', is: 'retry' }] }, ENGINE, 'errors: path or header goes with matches'],
    [
      { errors: [{ status: 400, matches: 'a', is: 'retry' }] },
      ENGINE,
      'errors: path or header goes with matches',
    ],
    [{ submit: { idempotencyHeader: 'x' } }, ENGINE, 'options/submit has no idempotencyHeader'],
    [{ onAmbiguous: 'guess' }, ENGINE, 'options/onAmbiguous must be equal to one of the allowed values'],
  ])('are rejected when a part is missing: %j', (options, engine, message) => {
    const read = () => jobs(options, JSON.parse(JSON.stringify(engine)) as object);
    expect(read).toThrow(`${WHERE}: easel-paint: `);
    expect(read).toThrow(message);
  });

  it('may declare what to do when it is unknown whether the engine has the job', () => {
    expect(jobs({ onAmbiguous: 'retry' })).toHaveLength(1);
  });
});
