import { writeFile } from 'node:fs/promises';
import createClient from 'openapi-fetch';
import type { paths } from './offprint.js';

const { OFFPRINT_URL, OFFPRINT_API_KEY } = process.env;
const offprint = createClient<paths>({
  baseUrl: OFFPRINT_URL,
  headers: { authorization: `Bearer ${OFFPRINT_API_KEY}` },
});
const body = { modelKey: 'embedded-image' as const, prompt: 'a lighthouse', resolution: 512 };
const started = await offprint.POST('/api/generate', { body });
if (started.error) throw new Error(JSON.stringify(started.error));
const predictionId = started.data.predictionId;
for (;;) {
  const params = { path: { predictionId }, query: { wait: 30 } };
  const { data } = await offprint.GET('/api/generate/status/{predictionId}', { params });
  if (data?.status !== 'completed') continue;
  const file = await fetch(data.outputs![0].url);
  await writeFile('picture.png', Buffer.from(await file.arrayBuffer()));
  break;
}
