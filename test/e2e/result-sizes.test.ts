/** A result that would be too large: 400 before anything is charged, where the size of the input is known. */
import sharp from 'sharp';
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, finished, generate, newCaller } from '../support/client.js';

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await startApp({ SDAPI_URL: 'http://127.0.0.1:9', COMFYUI_URL: 'http://127.0.0.1:9' });
  ({ key } = await newCaller(app.base));
});
afterAll(() => app.close());

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#356' } })
    .png()
    .toBuffer();

async function uploaded(bytes: Buffer): Promise<string> {
  const headers = { 'content-type': 'application/octet-stream' };
  const { body } = await call(app.base, 'POST', '/api/uploads', { token: key, body: bytes, headers });
  return body.url;
}

const inline = (bytes: Buffer) => Promise.resolve(`data:image/png;base64,${bytes.toString('base64')}`);

async function own(bytes: Buffer): Promise<string> {
  const request = { modelKey: 'embedded-reframe', imageUrl: await inline(bytes), mode: 'crop' };
  const { width, height } = await sharp(bytes).metadata();
  const { predictionId } = await generate(app.base, key, { ...request, aspectRatio: `${width}:${height}` });
  return (await finished(app.base, key, predictionId)).outputUrl;
}

const ask = (path: string, body: object) => call(app.base, 'POST', path, { token: key, body });

describe.each([
  ['an upload', uploaded],
  ['a data URL', inline],
  ['an output of ours', own],
])('%s', (_, linkTo) => {
  it.each([
    ['embedded-upscale', { scale: 4 }, [2049, 600], '8196 by 2400 pixels'],
    ['embedded-reframe', { aspectRatio: '4:1' }, [600, 2100], '8400 by 2100 pixels'],
  ] as const)('400 for %s %j of %j pixels', async (modelKey, input, [width, height], size) => {
    const request = { modelKey, ...input, imageUrl: await linkTo(await picture(width, height)) };
    const before = await balanceOf(app.base, key);
    for (const path of ['/api/generate', '/api/generate/quote']) {
      const { status, body } = await ask(path, request);
      expect([status, body.code]).toEqual([400, 'validation_failed']);
      expect(body.details).toEqual([
        {
          field: 'imageUrl',
          message: `The result would be ${size}; the limit is 8192 pixels an edge and 64 megapixels.`,
        },
      ]);
    }
    expect(await balanceOf(app.base, key)).toBe(before);
  });

  it('201 for the largest result', async () => {
    const imageUrl = await linkTo(await picture(2048, 600));
    const { status } = await ask('/api/generate', { modelKey: 'embedded-upscale', scale: 4, imageUrl });
    expect(status).toBe(201);
  });
});

it.each([
  ['sdapi-upscale', [4000, 2400], 'The result would have 154 megapixels; the limit is 150.'],
  [
    'comfyui-upscale',
    [5100, 5000],
    'The result would be 20400 by 20000 pixels; the limit is 400 megapixels.',
  ],
] as const)(
  '400 for %s of %j pixels, whose result would be thrown away',
  async (modelKey, [width, height], message) => {
    const imageUrl = await uploaded(await picture(width, height));
    const { status, body } = await ask('/api/generate/quote', { modelKey, scale: 4, imageUrl });
    expect([status, body.details]).toEqual([400, [{ field: 'imageUrl', message }]]);
    expect((await ask('/api/generate/quote', { modelKey, scale: 2, imageUrl })).status).toBe(200);
  },
);
