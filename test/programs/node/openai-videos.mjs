import { writeFile } from 'node:fs/promises';
import OpenAI from 'openai';

const { OFFPRINT_URL, OFFPRINT_API_KEY } = process.env;
const client = new OpenAI({ baseURL: `${OFFPRINT_URL}/v1`, apiKey: OFFPRINT_API_KEY });
let video = await client.videos.create({ model: 'sora-2', prompt: 'waves', seconds: '4' });
while (video.status === 'queued' || video.status === 'in_progress') {
  await new Promise((resolve) => setTimeout(resolve, 1000));
  video = await client.videos.retrieve(video.id);
}
const content = await client.videos.downloadContent(video.id);
await writeFile('video.mp4', Buffer.from(await content.arrayBuffer()));
