/** POST /v1/audio/speech. */
import OpenAI from 'openai';
import { client, key, refusal, service, spent, useFront } from './front-kit.js';

useFront();

describe('audio.speech.create', () => {
  it('responds with the sound itself', async () => {
    const response = await client.audio.speech.create({ model: 'tts-1', voice: 'en', input: 'Hello there.' });
    expect(response.headers.get('content-type')).toBe('audio/mpeg');
    expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(1000);
    const wav = await client.audio.speech.create({
      model: 'tts-1',
      voice: 'de',
      input: 'Guten Tag.',
      response_format: 'wav',
      speed: 1.25,
      stream_format: 'audio',
    });
    expect(
      Buffer.from(await wav.arrayBuffer())
        .subarray(0, 4)
        .toString(),
    ).toBe('RIFF');
    const history = await service.request('GET', '/api/generate/history', { key });
    expect(history.body.items[0].input).toMatchObject({ voice: 'de', speed: 200, format: 'wav' });
    expect(await spent()).toBeGreaterThan(0);
  });

  it('speaks with its own voice for one of OpenAI’s, and says so', async () => {
    const body = {
      model: 'tts-1',
      voice: 'alloy',
      input: 'Hello there.',
      instructions: 'Whisper.',
      speed: 4,
    };
    const { response } = await client.audio.speech.create(body).withResponse();
    expect(response.headers.get('offprint-mapped')).toBe('voice=en, instructions=dropped, speed=260');
    const history = await service.request('GET', '/api/generate/history', { key });
    expect(history.body.items[0].input).not.toHaveProperty('voice', 'alloy');
  });

  it.each([
    ['a voice of another model', { voice: 'bavarian' }, 'voice'],
    ['a format that the model lacks', { response_format: 'opus' }, 'response_format'],
    ['a speed beyond OpenAI’s', { speed: 5 }, 'speed'],
    ['instructions that are no text', { instructions: 7 }, 'instructions'],
    ['events', { stream_format: 'sse' }, 'stream_format'],
    ['no text', { input: '' }, 'input'],
    ['a model of images', { model: 'gpt-image-1' }, 'model'],
  ])('refuses %s before anything is charged', async (_, change, param) => {
    const body = { model: 'tts-1', voice: 'en', input: 'x', ...change } as OpenAI.Audio.SpeechCreateParams;
    expect(await refusal(client.audio.speech.create(body))).toMatchObject({ status: 400, param });
    expect(await spent()).toBe(0);
  });
});
