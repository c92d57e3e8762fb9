/** The examples of openapi.json for each model: the service accepts and completes them as they stand. */
import { startApp, type TestApp } from '../support/app.js';
import { call, finished, generate, type Json, newCaller } from '../support/client.js';
import type { Description } from '../support/openapi.js';

/** Enough for every model once. */
const CREDITS = '1000';

let app: TestApp;
let key: string;
beforeAll(async () => {
  app = await startApp({ SIGNUP_CREDITS: CREDITS });
  key = (await newCaller(app.base)).key;
});
afterAll(() => app.close());

it('201: the example of every model is accepted, and ends completed', async () => {
  const { body: served } = await call<Description>(app.base, 'GET', '/api/openapi.json');
  const { requestBody } = Object.values(served.paths)
    .flatMap((item) => Object.values(item))
    .find(({ operationId }) => operationId === 'startPrediction')!;
  const examples: { value: Json }[] = Object.values(requestBody!.content['application/json']!.examples!);
  expect(examples.length).toBeGreaterThan(10);
  for (const { value } of examples) {
    const { predictionId } = await generate(app.base, key, value);
    const { status, error } = await finished(app.base, key, predictionId);
    // Its example asks for the first of its faults.
    const expected = value.modelKey === 'embedded-fault' ? expect.any(String) : 'completed';
    expect({ model: value.modelKey, status, error }).toMatchObject({
      model: value.modelKey,
      status: expected,
    });
  }
}, 300_000);
