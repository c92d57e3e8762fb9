import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import got from 'got';

const { OFFPRINT_URL, OFFPRINT_API_KEY } = process.env;
const offprint = got.extend({
  prefixUrl: OFFPRINT_URL,
  headers: { authorization: `Bearer ${OFFPRINT_API_KEY}` },
});
const json = { modelKey: 'embedded-image', prompt: 'a lighthouse at dawn', resolution: 512 };
let prediction = await offprint.post('api/generate', { json }).json();
do prediction = await offprint(`api/generate/status/${prediction.predictionId}?wait=30`).json();
while (prediction.status === 'processing');
await pipeline(got.stream(prediction.outputs[0].url), createWriteStream('picture.png'));
