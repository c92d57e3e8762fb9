import { EngineClient, type EngineResponse, UnusableAddress } from '../wire/index.js';
import type { Job } from './declaration.js';
import { readAcceptance, readAddresses, readProgress } from './responses.js';

const client = new EngineClient('https://api.easel.example/v1', { 'x-key': 'secret' }, ['*.easel.example']);
const response = (body: unknown, status = 200): EngineResponse => ({
  status,
  ok: true,
  headers: {},
  text: JSON.stringify(body),
  json: () => body,
  file: null,
});
const job = (more: Partial<Job>): Job => ({ submit: { path: '/jobs' }, result: { files: 'url' }, ...more });

describe('the acceptance of a job', () => {
  it('names where to poll and what to cancel', () => {
    const whole = job({
      values: { kind: 'oil' },
      answer: { id: 'job.id' },
      poll: { path: '/{{kind}}/{{id}}' },
      cancel: { method: 'DELETE', path: '/jobs/{{id}}' },
    });
    expect(readAcceptance(client, whole, response({ job: { id: 'a/b' } }))).toEqual({
      id: 'a/b',
      poll: '/oil/a%2Fb',
      cancel: { method: 'DELETE', url: '/jobs/a%2Fb' },
    });
    for (const body of [{}, { job: null }, { job: { id: {} } }, { job: { id: '..' } }, [], 'text'])
      expect(readAcceptance(client, whole, response(body))).toBeNull();
  });

  it('may contain a URL, which must be the engine’s own', () => {
    const declaration = job({ answer: { url: 'href' }, poll: {} });
    const at = (href: unknown) => readAcceptance(client, declaration, response({ href }));
    expect(at('https://api.easel.example/jobs/1')).toEqual({ poll: 'https://api.easel.example/jobs/1' });
    expect(at('https://eu.easel.example/jobs/1')).toEqual({ poll: 'https://eu.easel.example/jobs/1' });
    const others = [
      'https://easel.example.evil.example/1',
      'http://eu.easel.example/1',
      '/jobs/1',
      '//x/1',
      7,
      null,
    ];
    for (const href of others) expect(at(href)).toBeNull();
  });
});

describe('the progress of a job', () => {
  const poll = {
    state: 'state',
    states: { done: ['ready'], failed: ['error'], lost: ['gone'] },
    progress: { path: 'progress', scale: 100 },
    queuePosition: 'ahead',
  };

  it('follows its state; an undeclared state is running', () => {
    const kind = (state: unknown) => readProgress(poll, response({ state }))?.kind;
    expect(['ready', 'error', 'gone', 'baking', 'READY'].map(kind)).toEqual([
      'done',
      'failed',
      'lost',
      'running',
      'running',
    ]);
    expect(kind(undefined)).toBeUndefined();
    expect(kind({})).toBeUndefined();
  });

  it('is a percentage and a position in the queue, where these are numbers', () => {
    const read = (more: object) => readProgress(poll, response({ state: 'x', ...more }));
    expect(read({ progress: 0.5, ahead: 3 })).toEqual({ kind: 'running', progress: 50, queuePosition: 3 });
    expect(read({ progress: 7, ahead: -1 })).toEqual({ kind: 'running', progress: 100 });
    expect(read({ progress: 'half', ahead: null })).toEqual({ kind: 'running' });
  });

  it('follows the status code where there is no state', () => {
    const byStatus = { pendingStatus: 202 };
    expect(readProgress(byStatus, response({}, 202))).toEqual({ kind: 'running' });
    expect(readProgress(byStatus, response({}, 200))).toEqual({ kind: 'done' });
  });
});

describe('the addresses of results', () => {
  const read = (body: unknown) => readAddresses(client, { files: ['model', 'files[*]'] }, response(body));

  it('are those at the first path that has any', () => {
    expect(read({ model: 'https://cdn.example/a', files: ['https://cdn.example/b'] })).toEqual([
      'https://cdn.example/a',
    ]);
    expect(read({ model: null, files: ['https://cdn.example/b', 'https://cdn.example/c'] })).toHaveLength(2);
  });

  it('are none while one is missing', () => {
    for (const files of [[], ['https://cdn.example/b', 7], ['']]) expect(read({ files })).toBeNull();
    expect(read({ files: ['data:image/png;base64,AAAA'] })).toHaveLength(1);
  });

  it.each([
    'http://10.0.0.1/x.png',
    'http://cdn.example/b',
    'http://[::1]/x.png',
    'HTTP://LOCALHOST/x.png',
    'file:///etc/passwd',
    'FILE:///etc/passwd',
    'ftp://cdn.example/b',
    's3://bucket/b.png',
    'gs://bucket/b.png',
    'blob:https://cdn.example/1',
    'javascript:1',
    'data:text/plain,hello',
    '//host/f',
    '/f.png',
    'f.png',
    'C:\\out\\f.png',
    ' ',
  ])('that are never fetched end the job at once: %s', (address) => {
    for (const files of [[address], ['https://cdn.example/b', address]])
      expect(() => read({ files })).toThrow(UnusableAddress);
  });
});
