/**
 * Stereo sound in memory, and the last steps before it is encoded.
 *
 * All functions work in place. Call `removeDc`, `raiseLoudness` (which limits), then `fade`: a fade only lowers peaks, so
 * the ceiling still holds.
 */

export const SAMPLE_RATE = 44_100;

/** Peaks stay below -2 dBFS, because MP3 and Vorbis overshoot by up to about 1 dB when they are decoded. */
export const CEILING = 10 ** (-2 / 20);

export interface Pcm {
  sampleRate: 44_100;
  /** Samples in [-1, 1]. The same array in both channels means mono, and is encoded as mono. */
  left: Float32Array;
  right: Float32Array;
}

/** @param seconds length, rounded to whole samples. */
export function silence(seconds: number): Pcm {
  const samples = Math.max(1, Math.round(seconds * SAMPLE_RATE));
  return { sampleRate: SAMPLE_RATE, left: new Float32Array(samples), right: new Float32Array(samples) };
}

export function seconds(pcm: Pcm): number {
  return pcm.left.length / SAMPLE_RATE;
}

function channels(pcm: Pcm): Float32Array[] {
  return pcm.left === pcm.right ? [pcm.left] : [pcm.left, pcm.right];
}

/** Largest absolute sample. */
export function peak(pcm: Pcm): number {
  let top = 0;
  for (const channel of channels(pcm)) {
    for (let i = 0; i < channel.length; i++) {
      const size = Math.abs(channel[i]!);
      if (size > top) top = size;
    }
  }
  return top;
}

/** Root mean square over both channels. */
export function rms(pcm: Pcm): number {
  let sum = 0;
  for (const channel of channels(pcm)) for (let i = 0; i < channel.length; i++) sum += channel[i]! ** 2;
  return Math.sqrt(sum / (pcm.left.length * channels(pcm).length));
}

export function amplify(pcm: Pcm, gain: number): void {
  for (const channel of channels(pcm)) for (let i = 0; i < channel.length; i++) channel[i]! *= gain;
}

/** Adds `layer` to `pcm`; drops samples beyond the length of `pcm`. */
export function mixInto(pcm: Pcm, layer: Pcm, gain: number): void {
  const length = Math.min(pcm.left.length, layer.left.length);
  for (let i = 0; i < length; i++) {
    pcm.left[i]! += layer.left[i]! * gain;
    pcm.right[i]! += layer.right[i]! * gain;
  }
}

/** Removes direct current and inaudible rumble, which would cost headroom, with a 20 Hz high-pass. */
export function removeDc(pcm: Pcm): void {
  const keep = 1 - (2 * Math.PI * 20) / SAMPLE_RATE;
  for (const channel of channels(pcm)) {
    let before = 0;
    let out = 0;
    for (let i = 0; i < channel.length; i++) {
      const now = channel[i]!;
      out = now - before + keep * out;
      before = now;
      channel[i] = out;
    }
  }
}

/** Fades both ends with raised-cosine ramps, so that the file does not click; the last sample is exactly zero. */
export function fade(pcm: Pcm, inSeconds: number, outSeconds: number): void {
  const length = pcm.left.length;
  const rise = Math.min(Math.round(inSeconds * SAMPLE_RATE), length >> 1);
  const fall = Math.min(Math.round(outSeconds * SAMPLE_RATE), length - rise);
  for (const channel of channels(pcm)) {
    for (let i = 0; i < rise; i++) channel[i]! *= 0.5 - 0.5 * Math.cos((Math.PI * i) / rise);
    for (let i = 0; i < fall; i++) channel[length - 1 - i]! *= 0.5 - 0.5 * Math.cos((Math.PI * i) / fall);
  }
}

const BLOCK = 64;

/**
 * Limits every sample to `ceiling` with look-ahead. The gain is the lowest that any adjacent block of 64 samples needs,
 * interpolated linearly, so it neither overshoots nor clips.
 */
export function limit(pcm: Pcm, ceiling = CEILING): void {
  const { left, right } = pcm;
  const blocks = Math.ceil(left.length / BLOCK);
  const needed = new Float32Array(blocks + 2).fill(1);
  for (let b = 0; b < blocks; b++) {
    let top = 0;
    const end = Math.min(left.length, (b + 1) * BLOCK);
    for (let i = b * BLOCK; i < end; i++) top = Math.max(top, Math.abs(left[i]!), Math.abs(right[i]!));
    needed[b + 1] = top > ceiling ? ceiling / top : 1;
  }
  const gain = needed.map((own, b) => Math.min(own, needed[b - 1] ?? 1, needed[b + 1] ?? 1));
  for (let b = 1; b < gain.length; b++) gain[b] = Math.min(gain[b]!, gain[b - 1]! + 0.012);
  for (let b = gain.length - 2; b >= 0; b--) gain[b] = Math.min(gain[b]!, gain[b + 1]! + 0.15);
  for (const channel of channels(pcm)) {
    for (let i = 0; i < channel.length; i++) {
      const at = i / BLOCK + 0.5;
      const b = at | 0;
      channel[i]! *= gain[b]! + (gain[b + 1]! - gain[b]!) * (at - b);
    }
  }
}

/**
 * Brings the sound to a loudness and limits it. Peaks are raised to `mostBoost` times the ceiling at most, so that the
 * limiter does not flatten short sounds with high peaks (a click, a drop).
 */
export function raiseLoudness(pcm: Pcm, targetDb: number, mostBoost = 4): void {
  const target = 10 ** (targetDb / 20);
  for (let pass = 0; pass < 3; pass++) {
    const loudness = rms(pcm);
    if (loudness < 1e-9) return;
    amplify(pcm, Math.min(target / loudness, (CEILING * mostBoost) / peak(pcm)));
    limit(pcm);
  }
}
