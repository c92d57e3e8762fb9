import { writeFile } from 'node:fs/promises';
import { getPrediction, startPrediction } from './client';
import { client } from './client/client.gen';

const { OFFPRINT_URL, OFFPRINT_API_KEY } = process.env;
client.setConfig({ baseUrl: OFFPRINT_URL, auth: OFFPRINT_API_KEY, throwOnError: true });
const body = { modelKey: 'embedded-image' as const, prompt: 'a lighthouse', resolution: 512 };
const started = await startPrediction({ body, throwOnError: true });
const path = { predictionId: started.data.predictionId };
for (;;) {
  const { data } = await getPrediction({ path, query: { wait: 30 }, throwOnError: true });
  if (data.status !== 'completed') continue;
  const file = await fetch(data.outputs![0]!.url);
  await writeFile('picture.png', Buffer.from(await file.arrayBuffer()));
  break;
}
