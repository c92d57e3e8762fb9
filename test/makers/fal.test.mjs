/** fal’s client. It uses only fal’s own hosts, so its requests are redirected to the fake. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError, createFalClient, ValidationError } from '@fal-ai/client';
import { fakeEngine, fileOf, until } from './fake-engine.mjs';

const engine = fakeEngine('fal');
const APP = 'fal-ai/kling-video/v2.5-turbo/pro/text-to-video';
const client = () =>
  createFalClient({
    credentials: 'key:maker',
    retry: { maxRetries: 0 },
    fetch: (address, init) =>
      fetch(String(address).replace(/^https:\/\/(queue|rest)\.fal\.\w+/, engine.url), init),
  });
const submit = (input = { prompt: 'waves' }) => client().queue.submit(APP, { input });
const status = (requestId) => client().queue.status(APP, { requestId, logs: true });
const completed = ({ status: state }) => state === 'COMPLETED';

describe('fal', () => {
  it('runs a request', async () => {
    await engine.set({ polls: 2 });
    const queued = await submit();
    assert.equal(queued.status, 'IN_QUEUE');
    assert.equal(typeof queued.queue_position, 'number');
    for (const name of ['response_url', 'status_url', 'cancel_url'])
      assert.ok(URL.canParse(queued[name]), name);
    const seen = [];
    await until(async () => (seen.push(await status(queued.request_id)), seen.at(-1)), completed);
    await engine.set({ polls: 1 });
    assert.deepEqual(
      seen.map((one) => one.status),
      ['IN_QUEUE', 'IN_PROGRESS', 'COMPLETED'],
    );
    assert.equal(typeof seen[0].queue_position, 'number');
    assert.ok(seen[1].logs.every(({ message, timestamp }) => message && Date.parse(timestamp)));
    assert.equal(typeof seen[2].metrics.inference_time, 'number');
    for (const one of seen) assert.equal(one.request_id, queued.request_id);
    const { data, requestId } = await client().queue.result(APP, { requestId: queued.request_id });
    assert.equal(requestId, queued.request_id);
    assert.ok(URL.canParse(data.video.url));
    assert.equal(data.video.content_type, 'video/mp4');
  });

  it('subscribes until the request is done', async () => {
    const { data } = await client().subscribe('fal-ai/flux/schnell', {
      input: { prompt: 'a lighthouse' },
      mode: 'polling',
      pollInterval: 10,
      logs: true,
    });
    assert.ok(URL.canParse(data.images[0].url));
    assert.equal(data.images[0].content_type, 'image/png');
  });

  it('accepts the start timeout, the retention and the privacy of files', async () => {
    const queued = await client().queue.submit(APP, {
      input: { prompt: 'waves' },
      startTimeout: 60,
      storageSettings: { expiresIn: '1d' },
    });
    assert.equal(queued.status, 'IN_QUEUE');
    const [{ headers }] = (await engine.state()).requests;
    assert.equal(headers['x-fal-request-timeout'], '60');
    assert.deepEqual(JSON.parse(headers['x-fal-object-lifecycle-preference']), {
      expiration_duration_seconds: 86_400,
    });
  });

  it('cancels', async () => {
    const { request_id: requestId } = await submit();
    await client().queue.cancel(APP, { requestId });
    assert.deepEqual((await engine.state()).cancelled, [requestId]);
  });

  it('throws errors for a late cancel and for an unknown request', async () => {
    const { request_id: requestId } = await submit();
    await until(() => status(requestId), completed);
    const is = (wanted) => (error) => error instanceof ApiError && error.status === wanted;
    await assert.rejects(client().queue.cancel(APP, { requestId }), is(400));
    await assert.rejects(status('00000000-0000-0000-0000-000000000000'), is(404));
  });

  it('uploads a file and runs a request with it', async () => {
    const address = await client().storage.upload(new Blob([fileOf('picture.png')], { type: 'image/png' }));
    const queued = await submit({ prompt: 'waves', image_url: address });
    assert.equal(queued.status, 'IN_QUEUE');
  });

  it('reports a model’s own failure with the invalid fields', async () => {
    await engine.fault('done-with-error');
    const { request_id: requestId } = await submit();
    await until(() => status(requestId), completed);
    await assert.rejects(client().queue.result(APP, { requestId }), (error) => {
      assert.ok(error instanceof ValidationError, String(error));
      assert.equal(error.status, 422);
      const [{ loc, msg, type }] = error.fieldErrors;
      assert.ok(Array.isArray(loc) && msg && type);
      return true;
    });
  });

  for (const code of [400, 401, 402, 403, 404, 422])
    it(`maps ${code} to its error`, async () => {
      await engine.fault(`error-${code}`);
      await assert.rejects(submit(), (error) => error instanceof ApiError && error.status === code);
    });
});
