import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { TestAccount, TestKey, TestService } from 'offprint/testing';
import { POSTER_REQUEST, startAcme } from './support/acme.js';
import { type EngineServer, POSTER } from './support/engine-server.js';

let service: TestService;
let engine: EngineServer;
let stop: () => Promise<void>;
let account: TestAccount;
let key: TestKey;

before(async () => {
  ({ service, engine, stop } = await startAcme());
  account = await service.account({ credits: 20 });
  key = await account.key();
});
after(() => stop());

it('offers the models of Acme’s catalogue and no others', async () => {
  const { body } = await service.request('GET', '/api/models');
  assert.deepEqual(
    body.items.map(({ modelKey }: { modelKey: string }) => modelKey),
    ['acme-poster'],
  );
});

it('submits, polls, downloads the file, and charges its price', async () => {
  engine.nextState = 'rendering';
  const balance = await account.balance();
  const { id } = await service.generate(key, { ...POSTER_REQUEST, quality: 'print' });
  const render = await submitted(1);
  assert.deepEqual(render.input, { prompt: POSTER_REQUEST.prompt, quality: 'print' });
  await progressOf(id, render.percent);
  render.state = 'done';
  const done = await service.settled(id, key);
  assert.equal(done.status, 'completed');
  const file = Buffer.from(await (await fetch(done.outputUrl!)).arrayBuffer());
  // The stored file says that a model made it; all else is the poster.
  assert.match(file.toString('latin1'), /digitalsourcetype\/trainedAlgorithmicMedia/);
  const pixels = POSTER.subarray(33);
  assert.deepEqual(file.subarray(-pixels.length), pixels);
  assert.equal(await account.balance(), balance - 6);
});

it('cancels at the server, and refunds', async () => {
  engine.nextState = 'rendering';
  const balance = await account.balance();
  const { id } = await service.generate(key, POSTER_REQUEST);
  const render = await submitted(2);
  await progressOf(id, render.percent);
  const { body } = await service.request('POST', `/api/generate/${id}/cancel`, { key });
  assert.equal(body.error.code, 'cancelled');
  while (!engine.cancelled.includes(render.id)) await nextTurn();
  assert.equal(await account.balance(), balance);
});

it('submits again after a lost response, and the server renders once', async () => {
  engine.nextState = 'done';
  engine.lostResponses = 1;
  const renders = engine.renders.size;
  const { id } = await service.generate(key, POSTER_REQUEST);
  assert.equal((await service.settled(id, key)).status, 'completed');
  assert.equal(engine.renders.size, renders + 1);
});

it('fails and refunds what the server rejects', async () => {
  engine.submitStatus = 422;
  const balance = await account.balance();
  const { id } = await service.generate(key, POSTER_REQUEST);
  const failed = await service.settled(id, key);
  assert.deepEqual(failed.error, {
    code: 'content_rejected',
    message: 'Acme does not paint this.',
    retryable: false,
  });
  assert.equal(await account.balance(), balance);
});

/** Waits until the server has this many renders. @returns the last one. */
async function submitted(count: number) {
  while (engine.renders.size < count) await nextTurn();
  return [...engine.renders.values()].at(-1)!;
}

/** Waits until the progress of the server is the one that the API shows: the reference is stored and polled. */
async function progressOf(id: string, percent: number): Promise<void> {
  for (;;) {
    const { body } = await service.request('GET', `/api/generate/status/${id}`, { key });
    if (body.progress === percent) return;
  }
}

const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 20));
