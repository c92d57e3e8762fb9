import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import OpenAI from 'openai';

const { OFFPRINT_URL, OFFPRINT_API_KEY } = process.env;
const client = new OpenAI({ baseURL: `${OFFPRINT_URL}/v1`, apiKey: OFFPRINT_API_KEY });
const image = createReadStream('in.png');
const { data } = await client.images.edit({ model: 'gpt-image-1', image, prompt: 'wider' });
await writeFile('edited.png', Buffer.from(data[0].b64_json, 'base64'));
