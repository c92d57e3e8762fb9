import { writeFile } from 'node:fs/promises';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateImage } from 'ai';

const { OFFPRINT_URL, OFFPRINT_API_KEY } = process.env;
const offprint = createOpenAICompatible({
  name: 'offprint',
  baseURL: `${OFFPRINT_URL}/v1`,
  apiKey: OFFPRINT_API_KEY,
});
const { image } = await generateImage({
  model: offprint.imageModel('gpt-image-1'),
  prompt: 'a lighthouse at dawn',
});
await writeFile('picture.png', image.uint8Array);
