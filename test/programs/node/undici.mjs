import { createWriteStream } from 'node:fs';
import { request, stream } from 'undici';

const { OFFPRINT_URL, OFFPRINT_API_KEY } = process.env;
const headers = { authorization: `Bearer ${OFFPRINT_API_KEY}`, 'content-type': 'application/json' };
const input = { modelKey: 'embedded-image', prompt: 'a lighthouse at dawn', resolution: 512 };
const body = JSON.stringify(input);
const started = await request(`${OFFPRINT_URL}/api/generate`, { method: 'POST', headers, body });
const { predictionId } = await started.body.json();
let prediction;
do {
  const answer = await request(`${OFFPRINT_URL}/api/generate/status/${predictionId}?wait=30`, { headers });
  prediction = await answer.body.json();
} while (prediction.status === 'processing');
await stream(prediction.outputs[0].url, { method: 'GET' }, () => createWriteStream('picture.png'));
