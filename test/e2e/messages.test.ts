/** What a 400 says: what is allowed, in one message per mistake. */
import { startApp, type TestApp } from '../support/app.js';
import { call, type Json, newCaller } from '../support/client.js';

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' });
  ({ key } = await newCaller(app.base));
});
afterAll(() => app.close());

const start = (body: object) => call(app.base, 'POST', '/api/generate', { token: key, body });
const IMAGE = { modelKey: 'embedded-image', prompt: 'a lighthouse' };
const UPSCALE = { modelKey: 'embedded-upscale', imageUrl: 'https://example.com/a.png' };

describe('messages of POST /api/generate', () => {
  it.each<[string, object, string]>([
    ['aspectRatio', { ...IMAGE, aspectRatio: '9:1' }, 'aspectRatio must be between 1:4 and 4:1'],
    ['a ratio without use', { ...UPSCALE, aspectRatio: '1:9' }, 'aspectRatio must be between 1:4 and 4:1'],
    [
      'a malformed ratio',
      { ...IMAGE, aspectRatio: '16x9' },
      'aspectRatio must be between 1:4 and 4:1, written as <width>:<height>',
    ],
    ['an empty prompt', { ...IMAGE, prompt: '' }, 'prompt must contain a character that is not a space'],
    ['a blank prompt', { ...IMAGE, prompt: ' \n ' }, 'prompt must contain a character that is not a space'],
    ['a long prompt', { ...IMAGE, prompt: 'p'.repeat(4001) }, 'prompt must have 1 to 4000 characters'],
    ['a prompt that is a number', { ...IMAGE, prompt: 5 }, 'prompt must be a string'],
    ['a missing prompt', { modelKey: 'embedded-image' }, 'prompt is required'],
    ['a number out of range', { ...IMAGE, resolution: 5000 }, 'resolution must be between 256 and 2048'],
    [
      'text instead of a number',
      { ...IMAGE, resolution: 'big' },
      'resolution must be a whole number between 256 and 2048',
    ],
    ['a value outside its list', { ...IMAGE, format: 'gif' }, 'format must be one of png, webp, jpeg'],
    [
      'a field of no model',
      { ...IMAGE, surprise: 1 },
      'surprise is not a field of embedded-image: GET /api/models/embedded-image lists its fields',
    ],
    [
      'a link that is none',
      { ...UPSCALE, imageUrl: 'x' },
      'imageUrl must be an https link, a data URL or a link to an output of ours',
    ],
    ['a missing modelKey', {}, 'modelKey is required'],
  ])('%s: one message, in details and in the message', async (_name, body, message) => {
    const answer = await start(body);
    expect(answer.status).toBe(400);
    expect(answer.body.details).toEqual([{ field: message.split(' ')[0], message }]);
    expect(answer.body.message).toBe(`The request is not valid: ${message}.`);
  });

  it('several mistakes have a message each; the summary explains three and names all', async () => {
    const { body } = await start({ ...IMAGE, prompt: '', format: 'gif', resolution: 1, seed: -1, a: 1 });
    const fields = (body.details as Json[]).map(({ field }) => field as string);
    expect(fields.sort()).toEqual(['a', 'format', 'prompt', 'resolution', 'seed']);
    for (const field of fields) expect(body.message).toContain(field);
  });
});

describe('model_not_found', () => {
  it.each([
    ['embeded-image', 'embedded-image'],
    ['EMBEDDED-IMAGE', 'embedded-image'],
    ['embedded_music', 'embedded-music'],
    ['upscale', 'embedded-upscale'],
  ])('%s: names %s and GET /api/models, in both routes', async (modelKey, near) => {
    const started = await start({ modelKey });
    expect(started.body.details[0].message).toContain(near);
    const read = await call(app.base, 'GET', `/api/models/${modelKey}`, { token: key });
    expect([started.status, read.status]).toEqual([400, 404]);
    for (const answer of [started, read]) {
      expect(answer.body.code).toBe('model_not_found');
      expect(answer.body.message).toContain(near);
      expect(answer.body.message).toContain('GET /api/models');
      expect(answer.body.message.match(/embedded-/g).length).toBeLessThanOrEqual(3);
    }
  });

  it.each(['no-such-thing', '', 'x'.repeat(5000)])(
    '%.20s: names no key without a near one',
    async (modelKey) => {
      const { body } = await start({ modelKey });
      expect(body.code).toBe('model_not_found');
      expect(body.message).toBe(
        'This model does not exist or is not enabled. GET /api/models lists the models.',
      );
    },
  );
});

describe('messages of other requests', () => {
  it.each([
    ['/api/generate/history?limit=abc', 'limit must be a whole number between 1 and 100'],
    ['/api/generate/history?limit=500', 'limit must be a whole number between 1 and 100'],
    ['/api/generate/history?surprise=1', 'surprise is not a field of this request'],
    ['/api/generate/history?cursor=x', 'cursor is not a cursor of this list'],
    ['/api/generate/status/pred_1?wait=x', 'wait must be a number between 0 and 60'],
  ])('%s: one message', async (path, message) => {
    const { body } = await call(app.base, 'GET', path, { token: key });
    expect(body.details).toEqual([{ field: message.split(' ')[0], message }]);
  });
});
