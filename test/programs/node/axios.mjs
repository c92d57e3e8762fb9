import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import axios from 'axios';

const { OFFPRINT_URL, OFFPRINT_API_KEY } = process.env;
const offprint = axios.create({
  baseURL: OFFPRINT_URL,
  headers: { Authorization: `Bearer ${OFFPRINT_API_KEY}` },
});
const body = { modelKey: 'embedded-image', prompt: 'a lighthouse at dawn', resolution: 512 };
let { data } = await offprint.post('/api/generate', body);
do ({ data } = await offprint.get(`/api/generate/status/${data.predictionId}?wait=30`));
while (data.status === 'processing');
const file = await axios.get(data.outputs[0].url, { responseType: 'stream' });
await pipeline(file.data, createWriteStream('picture.png'));
