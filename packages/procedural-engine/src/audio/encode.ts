/**
 * Encodes sound as MP3 (LAME), Ogg Vorbis or 16-bit WAV, marked as procedural in its metadata.
 *
 * The encoders are WebAssembly, so the same sound results in the same bytes on every machine. They encode one second at a
 * time and yield to the event loop in between.
 */
import { createMp3Encoder, createOggEncoder } from 'wasm-media-encoders';
import { infoFrame } from './mp3-info.js';
import { replaceComment } from './ogg-pages.js';
import { type Pace, paceOf } from './pace.js';
import { type Pcm, SAMPLE_RATE } from './pcm.js';
import { id3Tag, vorbisComment, wavInfo } from './tags.js';

export const AUDIO_FORMATS = ['mp3', 'ogg', 'wav'] as const;
export type AudioFormat = (typeof AUDIO_FORMATS)[number];

const CONTENT_TYPES: Record<AudioFormat, string> = { mp3: 'audio/mpeg', ogg: 'audio/ogg', wav: 'audio/wav' };

/** Returns the channels; a mono recording has the same array twice. */
function channelsOf(pcm: Pcm): Float32Array[] {
  return pcm.left === pcm.right ? [pcm.left] : [pcm.left, pcm.right];
}

interface Encoder {
  encode(samples: readonly Float32Array[]): Uint8Array;
  finalize(): Uint8Array;
}

async function encodeBySecond(encoder: Encoder, pcm: Pcm, pace: Pace): Promise<Buffer> {
  const channels = channelsOf(pcm);
  const length = pcm.left.length;
  const parts: Buffer[] = [];
  for (let from = 0; from < length; from += SAMPLE_RATE) {
    // A copy, because `encode` returns a view of the encoder's memory.
    parts.push(Buffer.from(encoder.encode(channels.map((one) => one.subarray(from, from + SAMPLE_RATE)))));
    await pace((from + SAMPLE_RATE) / length);
  }
  parts.push(Buffer.from(encoder.finalize()));
  return Buffer.concat(parts);
}

async function mp3(pcm: Pcm, description: string, pace: Pace): Promise<Buffer> {
  const encoder = await createMp3Encoder();
  const channels = channelsOf(pcm).length as 1 | 2;
  encoder.configure({ channels, sampleRate: SAMPLE_RATE, bitrate: channels === 2 ? 192 : 96 });
  const frames = await encodeBySecond(encoder, pcm, pace);
  return Buffer.concat([id3Tag(description), infoFrame(frames, pcm.left.length), frames]);
}

async function ogg(pcm: Pcm, description: string, pace: Pace): Promise<Buffer> {
  const encoder = await createOggEncoder();
  const channels = channelsOf(pcm).length as 1 | 2;
  // A fixed stream number instead of the encoder's random one, for deterministic files.
  encoder.configure({ channels, sampleRate: SAMPLE_RATE, vbrQuality: 5, oggSerialNo: 0x0ff9 });
  return replaceComment(await encodeBySecond(encoder, pcm, pace), vorbisComment(description));
}

async function wav(pcm: Pcm, description: string, pace: Pace): Promise<Buffer> {
  const channels = channelsOf(pcm);
  const info = wavInfo(description);
  const dataBytes = pcm.left.length * channels.length * 2;
  const file = Buffer.alloc(36 + info.length + 8 + dataBytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(file.length - 8, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(channels.length, 22);
  file.writeUInt32LE(SAMPLE_RATE, 24);
  file.writeUInt32LE(SAMPLE_RATE * channels.length * 2, 28);
  file.writeUInt16LE(channels.length * 2, 32);
  file.writeUInt16LE(16, 34);
  info.copy(file, 36);
  file.write('data', 36 + info.length, 'latin1');
  file.writeUInt32LE(dataBytes, 40 + info.length);
  let at = 44 + info.length;
  for (let i = 0; i < pcm.left.length; i++) {
    for (const channel of channels) {
      at = file.writeInt16LE(Math.round(Math.max(-1, Math.min(1, channel[i]!)) * 32_767), at);
    }
    if (i % (SAMPLE_RATE * 4) === 0) await pace(i / pcm.left.length);
  }
  return file;
}

const ENCODERS = { mp3, ogg, wav };

/** @param description title of the file; truncated to 200 characters. */
export async function encodeAudio(
  pcm: Pcm,
  format: AudioFormat,
  description: string,
  pace: Pace = paceOf({}),
): Promise<{ bytes: Uint8Array; contentType: string }> {
  const bytes = await ENCODERS[format](pcm, description.replaceAll('\0', ' '), pace);
  return { bytes, contentType: CONTENT_TYPES[format] };
}
