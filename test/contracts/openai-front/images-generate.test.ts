/** POST /v1/images/generations, by the official client for Node, unmodified. */
import OpenAI from 'openai';
import sharp from 'sharp';
import { client, engine, key, refusal, service, spent, useFront } from './front-kit.js';

useFront({
  aliases: { 'gpt-image-1': 'embedded-image', 'dall-e-3': 'painter-image', 'tts-1': 'embedded-speech' },
});

describe('images.generate', () => {
  it('returns an image of the size and format that were asked for, charged once', async () => {
    const { data, created } = await client.images.generate({
      model: 'gpt-image-1',
      prompt: 'a lighthouse at dawn',
      size: '768x512',
      quality: 'auto',
      background: 'auto',
      moderation: 'auto',
      output_format: 'webp',
      user: 'user-7',
    });
    const facts = await sharp(Buffer.from(data![0]!.b64_json!, 'base64')).metadata();
    expect(facts).toMatchObject({ width: 768, height: 512, format: 'webp' });
    expect(Math.abs(created - Date.now() / 1000)).toBeLessThan(600);
    const quote = { modelKey: 'embedded-image', prompt: 'x', aspectRatio: '3:2', resolution: 768 };
    const { body } = await service.request('POST', '/api/generate/quote', { key, body: quote });
    expect(await spent()).toBe(body.creditCost);
    const history = await service.request('GET', '/api/generate/history', { key });
    expect(history.body.items).toMatchObject([{ externalUserId: 'user-7', status: 'completed' }]);
  });

  it('returns links, and one prediction per image', async () => {
    const { data } = await client.images.generate({
      model: 'painter-image',
      prompt: 'x',
      n: 3,
      response_format: 'url',
    });
    expect(data).toHaveLength(3);
    for (const { url, b64_json } of data!) {
      expect(b64_json).toBeUndefined();
      expect((await fetch(url!)).headers.get('content-type')).toMatch(/^image\//);
    }
    expect(await spent()).toBe(3);
  });

  it('returns the images that completed, and the others are refunded', async () => {
    engine.next({ submit: 'refuse', code: 'provider_error' });
    const { data } = await client.images.generate({ model: 'painter-image', prompt: 'x', n: 2 });
    expect(data).toHaveLength(1);
    expect(await spent()).toBe(1);
  });

  it.each([
    ['no model', { model: undefined }, 'model'],
    ['a model that does something else', { model: 'tts-1' }, 'model'],
    ['a format that is none', { output_format: 'gif' }, 'output_format'],
    ['a compression that is none', { output_compression: 101 }, 'output_compression'],
    ['a background', { background: 'transparent' }, 'background'],
    ['a style that is none', { style: 'gothic' }, 'style'],
    ['a quality that is none', { quality: 'superb' }, 'quality'],
    ['a size that is none', { size: 'large' }, 'size'],
    ['streaming', { stream: true }, 'stream'],
    ['too many partial images', { partial_images: 4 }, 'partial_images'],
    ['too many images', { n: 11 }, 'n'],
    ['no images', { n: 0 }, 'n'],
    ['another response format', { response_format: 'png' }, 'response_format'],
    ['an unknown parameter', { glitter: true }, 'glitter'],
    ['no prompt', { prompt: undefined }, 'prompt'],
    ['a prompt that is too long', { prompt: 'x'.repeat(4001) }, 'prompt'],
    ['an end user of the wrong type', { user: 7 }, 'user'],
  ])('refuses %s before anything is charged', async (_, change, param) => {
    const body = { model: 'painter-image', prompt: 'x', ...change } as OpenAI.ImageGenerateParamsNonStreaming;
    expect(await refusal(client.images.generate(body))).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      param,
    });
    expect(await spent()).toBe(0);
    expect(engine.calls).toHaveLength(0);
  });

  it('makes the nearest size that the model makes, says so, and charges that', async () => {
    const body = { model: 'embedded-image', prompt: 'x', size: '4096x2048' as '1024x1024' };
    const { data, response } = await client.images.generate(body).withResponse();
    expect(response.headers.get('offprint-mapped')).toBe('size=2:1@2048');
    const { width, height } = await sharp(Buffer.from(data.data![0]!.b64_json!, 'base64')).metadata();
    expect([width, height]).toEqual([2048, 1024]);
    const quote = { modelKey: 'embedded-image', prompt: 'x', aspectRatio: '2:1', resolution: 2048 };
    const { body: quoted } = await service.request('POST', '/api/generate/quote', { key, body: quote });
    expect(await spent()).toBe(quoted.creditCost);
  });

  it('leaves out wishes that the model does not know, and says which', async () => {
    const wishes = { quality: 'hd', style: 'vivid', output_compression: 50, size: '1024x1024' } as const;
    const body = { model: 'painter-image', prompt: 'x', n: 5, response_format: 'url', ...wishes } as const;
    const { data, response } = await client.images.generate(body).withResponse();
    expect(data.data).toHaveLength(5);
    expect(response.headers.get('offprint-mapped')).toBe(
      'quality=dropped, style=dropped, output_compression=dropped, size=dropped',
    );
    expect(await spent()).toBe(5);
  });

  it.each([
    ['dall-e-3', 'url'],
    ['gpt-image-1', 'b64_json'],
  ])('answers %s with %s where nothing is asked', async (model, field) => {
    const { data } = await client.images.generate({ model, prompt: 'x', size: '256x256' });
    expect(Object.keys(data![0]!)).toEqual([field]);
  });

  it('fails with the refund of a prediction that fails, and says whether to repeat it', async () => {
    engine.next({ submit: 'refuse', code: 'content_rejected', message: 'Not this.' });
    const error = await refusal(client.images.generate({ model: 'painter-image', prompt: 'x' }));
    expect(error).toMatchObject({ status: 400, code: 'content_policy_violation' });
    expect(error.message).toContain('refunded');
    engine.next({ submit: 'refuse', code: 'provider_error' });
    const failed = await refusal(client.images.generate({ model: 'painter-image', prompt: 'x' }));
    expect(failed).toMatchObject({ status: 500, type: 'server_error', code: 'provider_error' });
    expect(failed.headers?.get('x-should-retry')).toMatch(/^(true|false)$/);
    expect(await spent()).toBe(0);
  });
});
