import { writeFile } from 'node:fs/promises';
import { DallEAPIWrapper } from '@langchain/openai';

const { OFFPRINT_URL, OFFPRINT_API_KEY } = process.env;
const tool = new DallEAPIWrapper({
  model: 'dall-e-3',
  apiKey: OFFPRINT_API_KEY,
  baseUrl: `${OFFPRINT_URL}/v1`,
});
const link = await tool.invoke('a lighthouse at dawn');
const response = await fetch(link);
await writeFile('picture.png', Buffer.from(await response.arrayBuffer()));
