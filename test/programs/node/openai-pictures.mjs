import { writeFile } from 'node:fs/promises';
import OpenAI from 'openai';

const { OFFPRINT_URL, OFFPRINT_API_KEY } = process.env;
const client = new OpenAI({ baseURL: `${OFFPRINT_URL}/v1`, apiKey: OFFPRINT_API_KEY });
const { data } = await client.images.generate({
  model: 'gpt-image-1',
  prompt: 'a lighthouse at dawn',
  size: '1024x1024',
});
await writeFile('picture.png', Buffer.from(data[0].b64_json, 'base64'));
