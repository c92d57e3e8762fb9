/** Runway’s client. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import RunwayML, { TaskFailedError, toFile } from '@runwayml/sdk';
import { fakeEngine, fileOf, until } from './fake-engine.mjs';

const engine = fakeEngine('http-job');
const client = () => new RunwayML({ apiKey: 'key_maker', baseURL: engine.url, maxRetries: 0 });
const words = { model: 'gen4.5', promptText: 'waves', ratio: '1280:720', duration: 5, seed: 7 };
const final = ({ status }) => ['SUCCEEDED', 'FAILED', 'CANCELLED'].includes(status);
const upload = async (name, type) =>
  (await client().uploads.createEphemeral({ file: await toFile(fileOf(name), name, { type }) })).uri;

describe('runway', () => {
  it('reads the remaining credits', async () => {
    assert.equal(typeof (await client().organization.retrieve()).creditBalance, 'number');
  });

  it('generates a video from text, and reports its progress', async () => {
    await engine.set({ polls: 2 });
    const { id, estimatedCost } = await client().textToVideo.create(words);
    assert.equal(typeof estimatedCost.credits, 'number');
    const seen = [];
    await until(async () => (seen.push(await client().tasks.retrieve(id)), seen.at(-1)), final);
    await engine.set({ polls: 1 });
    assert.deepEqual(
      seen.map(({ status }) => status),
      ['PENDING', 'RUNNING', 'SUCCEEDED'],
    );
    for (const task of seen) {
      assert.equal(task.id, id);
      assert.ok(Date.parse(task.createdAt));
    }
    for (const task of seen.slice(0, 2)) assert.equal(typeof task.estimatedCost.credits, 'number');
    assert.ok(seen[1].progress > 0 && seen[1].progress < 1);
    assert.ok(seen[2].output.every((address) => URL.canParse(address)));
    assert.equal(typeof seen[2].cost.credits, 'number');
  });

  it('generates a video from an uploaded picture, and upscales an uploaded one', async () => {
    const animated = await client().imageToVideo.create({
      model: 'gen4_turbo',
      promptImage: await upload('picture.png', 'image/png'),
      promptText: 'it moves',
      ratio: '1280:720',
      duration: 5,
    });
    const enlarged = await client().videoUpscale.create({
      model: 'magnific_video_upscaler_creative',
      videoUri: await upload('clip.mp4', 'video/mp4'),
      resolution: '2k',
      creativity: 0,
      flavor: 'natural',
    });
    for (const { id } of [animated, enlarged])
      assert.equal((await until(() => client().tasks.retrieve(id), final)).status, 'SUCCEEDED');
  });

  it('cancels', async () => {
    const { id } = await client().textToVideo.create(words);
    await client().tasks.delete(id);
    assert.deepEqual((await engine.state()).cancelled, [id]);
  });

  it('reports why a task failed', async () => {
    await engine.fault('moderated');
    const task = client().textToVideo.create(words).waitForTaskOutput({ timeout: 30_000 });
    await assert.rejects(task, ({ taskDetails, constructor }) => {
      assert.equal(constructor, TaskFailedError);
      assert.equal(taskDetails.status, 'FAILED');
      assert.match(taskDetails.failureCode, /^SAFETY\./);
      assert.equal(typeof taskDetails.failure, 'string');
      assert.equal(typeof taskDetails.cost.credits, 'number');
      return true;
    });
  });

  for (const [fault, kind] of [
    ['error-400', RunwayML.BadRequestError],
    ['error-401', RunwayML.AuthenticationError],
    ['throttle-seconds', RunwayML.RateLimitError],
    ['error-404', RunwayML.NotFoundError],
    ['error-504', RunwayML.InternalServerError],
  ])
    it(`maps ${fault} to its error`, async () => {
      await engine.fault(fault);
      await assert.rejects(client().textToVideo.create(words), (error) => {
        assert.ok(error instanceof kind, String(error));
        assert.equal(typeof error.error.error, 'string');
        return true;
      });
    });

  it('retries an overloaded submit, as the adapter does', async () => {
    await engine.fault('error-504');
    const { id } = await client().textToVideo.create(words, { maxRetries: 1 });
    assert.equal(typeof id, 'string');
    assert.deepEqual((await engine.state()).paid, { waves: 1 });
  });
});
