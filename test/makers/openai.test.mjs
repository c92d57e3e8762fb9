/** OpenAI’s client, for OpenAI and the servers that speak its media API. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import OpenAI, { toFile } from 'openai';
import { fakeEngine, fileOf, until } from './fake-engine.mjs';

const engine = fakeEngine('openai-compatible');
const client = () => new OpenAI({ apiKey: 'sk-maker', baseURL: `${engine.url}/v1`, maxRetries: 0 });
const png = (name = 'picture.png') => toFile(fileOf('picture.png'), name, { type: 'image/png' });
const isPng = (base64) => Buffer.from(base64, 'base64').equals(fileOf('picture.png'));

describe('openai', () => {
  it('lists the models', async () => {
    assert.deepEqual((await client().models.list()).data, []);
  });

  it('generates a picture', async () => {
    const { created, data } = await client().images.generate({
      model: 'gpt-image-2.5-flare',
      prompt: 'a lighthouse',
      n: 1,
      size: '1536x1024',
      quality: 'low',
      output_format: 'png',
    });
    assert.equal(typeof created, 'number');
    assert.equal(data.length, 1);
    assert.ok(isPng(data[0].b64_json));
  });

  it('edits a picture, with a mask and without, and removes a background', async () => {
    const common = { model: 'gpt-image-2.5-flare', prompt: 'at night', n: 1, size: '1024x1024' };
    const edited = await client().images.edit({ ...common, image: await png() });
    const painted = await client().images.edit({
      ...common,
      image: await png(),
      mask: await png('mask.png'),
    });
    const cut = await client().images.edit({
      ...common,
      image: await png(),
      background: 'transparent',
      output_format: 'png',
    });
    for (const { data } of [edited, painted, cut]) assert.ok(isPng(data[0].b64_json));
  });

  it('generates speech', async () => {
    const answer = await client().audio.speech.create({
      model: 'gpt-4o-mini-tts',
      input: 'Good morning.',
      voice: 'alloy',
      response_format: 'mp3',
      speed: 1,
      instructions: 'Cheerfully.',
    });
    assert.match(answer.headers.get('content-type'), /^audio\//);
    assert.ok(Buffer.from(await answer.arrayBuffer()).equals(fileOf('sound.mp3')));
  });

  it('generates a video: accepts, reports progress, returns and deletes it', async () => {
    const { videos } = client();
    const input = { model: 'sora-2', prompt: 'waves', seconds: '4', size: '1280x720' };
    const job = await videos.create({ ...input, input_reference: await png() });
    assert.equal(job.object, 'video');
    assert.equal(job.status, 'queued');
    const seen = [];
    const done = await until(
      async () => (seen.push(await videos.retrieve(job.id)), seen.at(-1)),
      ({ status }) => status === 'completed',
    );
    assert.deepEqual(
      seen.map(({ id, object, status }) => [id, object, status]),
      [
        [job.id, 'video', 'queued'],
        [job.id, 'video', 'completed'],
      ],
    );
    assert.equal(done.progress, 100);
    assert.equal(done.error, null);
    const film = await videos.downloadContent(job.id);
    assert.ok(Buffer.from(await film.arrayBuffer()).equals(fileOf('clip.mp4')));
    assert.deepEqual(await videos.delete(job.id), { id: job.id, object: 'video.deleted', deleted: true });
  });

  it('reports why a video failed', async () => {
    const job = await client().videos.create({ model: 'sora-2', prompt: 'waves' });
    await engine.fault('job-moderated');
    const failed = await client().videos.retrieve(job.id);
    assert.equal(failed.status, 'failed');
    assert.equal(failed.error.code, 'content_policy_violation');
    assert.equal(typeof failed.error.message, 'string');
  });

  const picture = () => client().images.generate({ model: 'gpt-image-2.5-flare', prompt: 'a' });
  for (const [fault, kind, code] of [
    ['error-400', OpenAI.BadRequestError, null],
    ['error-401', OpenAI.AuthenticationError, null],
    ['error-403', OpenAI.PermissionDeniedError, null],
    ['error-404', OpenAI.NotFoundError, null],
    ['error-422', OpenAI.UnprocessableEntityError, null],
    ['throttle-seconds', OpenAI.RateLimitError, null],
    ['quota', OpenAI.RateLimitError, 'insufficient_quota'],
    ['moderated', OpenAI.BadRequestError, 'moderation_blocked'],
    ['error-503', OpenAI.InternalServerError, null],
  ])
    it(`maps ${fault} to its error`, async () => {
      await engine.fault(fault);
      await assert.rejects(picture(), (error) => {
        assert.ok(error instanceof kind, String(error));
        assert.equal(error.code, code);
        assert.equal(typeof error.error.message, 'string');
        assert.equal(typeof error.type, 'string');
        return true;
      });
    });
});
