import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineRefusal } from '../engine.js';
import { speech } from './speech.js';
import { runSpeechProgram, speechAvailable } from './speech-program.js';

let directory: string;
beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'speech-'))));
afterEach(() => rm(directory, { recursive: true, force: true }));

const say = (input: Record<string, unknown>, signal = new AbortController().signal) =>
  speech(
    { operation: 'embedded-speech', input: { format: 'wav', ...input }, seed: '0'.repeat(64), directory },
    { progress: () => {}, signal },
  );

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Returns the share of 20 ms pieces with a period of 2.5 to 12.5 ms, as a voice has (80 to 400 Hz). */
function voicedShare(wav: Buffer): number {
  const samples = Float32Array.from(
    { length: (wav.length - 300) >> 1 },
    (_, i) => wav.readInt16LE(300 + i * 2) / 32_768,
  );
  let [voiced, sounding] = [0, 0];
  for (let at = 0; at + 2000 < samples.length; at += 1764) {
    const energy = samples.subarray(at, at + 882).reduce((sum, value) => sum + value ** 2, 0);
    if (energy < 0.5) continue;
    sounding++;
    let best = 0;
    for (let lag = 110; lag < 552; lag += 2) {
      let [match, moved] = [0, 0];
      for (let i = at; i < at + 882; i++) {
        match += samples[i]! * samples[i + lag]!;
        moved += samples[i + lag]! ** 2;
      }
      best = Math.max(best, match / Math.sqrt(energy * moved + 1e-9));
    }
    if (best > 0.7) voiced++;
  }
  return voiced / sounding;
}

const whenInstalled = speechAvailable() ? describe : describe.skip;

whenInstalled('speech', () => {
  it('speaks with a voice, for a plausible time', async () => {
    const [file] = await say({
      prompt: 'The quick brown fox jumps over the lazy dog, and then it sleeps in the sun.',
      voice: 'en-us',
    });
    expect(file!.durationSeconds).toBeGreaterThan(3);
    expect(file!.durationSeconds).toBeLessThan(9);
    expect(voicedShare(await readFile(file!.path))).toBeGreaterThan(0.4);
  });

  it('speaks faster when requested, and deterministically', async () => {
    const prompt = 'Eins, zwei, drei, vier, fünf, sechs.';
    const [slow] = await say({ prompt, voice: 'de', speed: 90 });
    const first = await readFile(slow!.path);
    await say({ prompt, voice: 'de', speed: 90 });
    expect(Buffer.compare(first, await readFile(slow!.path))).toBe(0);
    const [fast] = await say({ prompt, voice: 'de', speed: 240 });
    expect(fast!.durationSeconds).toBeLessThan(slow!.durationSeconds! * 0.7);
  });

  it.each(['', '   ', '... !? —'])('rejects a text without words: "%s"', async (prompt) => {
    await expect(say({ prompt })).rejects.toThrow(EngineRefusal);
  });

  it('rejects an unsupported voice and speed', async () => {
    await expect(say({ prompt: 'hello', voice: '__proto__' })).rejects.toThrow(EngineRefusal);
    await expect(say({ prompt: 'hello', speed: 500 })).rejects.toThrow(EngineRefusal);
  });

  it('rejects a text that would take longer than five minutes', async () => {
    const prompt = 'This sentence is said again and again until nobody listens any more. '.repeat(120);
    await expect(say({ prompt, speed: 80 })).rejects.toThrow(/300 seconds/);
  });

  it('leaves no child process after an abort', async () => {
    const controller = new AbortController();
    let pid = 0;
    const run = runSpeechProgram(
      { text: 'A long story. '.repeat(300), voice: 'en-us', speed: 80 },
      {
        mostBytes: 1e9,
        signal: controller.signal,
        started: (id) => {
          pid = id;
          controller.abort();
        },
      },
    );
    await expect(run).rejects.toThrow(/abort/i);
    expect(pid).toBeGreaterThan(0);
    expect(isAlive(pid)).toBe(false);
  });
});
