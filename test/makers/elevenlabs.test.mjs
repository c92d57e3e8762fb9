/** ElevenLabs’ client. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ElevenLabsClient, ElevenLabsError } from '@elevenlabs/elevenlabs-js';
import { fakeEngine, fileOf } from './fake-engine.mjs';

const engine = fakeEngine('http-job');
const client = () => new ElevenLabsClient({ apiKey: 'xi-maker', baseUrl: engine.url, maxRetries: 0 });
const outputFormat = 'mp3_44100_128';
const speak = () =>
  client().textToSpeech.convert('JBFqnCBsd6RMkjVDRZzb', {
    text: 'Good morning.',
    modelId: 'eleven_multilingual_v2',
    outputFormat,
    voiceSettings: { speed: 1 },
  });

async function bytesOf(stream) {
  const chunks = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('elevenlabs', () => {
  it('reads the key’s subscription', async () => {
    const { subscription } = await client().user.get();
    assert.equal(subscription.tier, 'creator');
    assert.equal(typeof subscription.characterLimit, 'number');
  });

  for (const [what, make] of [
    ['generates speech', speak],
    [
      'generates a sound',
      () =>
        client().textToSoundEffects.convert({
          text: 'rain',
          modelId: 'eleven_text_to_sound_v2',
          durationSeconds: 5,
          promptInfluence: 0.3,
          loop: false,
          outputFormat,
        }),
    ],
    [
      'makes music',
      () =>
        client().music.compose({
          prompt: 'a waltz',
          modelId: 'music_v1',
          musicLengthMs: 30_000,
          forceInstrumental: true,
          outputFormat,
        }),
    ],
  ])
    it(what, async () => {
      assert.ok((await bytesOf(await make())).equals(fileOf('sound.mp3')));
    });

  for (const [fault, status, name] of [
    ['quota', 401, 'quota_exceeded'],
    ['busy', 429, 'system_busy'],
    ['busy-as-400', 400, 'too_many_concurrent_requests'],
    ['no-such-voice', 400, 'voice_not_found'],
    ['moderated', 400, 'bad_prompt'],
    ['error-401', 401, 'error_401'],
  ])
    it(`maps ${fault} to its error`, async () => {
      await engine.fault(fault);
      await assert.rejects(speak(), (error) => {
        assert.ok(error instanceof ElevenLabsError, String(error));
        assert.equal(error.statusCode, status);
        assert.equal(error.body.detail.status, name);
        assert.equal(typeof error.body.detail.message, 'string');
        return true;
      });
    });

  it('names the fields of an invalid request', async () => {
    const wrong = client().textToSoundEffects.convert({ text: 'rain', durationSeconds: 90, outputFormat });
    await assert.rejects(wrong, (error) => {
      assert.equal(error.statusCode, 422);
      const [{ loc, msg, type }] = error.body.detail;
      assert.ok(Array.isArray(loc) && msg && type);
      return true;
    });
  });
});
