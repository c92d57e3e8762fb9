import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { random } from '../random.js';
import { EFFECTS, effectsIn } from './effects/lexicon.js';
import { paceOf } from './pace.js';
import { CEILING, type Pcm, peak, rms } from './pcm.js';
import { sound, soundEffect } from './sound-effect.js';

const draw = (prompt: string, length = 3, seed = 'seed') =>
  soundEffect(prompt, length, random(seed), paceOf({}));

/** Returns the spectral centre in hertz: the root mean square of the slope divided by that of the wave. */
function centre({ left }: Pcm): number {
  let [energy, slope] = [0, 0];
  for (let i = 1; i < left.length; i++) {
    energy += left[i]! ** 2;
    slope += (left[i]! - left[i - 1]!) ** 2;
  }
  return (44_100 / (2 * Math.PI)) * Math.sqrt(slope / energy);
}

/** Returns the ratio of the loudest 20 ms to the average. */
function unevenness({ left }: Pcm): number {
  const parts = Array.from({ length: Math.floor(left.length / 882) }, (_, part) => {
    let energy = 0;
    for (let i = part * 882; i < (part + 1) * 882; i++) energy += left[i]! ** 2;
    return energy;
  });
  return Math.max(...parts) / (parts.reduce((sum, energy) => sum + energy, 0) / parts.length);
}

describe('sound effects', () => {
  it.each(EFFECTS.map((entry) => entry.name))(
    '%s sounds, is not clipped, has no offset and ends at nothing',
    async (name) => {
      const pcm = await draw(name, 2);
      expect(pcm.left.length).toBe(88_200);
      expect(peak(pcm)).toBeLessThanOrEqual(CEILING + 1e-6);
      expect(20 * Math.log10(rms(pcm))).toBeGreaterThan(-36);
      expect(Math.abs(pcm.left.reduce((sum, value) => sum + value, 0) / pcm.left.length)).toBeLessThan(0.003);
      expect(Math.abs(pcm.left[0]!) + Math.abs(pcm.left[pcm.left.length - 1]!)).toBeLessThan(0.001);
    },
  );

  it('makes rain bright and thunder dark, and wind between them', async () => {
    const [rain, wind, thunder] = [
      centre(await draw('rain')),
      centre(await draw('wind')),
      centre(await draw('distant thunder')),
    ];
    expect(rain).toBeGreaterThan(wind * 2);
    expect(wind).toBeGreaterThan(thunder * 2);
  });

  it('makes rain continuous, and footsteps and a clock single strokes', async () => {
    const even = unevenness(await draw('rain'));
    for (const strokes of ['footsteps', 'clock'])
      expect(unevenness(await draw(strokes))).toBeGreaterThan(even * 2);
  });

  it('ticks a clock once a second', async () => {
    const { left } = await draw('ticking clock, dry', 5);
    const loud = Array.from({ length: 100 }, (_, part) =>
      Math.max(...left.subarray(part * 2205, (part + 1) * 2205).map(Math.abs)),
    );
    const strokes = loud.flatMap((level, part) => (level > 0.25 ? [part] : []));
    const starts = strokes.filter((part, i) => i === 0 || part - strokes[i - 1]! > 4);
    expect(starts).toEqual([1, 21, 41, 61, 81]);
  });

  it('layers all the sounds that the words name', async () => {
    expect(effectsIn('a thunderstorm with rain and a church bell').map((entry) => entry.name)).toEqual([
      'rain',
      'thunder',
      'bell',
    ]);
    const [both, alone] = [await draw('fire and birds'), await draw('fire')];
    expect(centre(both)).toBeGreaterThan(centre(alone) * 1.3);
  });

  it('makes an abstract texture for unknown words: the same only for the same seed', async () => {
    const [one, same, other] = [await draw('qwxz'), await draw('qwxz'), await draw('qwxz', 3, 'other')];
    expect(one.left).toEqual(same.left);
    expect(one.left).not.toEqual(other.left);
    expect(rms(one)).toBeGreaterThan(0.05);
  });

  it('writes a file of the requested format and length', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'sound-'));
    const input = { prompt: 'whoosh', duration: 0.5, format: 'ogg' };
    const files = await sound(
      { operation: 'embedded-sound', input, seed: 'f'.repeat(64), directory },
      { progress: () => {}, signal: new AbortController().signal },
    );
    await rm(directory, { recursive: true });
    expect(files).toEqual([
      { path: join(directory, 'sound.ogg'), contentType: 'audio/ogg', durationSeconds: 0.5 },
    ]);
  });
});
