import { writeFile } from 'node:fs/promises';
import { getPrediction, startPrediction } from './client';

const { OFFPRINT_URL, OFFPRINT_API_KEY } = process.env;
const call = globalThis.fetch;
// Its client calls fetch with the paths of the description.
globalThis.fetch = (path, init) => call(new URL(String(path), OFFPRINT_URL), init);
const options = { headers: { authorization: `Bearer ${OFFPRINT_API_KEY}` } };
const body = { modelKey: 'embedded-image' as const, prompt: 'a lighthouse', resolution: 512 };
const started = await startPrediction(body, undefined, options);
if (started.status !== 201) throw new Error(JSON.stringify(started.data));
for (;;) {
  const answer = await getPrediction(started.data.predictionId, { wait: 30 }, options);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.data));
  if (answer.data.status !== 'completed') continue;
  const file = await call(answer.data.outputs![0]!.url);
  await writeFile('picture.png', Buffer.from(await file.arrayBuffer()));
  break;
}
