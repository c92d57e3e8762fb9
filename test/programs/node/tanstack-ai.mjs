import { writeFile } from 'node:fs/promises';
import { generateImage } from '@tanstack/ai';
import { createOpenaiImage } from '@tanstack/ai-openai';

const { OFFPRINT_URL, OFFPRINT_API_KEY } = process.env;
const adapter = createOpenaiImage('gpt-image-1', OFFPRINT_API_KEY, { baseURL: `${OFFPRINT_URL}/v1` });
const { images } = await generateImage({ adapter, prompt: 'a lighthouse at dawn' });
await writeFile('picture.png', Buffer.from(images[0].b64Json, 'base64'));
