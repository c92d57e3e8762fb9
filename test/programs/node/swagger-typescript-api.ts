import { writeFile } from 'node:fs/promises';
import { Api } from './client';

const { OFFPRINT_URL, OFFPRINT_API_KEY } = process.env;
const { api } = new Api({
  baseUrl: OFFPRINT_URL,
  baseApiParams: { headers: { authorization: `Bearer ${OFFPRINT_API_KEY}` } },
});
const body = { modelKey: 'embedded-image' as const, prompt: 'a lighthouse', resolution: 512 };
const { data: started } = await api.startPrediction(body);
for (;;) {
  const { data } = await api.getPrediction(started.predictionId, { wait: 30 });
  if (data.status !== 'completed') continue;
  const file = await fetch(data.outputs![0]!.url);
  await writeFile('picture.png', Buffer.from(await file.arrayBuffer()));
  break;
}
