/** The extension packages/openai-front in the real service, for the tests beside this file: `useFront` before any test. */
import OpenAI, { toFile } from 'openai';
import sharp from 'sharp';
import { createOpenAiFrontPlugin, type FrontSettings } from '../../../packages/openai-front/src/index.js';
import {
  FakeEngine,
  startTestService,
  type TestAccount,
  type TestService,
  type TestServiceOptions,
} from '../../../src/testing/index.js';
import { expectSoundLedger } from '../../support/ledger-audit.js';

const media = { type: 'string', format: 'media-url', maxLength: 1_048_576 };
const prompt = { type: 'string', minLength: 1, maxLength: 4000 };
export const engine = new FakeEngine({
  name: 'painter',
  models: [
    {
      modelKey: 'painter-edit',
      operation: 'image-to-image',
      input: { properties: { prompt, imageUrl: media }, required: ['prompt', 'imageUrl'] },
    },
    {
      modelKey: 'painter-image',
      input: {
        properties: { prompt, quality: { type: 'string', enum: ['low', 'high'] } },
        required: ['prompt'],
      },
    },
    {
      modelKey: 'painter-video',
      modality: 'video',
      input: {
        properties: { prompt, imageUrl: media, duration: { type: 'number', minimum: 1, maximum: 12 } },
        required: ['prompt'],
      },
    },
  ],
});

export let service: TestService;
/** Of each test: an account with 1,000 credits, its key, and a client with that key that repeats nothing. */
export let account: TestAccount;
export let key: string;
export let client: OpenAI;

export const clientOf = (apiKey: string, options: object = {}) =>
  new OpenAI({ baseURL: `${service.url}/v1`, apiKey, maxRetries: 0, ...options });

/** Starts one service for all tests of a file, and checks the ledger after each. */
export function useFront(settings: FrontSettings = {}, options: TestServiceOptions = {}): void {
  beforeAll(async () => {
    const front = createOpenAiFrontPlugin({
      aliases: { 'gpt-image-1': 'embedded-image', 'tts-1': 'embedded-speech', 'sora-2': 'embedded-video' },
      waitSeconds: 60,
      ...settings,
    });
    service = await startTestService({
      ...options,
      engines: [engine],
      plugins: [front, ...(options.plugins ?? [])],
    });
  });
  afterAll(() => service?.close());
  beforeEach(async () => {
    engine.reset();
    account = await service.account({ credits: 1000 });
    key = (await account.key()).secret;
    client = clientOf(key);
  });
  afterEach(() => expectSoundLedger(service.database.url));
}

/** Expects an error of the client. */
export /** Expects an error of the client. */
async function refusal(work: Promise<unknown>): Promise<InstanceType<typeof OpenAI.APIError>> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(OpenAI.APIError);
  return error as InstanceType<typeof OpenAI.APIError>;
}

export const spent = async () => Number((1000 - (await account.balance())).toFixed(3));

/** Starts an image of one credit. */
export const paint = (by: OpenAI, model = 'painter-image') => by.images.generate({ model, prompt: 'x' });

/** A small file for forms. */
export const picture = async (name = 'in.png') =>
  toFile(
    await sharp({ create: { width: 64, height: 48, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
    name,
  );
