/** POST /v1/images/edits, and forms that are wrong. */
import OpenAI, { toFile } from 'openai';
import sharp from 'sharp';
import { client, engine, key, picture, refusal, service, spent, useFront } from './front-kit.js';

useFront({ aliases: { 'gpt-image-1': { images: 'painter-image', edits: 'painter-edit' } } });

describe('images.edit', () => {
  it('sends the file of the form to a model with a prompt', async () => {
    const { data } = await client.images.edit({
      model: 'painter-edit',
      image: await picture(),
      prompt: 'bluer',
    });
    expect(data![0]!.b64_json).toBeTruthy();
    expect(engine.calls[0]!.work!.input).toMatchObject({ prompt: 'bluer' });
    expect(await spent()).toBe(1);
  });

  it('sends it to a model without one, as one of a list', async () => {
    const edit = { model: 'embedded-reframe', image: [await picture()], prompt: '', size: '1:1' };
    const { data } = await client.images.edit(edit);
    const { width, height } = await sharp(Buffer.from(data![0]!.b64_json!, 'base64')).metadata();
    expect(width).toBe(height);
  });

  it('has a model of its own under a name that makes images too', async () => {
    const { data } = await client.images.edit({
      model: 'gpt-image-1',
      image: await picture(),
      prompt: 'bluer',
    });
    expect(data).toHaveLength(1);
    await client.images.generate({ model: 'gpt-image-1', prompt: 'x' });
    const history = await service.request('GET', '/api/generate/history', { key });
    const keys = history.body.items.map(({ modelKey }: { modelKey: string }) => modelKey);
    expect(keys).toEqual(['painter-image', 'painter-edit']);
  });

  it('refuses what cannot be mapped before anything is charged', async () => {
    const image = await picture();
    const edit = { model: 'painter-edit', image, prompt: 'x' };
    const mask = await picture('mask.png');
    const text = await toFile(Buffer.from('no picture at all'), 'in.png');
    for (const [change, param] of [
      [{ mask }, 'mask'],
      [{ image: [image, await picture()] }, 'image'],
      [{ image: text }, 'file'],
      [{ input_fidelity: 'extreme' }, 'input_fidelity'],
      [{ n: 11 }, 'n'],
    ] as const)
      expect(
        await refusal(client.images.edit({ ...edit, ...change } as OpenAI.ImageEditParamsNonStreaming)),
      ).toMatchObject({
        status: 400,
        param,
      });
    expect(await refusal(client.images.edit({ ...edit, model: 'embedded-reframe' }))).toMatchObject({
      param: 'prompt',
    });
    expect(await refusal(client.images.createVariation({ image }))).toMatchObject({ code: 'not_supported' });
    expect(await spent()).toBe(0);
  });

  it('with an Idempotency-Key is charged once, though each form has another upload', async () => {
    const edit = async (prompt: string) =>
      client.images.edit(
        { model: 'painter-edit', image: await picture(), prompt, response_format: 'url' },
        { headers: { 'Idempotency-Key': 'one edit' } },
      );
    await edit('bluer');
    await edit('bluer');
    expect(await spent()).toBe(1);
    expect(await refusal(edit('redder'))).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
    expect(await spent()).toBe(1);
  });
});

describe('a form', () => {
  const boundary = 'a-boundary';
  const part = (name: string, value = 'x') =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const type = `multipart/form-data; boundary=${boundary}`;

  it.each([
    ['without a boundary', 'multipart/form-data', 'x', 'body'],
    ['that ends early', type, part('prompt').slice(0, -8), 'body'],
    [
      'with too many fields',
      type,
      `${Array.from({ length: 65 }, (_, index) => part(`f${index}`)).join('')}--${boundary}--`,
      'body',
    ],
    ['with a field that is too long', type, `${part('prompt', 'x'.repeat(70_000))}--${boundary}--`, 'prompt'],
    ['with a NUL byte', type, `${part('prompt', 'a\0b')}--${boundary}--`, 'prompt'],
    ['without a model', type, `${part('prompt')}--${boundary}--`, 'model'],
  ])('%s is a 400', async (_, contentType, body, param) => {
    const headers = { 'content-type': contentType };
    const response = await service.request('POST', '/v1/images/edits', { key, headers, body });
    expect(response.status).toBe(400);
    expect(response.body.error).toMatchObject({ type: 'invalid_request_error', param });
  });
});
