import { writeFile } from 'node:fs/promises';
import { OpenAPIClientAxios } from 'openapi-client-axios';

const { OFFPRINT_URL, OFFPRINT_API_KEY } = process.env;
const api = new OpenAPIClientAxios({
  definition: `${OFFPRINT_URL}/api/openapi.json`,
  // The description names no host where PUBLIC_URL is not set.
  withServer: { url: OFFPRINT_URL },
  axiosConfigDefaults: { headers: { authorization: `Bearer ${OFFPRINT_API_KEY}` } },
});
const client = await api.init();
const input = { modelKey: 'embedded-image', prompt: 'a lighthouse', resolution: 512 };
const { data: started } = await client.startPrediction(null, input);
let data;
do ({ data } = await client.getPrediction({ predictionId: started.predictionId, wait: 30 }));
while (data.status === 'processing');
const file = await fetch(data.outputs[0].url);
await writeFile('picture.png', Buffer.from(await file.arrayBuffer()));
