// Every documented call of the mapped routes, by OpenAI's official clients for Node and for Python, unmodified.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import OpenAI, { toFile } from 'openai';
import sharp from 'sharp';
import { startService } from '../support/built-service.mjs';
import { call, newCaller } from './caller.mjs';

const ALIASES = 'gpt-image-1=embedded-image,tts-1=embedded-speech,sora-2=embedded-video';
const service = await startService(
  { PLUGINS: '@offprint/openai-front', OPENAI_FRONT_ALIASES: ALIASES, SIGNUP_CREDITS: '1000' },
  ['openai-front'],
);
after(() => service.stop());
const { key } = await newCaller(service.url);
const client = new OpenAI({ baseURL: `${service.url}/v1`, apiKey: key });
const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
  .png()
  .toBuffer();

// One process, since each start of Python loads the client for seconds. Before the first test: `after` runs when the tests that are
// known have ended.
const { stdout } = await promisify(execFile)(
  process.env.OPENAI_PYTHON,
  [fileURLToPath(new URL('./python_client.py', import.meta.url))],
  {
    env: { ...process.env, OPENAI_BASE_URL: `${service.url}/v1`, OPENAI_API_KEY: key },
    maxBuffer: 10_000_000,
  },
);
for (const { name, error } of JSON.parse(stdout)) it(`Python: ${name}`, () => assert.equal(error, null));

it('Node: models.list and models.retrieve', async () => {
  const ids = [];
  for await (const { id } of client.models.list()) ids.push(id);
  assert.ok(ids.includes('gpt-image-1') && ids.includes('embedded-speech'));
  assert.equal((await client.models.retrieve('sora-2')).object, 'model');
});

it('Node: images.generate, as base64 and as a link', async () => {
  const { data } = await client.images.generate({
    model: 'gpt-image-1',
    prompt: 'a lighthouse',
    size: '512x256',
  });
  const { width, height } = await sharp(Buffer.from(data[0].b64_json, 'base64')).metadata();
  assert.deepEqual([width, height], [512, 256]);
  const links = await client.images.generate({
    model: 'gpt-image-1',
    prompt: 'a lighthouse',
    n: 2,
    response_format: 'url',
  });
  assert.equal(links.data.length, 2);
  assert.equal((await fetch(links.data[1].url)).status, 200);
});

it('Node: images.edit', async () => {
  const image = await toFile(picture, 'in.png');
  const { data } = await client.images.edit({ model: 'embedded-reframe', image, prompt: '', size: '1:1' });
  assert.ok(data[0].b64_json.length > 100);
});

it('Node: audio.speech.create', async () => {
  const response = await client.audio.speech.create({ model: 'tts-1', voice: 'en', input: 'Hello.' });
  assert.equal(response.headers.get('content-type'), 'audio/mpeg');
  assert.ok((await response.arrayBuffer()).byteLength > 1000);
});

it('Node: videos.create, retrieve, list, downloadContent, delete', async () => {
  const created = await client.videos.create({
    model: 'sora-2',
    prompt: 'waves',
    seconds: '1',
    size: '640x360',
  });
  let video = created;
  while (video.status !== 'completed') {
    assert.notEqual(video.status, 'failed');
    await new Promise((resolve) => setTimeout(resolve, 300));
    video = await client.videos.retrieve(created.id);
  }
  assert.equal(video.size, '640x360');
  const content = await client.videos.downloadContent(created.id);
  assert.equal(content.headers.get('content-type'), 'video/mp4');
  assert.ok((await content.arrayBuffer()).byteLength > 1000);
  const listed = [];
  for await (const { id } of client.videos.list({ limit: 1 })) listed.push(id);
  assert.equal(listed[0], created.id);
  assert.equal(new Set(listed).size, listed.length);
  assert.equal((await client.videos.delete(created.id)).deleted, true);
});

it('Node: what cannot be mapped is refused, and nothing is charged', async () => {
  const { body: before } = await call(service.url, '/api/credits/balance', { token: key });
  for (const work of [
    () => client.images.generate({ model: 'gpt-image-1', prompt: 'x', style: 'gothic' }),
    () => client.images.generate({ model: 'gpt-image-1', prompt: 'x', stream: true }),
    () => client.audio.speech.create({ model: 'tts-1', voice: 'bavarian', input: 'x' }),
    () => client.videos.remix('pred_1', { prompt: 'y' }),
    () => client.videos.create({ model: 'sora-2', prompt: 'x', seconds: 'long' }),
  ])
    await assert.rejects(work, OpenAI.BadRequestError);
  const { body } = await call(service.url, '/api/credits/balance', { token: key });
  assert.equal(body.balance, before.balance);
});
