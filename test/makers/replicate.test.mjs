/** Replicate’s client. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Replicate from 'replicate';
import { fakeEngine, fileOf, until } from './fake-engine.mjs';

const engine = fakeEngine('replicate');
const client = () => new Replicate({ auth: 'r8_maker', baseUrl: `${engine.url}/v1`, useFileOutput: false });
const VERSION = '5c7d5dc6dd8bf75c1acaa8565735e7986bc5b66206b55cca93cb72c9bf15ccaa';
const final = ({ status }) => ['succeeded', 'failed', 'canceled'].includes(status);

describe('replicate', () => {
  it('reads the key’s account', async () => {
    const account = await client().accounts.current();
    assert.equal(account.type, 'organization');
    assert.equal(account.username, 'acme');
  });

  for (const [what, create] of [
    ['a model', ({ predictions }, input) => predictions.create({ model: 'acme/flux-1.1', input })],
    ['a version', ({ predictions }, input) => predictions.create({ version: VERSION, input })],
    [
      'a deployment',
      ({ deployments }, input) => deployments.predictions.create('acme', 'flux-tuned', { input }),
    ],
  ])
    it(`runs ${what}`, async () => {
      const replicate = client();
      const started = await create(replicate, { prompt: 'a lighthouse' });
      assert.equal(started.status, 'starting');
      const url = new URL(started.urls.get);
      assert.equal(url.pathname, `/v1/predictions/${started.id}`);
      const done = await until(() => replicate.predictions.get(started.id), final);
      assert.equal(done.status, 'succeeded');
      assert.equal(done.id, started.id);
      assert.equal(done.error, null);
      assert.ok([done.output].flat().every((address) => URL.canParse(address)));
      for (const time of ['created_at', 'started_at', 'completed_at'])
        assert.ok(Date.parse(done[time]), time);
    });

  it('waits for a prediction with its own polling, and reads the progress from the log', async () => {
    await engine.set({ polls: 2 });
    const seen = [];
    const output = await client().run(
      'acme/flux-1.1',
      {
        input: { prompt: 'a lighthouse' },
        wait: { mode: 'poll', interval: 10 },
      },
      (prediction) => seen.push(prediction),
    );
    await engine.set({ polls: 1 });
    assert.ok([output].flat().every((address) => URL.canParse(address)));
    const { parseProgressFromLogs } = await import('replicate');
    const progress = seen.map((prediction) => parseProgressFromLogs(prediction)).filter(Boolean);
    assert.deepEqual(progress[0], { percentage: 0.4, current: 4, total: 10 });
  });

  it('uploads a file and runs a model with it', async () => {
    const file = await client().files.create(new Blob([fileOf('picture.png')], { type: 'image/png' }));
    assert.equal(typeof file.id, 'string');
    assert.equal(file.size, fileOf('picture.png').length);
    const started = await client().predictions.create({
      model: 'acme/flux-kontext',
      input: { prompt: 'at night', input_image: file.urls.get },
    });
    assert.equal(started.status, 'starting');
  });

  it('cancels', async () => {
    const { id } = await client().predictions.create({ model: 'acme/flux-1.1', input: { prompt: 'a' } });
    const cancelled = await client().predictions.cancel(id);
    assert.equal(cancelled.id, id);
    assert.equal(cancelled.status, 'canceled');
    assert.equal((await client().predictions.get(id)).status, 'canceled');
  });

  it('reports why a prediction failed', async () => {
    await engine.fault('done-with-error');
    await assert.rejects(
      client().run('acme/flux-1.1', { input: { prompt: 'a' }, wait: { mode: 'poll', interval: 10 } }),
      /Prediction failed: /,
    );
  });

  for (const status of [400, 401, 402, 403, 404, 422])
    it(`maps ${status} to its error`, async () => {
      await engine.fault(`error-${status}`);
      const create = client().predictions.create({ model: 'acme/flux-1.1', input: { prompt: 'a' } });
      await assert.rejects(create, ({ name, response }) => {
        assert.equal(name, 'ApiError');
        assert.equal(response.status, status);
        return true;
      });
    });
});
