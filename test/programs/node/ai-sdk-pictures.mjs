import { writeFile } from 'node:fs/promises';
import { createOpenAI } from '@ai-sdk/openai';
import { generateImage } from 'ai';

const { OFFPRINT_URL, OFFPRINT_API_KEY } = process.env;
const offprint = createOpenAI({ baseURL: `${OFFPRINT_URL}/v1`, apiKey: OFFPRINT_API_KEY });
const { image } = await generateImage({
  model: offprint.image('gpt-image-1'),
  prompt: 'a lighthouse at dawn',
  size: '1024x1024',
});
await writeFile('picture.png', image.uint8Array);
