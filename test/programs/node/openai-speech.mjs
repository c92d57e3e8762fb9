import { writeFile } from 'node:fs/promises';
import OpenAI from 'openai';

const { OFFPRINT_URL, OFFPRINT_API_KEY } = process.env;
const client = new OpenAI({ baseURL: `${OFFPRINT_URL}/v1`, apiKey: OFFPRINT_API_KEY });
const speech = await client.audio.speech.create({ model: 'tts-1', voice: 'alloy', input: 'Hello there.' });
await writeFile('speech.mp3', Buffer.from(await speech.arrayBuffer()));
