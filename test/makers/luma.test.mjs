/** Luma’s client. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import LumaAI from 'lumaai';
import { fakeEngine, until } from './fake-engine.mjs';

const engine = fakeEngine('http-job');
const client = () =>
  new LumaAI({ authToken: 'luma-maker', baseURL: `${engine.url}/dream-machine/v1`, maxRetries: 0 });
const video = { model: 'ray-2', prompt: 'waves', aspect_ratio: '16:9', resolution: '720p', duration: '5s' };
const media = { url: 'https://media.example/input' };
const final = ({ state }) => ['completed', 'failed'].includes(state);
const get = (id) => client().generations.get(id);

describe('luma', () => {
  it('reads the remaining credits', async () => {
    assert.equal(typeof (await client().credits.get()).credit_balance, 'number');
  });

  for (const [what, create, asset] of [
    ['a film from words', ({ generations }) => generations.video.create({ ...video, loop: false }), 'video'],
    [
      'a film from a picture',
      ({ generations }) =>
        generations.video.create({ ...video, keyframes: { frame0: { type: 'image', url: media.url } } }),
      'video',
    ],
    [
      'a film in another frame',
      ({ generations }) =>
        generations.video.reframe({
          generation_type: 'reframe_video',
          model: 'ray-2',
          media,
          aspect_ratio: '1:1',
        }),
      'video',
    ],
    [
      'a picture in another frame',
      ({ generations }) =>
        generations.image.reframe({
          generation_type: 'reframe_image',
          model: 'photon-1',
          media,
          aspect_ratio: '1:1',
          format: 'png',
        }),
      'image',
    ],
  ])
    it(`generates ${what}`, async () => {
      await engine.set({ polls: 2 });
      const started = await create(client());
      const seen = [started];
      await until(async () => (seen.push(await get(started.id)), seen.at(-1)), final);
      await engine.set({ polls: 1 });
      assert.deepEqual(
        seen.map(({ state }) => state),
        ['queued', 'queued', 'dreaming', 'completed'],
      );
      for (const one of seen) {
        assert.equal(one.id, started.id);
        assert.ok(Date.parse(one.created_at));
        assert.equal(one.failure_reason, null);
        assert.equal(typeof one.model, 'string');
        assert.equal(typeof one.generation_type, 'string');
      }
      assert.ok(URL.canParse(seen.at(-1).assets[asset]));
    });

  it('deletes', async () => {
    const { id } = await client().generations.video.create(video);
    await client().generations.delete(id);
    assert.deepEqual((await engine.state()).cancelled, [id]);
  });

  it('reports why a generation failed', async () => {
    await engine.fault('moderated');
    const { id } = await client().generations.video.create(video);
    const failed = await until(() => get(id), final);
    assert.equal(failed.state, 'failed');
    assert.equal(typeof failed.failure_reason, 'string');
  });

  for (const [fault, kind] of [
    ['error-400', LumaAI.BadRequestError],
    ['error-401', LumaAI.AuthenticationError],
    ['error-403', LumaAI.PermissionDeniedError],
    ['error-404', LumaAI.NotFoundError],
    ['throttle-seconds', LumaAI.RateLimitError],
    ['error-500', LumaAI.InternalServerError],
  ])
    it(`maps ${fault} to its error`, async () => {
      await engine.fault(fault);
      await assert.rejects(client().generations.video.create(video), (error) => {
        assert.ok(error instanceof kind, String(error));
        assert.equal(typeof error.error.detail, 'string');
        return true;
      });
    });
});
