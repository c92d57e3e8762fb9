import { writeFile } from 'node:fs/promises';
import { getPrediction, startPrediction } from './client';

const { OFFPRINT_URL, OFFPRINT_API_KEY } = process.env;
const config = { baseURL: OFFPRINT_URL, headers: { authorization: `Bearer ${OFFPRINT_API_KEY}` } };
const input = { modelKey: 'embedded-image' as const, prompt: 'a lighthouse', resolution: 512 };
const { predictionId } = await startPrediction(input, undefined, undefined, config);
let prediction;
do prediction = await getPrediction(predictionId, { wait: 30 }, config);
while (prediction.status === 'processing');
if (prediction.status !== 'completed') throw new Error(JSON.stringify(prediction));
const file = await fetch(prediction.outputs![0]!.url);
await writeFile('picture.png', Buffer.from(await file.arrayBuffer()));
