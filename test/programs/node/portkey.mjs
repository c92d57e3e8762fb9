import { writeFile } from 'node:fs/promises';
import { Portkey } from 'portkey-ai';

const { OFFPRINT_URL, OFFPRINT_API_KEY } = process.env;
const portkey = new Portkey({
  baseURL: `${OFFPRINT_URL}/v1`,
  Authorization: `Bearer ${OFFPRINT_API_KEY}`,
});
const { data } = await portkey.images.generate({ model: 'gpt-image-1', prompt: 'a lighthouse at dawn' });
await writeFile('picture.png', Buffer.from(data[0].b64_json, 'base64'));
