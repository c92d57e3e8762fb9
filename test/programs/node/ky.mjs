import { writeFile } from 'node:fs/promises';
import ky from 'ky';

const { OFFPRINT_URL, OFFPRINT_API_KEY } = process.env;
const headers = { authorization: `Bearer ${OFFPRINT_API_KEY}` };
const json = { modelKey: 'embedded-image', prompt: 'a lighthouse at dawn', resolution: 512 };
let prediction = await ky.post(`${OFFPRINT_URL}/api/generate`, { headers, json }).json();
const status = `${OFFPRINT_URL}/api/generate/status/${prediction.predictionId}?wait=30`;
do prediction = await ky(status, { headers, timeout: 60_000 }).json();
while (prediction.status === 'processing');
await writeFile('picture.png', Buffer.from(await ky(prediction.outputs[0].url).arrayBuffer()));
