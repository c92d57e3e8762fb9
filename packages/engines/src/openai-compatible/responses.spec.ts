import { AnswerLost, AnswerUnusable, UnusableAddress } from '../wire/index.js';
import { readAddress, readItems, readJob, readJobPath } from './responses.js';

const BASE = 'http://10.0.0.5:8080';

describe('the address of a result', () => {
  it.each([
    ['https://cdn.example/a', 'https://cdn.example/a'],
    ['/generated/a.png', 'http://10.0.0.5:8080/generated/a.png'],
    ['a.png', 'http://10.0.0.5:8080/a.png'],
    // The fetcher decides about the host, once.
    ['//host/f', 'http://host/f'],
  ])('%s is read against the engine’s', (url, address) => {
    expect(readAddress(url, BASE)).toBe(address);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://host/a',
    's3://bucket/a',
    'blob:https://cdn.example/1',
    'javascript:1',
    'http://',
  ])('%s is never fetched', (url) => {
    expect(() => readAddress(url, BASE)).toThrow(UnusableAddress);
  });
});

describe('a result in a response', () => {
  it.each<[body: unknown, items: unknown[]]>([
    [{ data: [{ b64_json: 'AAAA' }] }, [{ base64: 'AAAA' }]],
    [{ data: [{ b64_json: 'AAAA', url: null }] }, [{ base64: 'AAAA' }]],
    [{ data: [{ b64_json: null, url: 'a.png' }] }, [{ url: `${BASE}/a.png` }]],
    [{ data: [{ b64_json: '', url: 'a.png' }] }, [{ url: `${BASE}/a.png` }]],
    [{ data: [{ url: 'data:image/png;base64,AAAA' }] }, [{ base64: 'data:image/png;base64,AAAA' }]],
    [{ data: [{ b64_json: 'AAAA' }], error: null }, [{ base64: 'AAAA' }]],
  ])('is read: %j', (body, items) => expect(readItems(body, BASE)).toEqual(items));

  it.each([
    null,
    [],
    {},
    { data: null },
    { data: [] },
    { data: {} },
    { data: [null] },
    { data: [{ b64_json: null, url: null }] },
    { data: [{ b64_json: 7 }] },
    { error: { message: 'out of memory' }, data: null },
  ])('is none: %j', (body) => expect(() => readItems(body, BASE)).toThrow(AnswerUnusable));
});

describe('a job', () => {
  it.each([
    ['video_1', '/videos/video_1'],
    ['a/b', '/videos/a%2Fb'],
    [17, '/videos/17'],
  ])('has the id %j', (id, path) => expect(readJobPath({ id }, '/videos')).toBe(path));

  it.each([undefined, null, '', '..', 1.5, true, {}, 'x'.repeat(2_001)])('has no id: %j', (id) => {
    expect(() => readJobPath({ id }, '/videos')).toThrow(AnswerUnusable);
  });

  it.each<[job: object, read: object]>([
    [{ status: 'completed' }, { state: 'done' }],
    [{ status: 'COMPLETED', url: null, error: null }, { state: 'done' }],
    [
      { status: 'Succeeded', url: 'https://a/b' },
      { state: 'done', url: 'https://a/b' },
    ],
    [
      { status: 'failed', error: null },
      { state: 'failed', error: 'failed' },
    ],
    [{ status: 'CANCELLED' }, { state: 'failed', error: 'CANCELLED' }],
    [{ status: 'queued', progress: null }, { state: 'running' }],
    [
      { status: 'in_progress', progress: 37 },
      { state: 'running', progress: 37 },
    ],
    [{ status: 'in_progress', progress: '37' }, { state: 'running' }],
    [{ status: 'in_progress', progress: 101 }, { state: 'running' }],
    [{ status: 'in_progress', progress: -1 }, { state: 'running' }],
    [{ status: 'constructor' }, { state: 'running' }],
  ])('is read: %j', (job, read) => expect(readJob(job)).toEqual(read));

  it.each([null, [], {}, { status: null }, { status: 200 }])('is none: %j', (body) => {
    expect(() => readJob(body)).toThrow(AnswerLost);
  });
});
