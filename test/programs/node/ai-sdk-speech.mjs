import { writeFile } from 'node:fs/promises';
import { createOpenAI } from '@ai-sdk/openai';
import { experimental_generateSpeech as generateSpeech } from 'ai';

const { OFFPRINT_URL, OFFPRINT_API_KEY } = process.env;
const offprint = createOpenAI({ baseURL: `${OFFPRINT_URL}/v1`, apiKey: OFFPRINT_API_KEY });
const { audio } = await generateSpeech({
  model: offprint.speech('tts-1'),
  text: 'Hello there.',
  voice: 'alloy',
});
await writeFile('speech.mp3', audio.uint8Array);
