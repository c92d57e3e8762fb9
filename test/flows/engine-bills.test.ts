/**
 * Engines are asked only for what the caller has paid for: video upscales, which engines bill by seconds and frames of the
 * result, and runs that were interrupted at the engine.
 */
import { readFile } from 'node:fs/promises';
import { makeClip } from '../../packages/media/test/support/media-files.js';
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, finished, generate, type Json, newCaller } from '../support/client.js';
import { type EngineFleet, startFleet } from '../support/engine-fleet.js';
import { filePath } from '../support/engine-work.js';
import { expectSoundLedger } from '../support/ledger-audit.js';
import { until } from '../support/service-process.js';

const CREDITS = 1_000;

let fleet: EngineFleet;
let app: TestApp;
/** Clips of one and two seconds with ten frames per second. */
let short: string;
let long: string;

beforeAll(async () => {
  fleet = await startFleet();
  app = await startApp({ ...fleet.env, SIGNUP_CREDITS: String(CREDITS) });
  short = `data:video/mp4;base64,${await readFile(filePath('mp4'), 'base64')}`;
  long = `data:video/mp4;base64,${(await makeClip('mp4')).toString('base64')}`;
});
afterAll(async () => {
  await app?.close();
  await fleet?.end();
});

const runsOf = async (provider: string): Promise<Json[]> =>
  (await fleet.engines.get(provider)!.state()).requests.filter(({ isSubmit }) => isSubmit);

describe.each([
  ['replicate', 'replicate-video-upscale', 2.4 * 0.25],
  ['runway', 'runway-video-upscale', 27 * 0.778],
  ['fal', 'fal-video-upscale', 8],
])('a video upscale at %s', (provider, modelKey, perSecond) => {
  const size = provider === 'fal' ? { scale: 2 } : { resolution: '720p' };
  let key: string;

  beforeEach(async () => {
    await fleet.engines.get(provider)!.clear();
    ({ key } = await newCaller(app.base));
  });

  it('is priced by the requested seconds and frames, equal to its quote', async () => {
    const cost = async (fields: object) => {
      const body = { modelKey, videoUrl: short, ...size, ...fields };
      return (await call(app.base, 'POST', '/api/generate/quote', { token: key, body })).body.creditCost;
    };
    expect(await cost({ duration: 1 })).toBeCloseTo(perSecond, 2);
    expect(await cost({ duration: 20 })).toBeCloseTo(20 * perSecond, 2);
    expect(await cost({ duration: 1, frameRate: 60 })).toBeCloseTo(2 * perSecond, 2);
  });

  it('is charged as quoted, and the engine generates no more', async () => {
    const body = { modelKey, videoUrl: short, ...size, duration: 1 };
    const quote = await call(app.base, 'POST', '/api/generate/quote', { token: key, body });
    const { predictionId, creditCost } = await generate(app.base, key, body);
    expect(creditCost).toBe(quote.body.creditCost);
    expect(await finished(app.base, key, predictionId)).toMatchObject({ status: 'completed' });
    expect(await balanceOf(app.base, key)).toBeCloseTo(CREDITS - creditCost, 3);
    expect(await runsOf(provider)).toHaveLength(1);
  });

  it('of a clip longer than paid for is rejected and refunded without a submit', async () => {
    const { predictionId } = await generate(app.base, key, {
      modelKey,
      videoUrl: long,
      ...size,
      duration: 1,
    });
    expect(await finished(app.base, key, predictionId)).toMatchObject({
      status: 'failed',
      error: { code: 'invalid_input', message: 'The video is 2.0 seconds long and duration is 1.' },
    });
    expect(await balanceOf(app.base, key)).toBe(CREDITS);
    expect((await fleet.engines.get(provider)!.state()).requests).toEqual([]);
  });
});

it('requests the frame rate of the clip from Replicate’s upscaler, instead of its default of sixty', async () => {
  const { key } = await newCaller(app.base);
  await fleet.engines.get('replicate')!.clear();
  const body = { modelKey: 'replicate-video-upscale', videoUrl: long, duration: 2, frameRate: 24 };
  const { predictionId } = await generate(app.base, key, body);
  await finished(app.base, key, predictionId);
  const [run] = await runsOf('replicate');
  expect(JSON.parse(run.body)).toMatchObject({ input: { target_fps: 15 } });
});

it('does not repeat a run that the operator has interrupted: it fails and is refunded', async () => {
  const sdapi = fleet.engines.get('sdapi')!;
  await sdapi.set({ polls: 100, keepsUnfinished: false });
  const { key } = await newCaller(app.base);
  const { predictionId } = await generate(app.base, key, { modelKey: 'sdapi-image', prompt: 'a tower' });
  const status = async () =>
    (await call(app.base, 'GET', `/api/generate/status/${predictionId}`, { token: key })).body;
  await until(async () => (await status()).progress > 0);
  const authorization = `Basic ${Buffer.from(fleet.env.SDAPI_AUTH!).toString('base64')}`;
  await fetch(`${sdapi.url}/sdapi/v1/interrupt`, { method: 'POST', headers: { authorization } });
  expect(await finished(app.base, key, predictionId)).toMatchObject({
    status: 'failed',
    attempts: 1,
    error: { code: 'provider_error' },
  });
  expect(await runsOf('sdapi')).toHaveLength(1);
  expect(await balanceOf(app.base, key)).toBe(CREDITS);
  await expectSoundLedger(app.url);
});
