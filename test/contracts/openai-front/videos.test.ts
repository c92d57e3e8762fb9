/** The routes below /v1/videos. */
import OpenAI, { toFile } from 'openai';
import sharp from 'sharp';
import { client, engine, key, refusal, service, spent, useFront } from './front-kit.js';

useFront();

describe('videos', () => {
  it('are created, polled, downloaded in ranges, listed and deleted', async () => {
    const created = await client.videos.create({ prompt: 'waves', seconds: '4', model: 'painter-video' });
    expect(created).toMatchObject({
      object: 'video',
      model: 'painter-video',
      prompt: 'waves',
      seconds: '4',
      error: null,
    });
    await service.settled(created.id, key);
    const video = await client.videos.retrieve(created.id);
    expect(video).toMatchObject({ status: 'completed', progress: 100, prompt: 'waves' });
    expect(video.expires_at).toBeGreaterThan(video.completed_at!);

    const whole = await client.videos.downloadContent(created.id);
    expect(whole.headers.get('content-type')).toMatch(/^video\//);
    const bytes = Buffer.from(await whole.arrayBuffer());
    const part = await client.videos.downloadContent(created.id, {}, { headers: { Range: 'bytes=4-9' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(4, 10));

    expect(await client.videos.delete(created.id)).toEqual({
      id: created.id,
      object: 'video.deleted',
      deleted: true,
    });
    expect(await refusal(client.videos.retrieve(created.id))).toMatchObject({ status: 404 });
    expect(await spent()).toBe(1);
  });

  it('have the name, the seconds and the size that are made, from the first response on, and are mp4', async () => {
    const { data: created, response } = await client.videos
      .create({ model: 'sora-2', prompt: 'x', seconds: '12', size: '640x360' as '1280x720' })
      .withResponse();
    expect(created).toMatchObject({ model: 'sora-2', seconds: '10', size: '640x360' });
    expect(response.headers.get('offprint-mapped')).toBe('seconds=10');
    await service.request('POST', `/api/generate/${created.id}/cancel`, { key });
    expect(await client.videos.retrieve(created.id)).toMatchObject({ model: 'sora-2', seconds: '10' });

    const usual = await client.videos.create({ model: 'sora-2', prompt: 'x' });
    expect(usual).toMatchObject({ model: 'sora-2', seconds: '4', size: '720x1280' });
    await service.settled(usual.id, key);
    expect(await client.videos.retrieve(usual.id)).toMatchObject({ seconds: '4', size: usual.size });
    const content = await client.videos.downloadContent(usual.id);
    expect(content.headers.get('content-type')).toBe('video/mp4');
    await content.body?.cancel();
    for await (const video of client.videos.list()) expect([video.model, video.seconds]).toContain('sora-2');
  });

  it('start from a file or a link', async () => {
    const png = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const reference = await toFile(png, 'in.png');
    const one = await client.videos.create({
      model: 'painter-video',
      prompt: 'x',
      input_reference: reference,
    });
    expect((await service.settled(one.id, key)).status).toBe('completed');
    const image_url = `data:image/png;base64,${png.toString('base64')}`;
    const two = await client.videos.create({
      model: 'painter-video',
      prompt: 'x',
      input_reference: { image_url },
    });
    expect((await service.settled(two.id, key)).status).toBe('completed');
    expect(await spent()).toBe(2);
  });

  it('are listed newest first, page by page', async () => {
    const ids = [];
    for (let index = 0; index < 5; index++)
      ids.unshift((await client.videos.create({ model: 'painter-video', prompt: `wave ${index}` })).id);
    for (const id of ids) await service.settled(id, key);
    const listed = [];
    for await (const video of client.videos.list({ limit: 2 })) listed.push(video.id);
    expect(listed).toEqual(ids);
    expect(await refusal(client.videos.list({ order: 'asc' }))).toMatchObject({
      status: 400,
      param: 'order',
    });
    expect(await refusal(client.videos.list({ limit: 0 }))).toMatchObject({ status: 400, param: 'limit' });
    expect(await refusal(client.videos.list({ after: 'video_7' }))).toMatchObject({
      status: 400,
      param: 'after',
    });
  });

  it('that failed say why and are refunded; unfinished ones have no content and are not deleted', async () => {
    engine.next({ submit: 'refuse', code: 'content_rejected', message: 'Not this.' });
    const failed = await client.videos.create({ model: 'painter-video', prompt: 'x' });
    await service.settled(failed.id, key);
    expect(await client.videos.retrieve(failed.id)).toMatchObject({
      status: 'failed',
      error: { code: 'content_rejected', message: 'Not this.' },
    });
    expect(await spent()).toBe(0);

    engine.next({ submit: 'pending', poll: 'pending' });
    const open = await client.videos.create({ model: 'painter-video', prompt: 'x' });
    expect(await refusal(client.videos.downloadContent(open.id))).toMatchObject({
      status: 400,
      code: 'video_not_ready',
    });
    const conflict = await refusal(client.videos.delete(open.id));
    expect(conflict).toMatchObject({ status: 409, code: 'prediction_processing' });
    expect(conflict.headers?.get('x-should-retry')).toBe('false');
    await service.request('POST', `/api/generate/${open.id}/cancel`, { key });
  });

  it('refuse what cannot be mapped before anything is charged', async () => {
    const body = { model: 'painter-video', prompt: 'x' };
    for (const [change, param] of [
      [{ seconds: 'long' }, 'seconds'],
      [{ size: 'large' }, 'size'],
      [{ character_ids: ['char_1'] }, 'character_ids'],
      [{ input_reference: { file_id: 'file_1' } }, 'input_reference[file_id]'],
    ] as const)
      expect(
        await refusal(client.videos.create({ ...body, ...change } as OpenAI.VideoCreateParams)),
      ).toMatchObject({
        status: 400,
        param,
      });
    const video = await client.videos.create(body);
    await service.settled(video.id, key);
    expect(await refusal(client.videos.downloadContent(video.id, { variant: 'thumbnail' }))).toMatchObject({
      param: 'variant',
    });
    for (const work of [
      client.videos.remix(video.id, { prompt: 'y' }),
      client.videos.edit({ video: { id: video.id }, prompt: 'y' }),
      client.videos.extend({ video: { id: video.id }, prompt: 'y', seconds: '4' }),
    ])
      expect(await refusal(work)).toMatchObject({ status: 400, code: 'not_supported' });
    expect(await spent()).toBe(1);
  });
});
