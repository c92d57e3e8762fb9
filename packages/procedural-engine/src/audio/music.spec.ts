import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineRefusal, type EngineTask } from '../engine.js';
import { random } from '../random.js';
import { compose } from './composition.js';
import { music } from './music.js';
import { CEILING, type Pcm, peak, rms, seconds } from './pcm.js';
import { perform } from './performance.js';
import { soundTrack } from './sound-track.js';

let directory: string;
beforeEach(async () => (directory = await mkdtemp(join(tmpdir(), 'music-'))));
afterEach(() => rm(directory, { recursive: true, force: true }));

const task = (input: Record<string, unknown>, seed = 'a'.repeat(64)): EngineTask => ({
  operation: 'embedded-music',
  input,
  seed,
  directory,
});
const context = (signal = new AbortController().signal, progress: (percent: number) => void = () => {}) => ({
  signal,
  progress,
});

/** Returns the strength of each pitch class between two times, by correlation with three octaves of sines. */
function chroma(pcm: Pcm, from: number, to: number): number[] {
  const [start, end] = [Math.round(from * 44_100), Math.round(to * 44_100)];
  return Array.from({ length: 12 }, (_, pc) =>
    [48, 60, 72].reduce((sum, octave) => {
      const turn = (2 * Math.PI * 440 * 2 ** ((octave + pc - 69) / 12)) / 44_100;
      let [re, im] = [0, 0];
      for (let i = start; i < end; i += 2) {
        re += pcm.left[i]! * Math.cos(turn * i);
        im += pcm.left[i]! * Math.sin(turn * i);
      }
      return sum + Math.hypot(re, im) / (end - start);
    }, 0),
  );
}

function expectClean(pcm: Pcm): void {
  expect(peak(pcm)).toBeLessThanOrEqual(CEILING + 1e-6);
  const loudness = 20 * Math.log10(rms(pcm));
  expect(loudness).toBeGreaterThan(-18.5);
  expect(loudness).toBeLessThan(-12);
  for (const channel of [pcm.left, pcm.right]) {
    expect(Math.abs(channel.reduce((sum, value) => sum + value, 0) / channel.length)).toBeLessThan(0.001);
    expect(Math.max(Math.abs(channel[0]!), Math.abs(channel[channel.length - 1]!))).toBeLessThan(0.001);
  }
}

describe('music', () => {
  it.each(['ambient space', 'lofi beat', 'hard techno', 'chiptune', 'epic battle', 'rock'])(
    'is loud enough, not clipped, free of offset and clicks: %s',
    async (prompt) => {
      const pcm = await perform(compose(prompt, { seconds: 8 }, random('one')));
      expect(seconds(pcm)).toBeCloseTo(8, 3);
      expectClean(pcm);
    },
  );

  it('plays the chords of the score in order', async () => {
    const score = compose('slow organ hymn in C major, no drums', { seconds: 16 }, random('two'));
    const pads = {
      ...score,
      notes: score.notes.filter((note) => note.part === 'pad'),
      hits: [],
      mix: { ...score.mix, reverb: 0, echo: 0 },
    };
    const pcm = await perform(pads);
    for (const event of score.chords.slice(0, -1)) {
      const [from, to] = [event.beat, event.beat + event.beats].map(
        (beat) => (beat * 60) / score.beatsPerMinute,
      );
      const strengths = chroma(pcm, from! + (to! - from!) * 0.45, to! - 0.05);
      const ranked = strengths
        .map((strength, pc) => ({ strength, pc }))
        .sort((one, other) => other.strength - one.strength);
      expect(event.chord.pitchClasses).toContain(ranked[0]!.pc);
      expect(event.chord.pitchClasses).toContain(ranked[1]!.pc);
    }
  });

  it('is stereo, and different for different words', async () => {
    const one = await perform(compose('jazz', { seconds: 5 }, random('three')));
    const other = await perform(compose('techno', { seconds: 5 }, random('three')));
    expect(one.left.some((value, i) => Math.abs(value - one.right[i]!) > 0.01)).toBe(true);
    expect(one.left.some((value, i) => Math.abs(value - other.left[i]!) > 0.1)).toBe(true);
  });

  it('writes the same file for the same seed, reports progress and the exact length', async () => {
    const reports: number[] = [];
    const [file] = await music(
      task({ prompt: 'waltz', duration: 5, format: 'mp3' }),
      context(undefined, (percent) => reports.push(percent)),
    );
    const first = await readFile(file!.path);
    await music(task({ prompt: 'waltz', duration: 5, format: 'mp3' }), context());
    expect(Buffer.compare(first, await readFile(file!.path))).toBe(0);
    expect(file).toMatchObject({ contentType: 'audio/mpeg', durationSeconds: 5 });
    expect(reports.length).toBeGreaterThan(5);
    expect(reports).toEqual([...reports].sort((a, b) => a - b));
    expect(reports[reports.length - 1]).toBe(100);
  });

  it('stops when aborted', async () => {
    const controller = new AbortController();
    const run = music(
      task({ prompt: 'techno', duration: 20 }),
      context(controller.signal, (percent) => percent > 20 && controller.abort()),
    );
    await expect(run).rejects.toThrow(/abort/i);
  });

  it('rejects an unsupported length', async () => {
    await expect(music(task({ prompt: 'x', duration: 500 }), context())).rejects.toThrow(EngineRefusal);
  });
});

describe('soundTrack', () => {
  it.each([1, 3, 5.04, 10])(
    'lasts exactly %s seconds, is clean, and ends in silence',
    async (durationSeconds) => {
      const track = await soundTrack({ prompt: 'Rainy night in a neon city', seed: 'seed', durationSeconds });
      expect(track.left.length).toBe(Math.round(durationSeconds * 44_100));
      expectClean(track);
      expect(track.onsets[0]).toBe(0);
      expect(track.onsets).toEqual([...track.onsets].sort((a, b) => a - b));
      expect(track.onsets[track.onsets.length - 1]).toBeLessThan(durationSeconds);
      expect(track.beatsPerMinute).toBeGreaterThan(30);
    },
  );

  it('returns the same samples for the same seed', async () => {
    const options = { prompt: 'sea at dawn', seed: 'seed', durationSeconds: 3 };
    const [one, two] = [await soundTrack(options), await soundTrack(options)];
    expect(Buffer.compare(Buffer.from(one.left.buffer), Buffer.from(two.left.buffer))).toBe(0);
  });
});
