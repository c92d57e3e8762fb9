import { writeFile } from 'node:fs/promises';
import { Configuration, GenerationApi } from './client';

const { OFFPRINT_URL, OFFPRINT_API_KEY } = process.env;
const api = new GenerationApi(new Configuration({ basePath: OFFPRINT_URL, accessToken: OFFPRINT_API_KEY }));
const generateInput = { modelKey: 'embedded-image' as const, prompt: 'a lighthouse', resolution: 512 };
const { predictionId } = await api.startPrediction({ generateInput });
let prediction;
do prediction = await api.getPrediction({ predictionId, wait: 30 });
while (prediction.status === 'processing');
if (prediction.status !== 'completed') throw new Error(JSON.stringify(prediction));
const file = await fetch(prediction.outputs![0]!.url);
await writeFile('picture.png', Buffer.from(await file.arrayBuffer()));
