/** Generates small real files of each kind. */
import { createRequire } from 'node:module';
import type * as Mediabunny from 'mediabunny';
import sharp from 'sharp';

/** The same copy as that of src/libraries: the library warns when it is loaded twice. */
const {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  MovOutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  WavOutputFormat,
  WebMOutputFormat,
} = createRequire(import.meta.url)('mediabunny') as typeof Mediabunny;

export type PictureFormat = 'png' | 'jpeg' | 'webp' | 'avif' | 'gif';

/** A picture with enough detail that each row has bytes of its own. */
export async function makePicture(format: PictureFormat, width = 96, height = 64): Promise<Buffer> {
  const raw = Buffer.alloc(width * height * 3);
  for (let at = 0, state = 1; at < raw.length; at += 1) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    raw[at] = state >>> 24;
  }
  return sharp(raw, { raw: { width, height, channels: 3 } })
    .toFormat(format)
    .toBuffer();
}

/** An animated GIF of three frames. */
export async function makeAnimation(width = 40, height = 30): Promise<Buffer> {
  const frames = ['red', 'green', 'blue'].map((background) =>
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(frames), { join: { animated: true } })
    .gif()
    .toBuffer();
}

/** An animated WebP of three frames. */
export async function makeMovingWebp(): Promise<Buffer> {
  return sharp(await makeAnimation(), { animated: true })
    .webp()
    .toBuffer();
}

/** An AVIF of two frames of 16 × 16, which no encoder of ours can make. */
export const AVIF_SEQUENCE = Buffer.from(
  'AAAALGZ0eXBhdmlzAAAAAGF2aXNhdmlmbXNmMWlzbzhtaWYxbWlhZk1BMUIAAAD5bWV0YQAAAAAAAAAvaGRscgAAAAAAAAAAcGljdAAAAAAAAA' +
    'AAAAAAAFBpY3R1cmVIYW5kbGVyAAAAAA5waXRtAAAAAAABAAAAHmlsb2MAAAAARAAAAQABAAAAAQAAA7gAAAAjAAAAKGlpbmYAAAAAAAEAAAAa' +
    'aW5mZQIAAAAAAQAAYXYwMUNvbG9yAAAAAGppcHJwAAAAS2lwY28AAAAUaXNwZQAAAAAAAAAQAAAAEAAAABBwaXhpAAAAAAMICAgAAAAMYXYxQ4' +
    'EADAAAAAATY29scm5jbHgAAgACAAIAAAAAF2lwbWEAAAAAAAAAAQABBAECgwQAAAKLbW9vdgAAAGxtdmhkAAAAAAAAAAAAAAAAAAAoAAAAAAAA' +
    'AQAAAQAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgAAAh' +
    'd0cmFrAAAAXHRraGQAAAADAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAA' +
    'AABAAAAAABAAAAAQAAAAAAGzbWRpYQAAACBtZGhkAAAAAAAAAAAAAAAAAAAoAAAAEABVxAAAAAAAL2hkbHIAAAAAAAAAAHBpY3QAAAAAAAAAAA' +
    'AAAABQaWN0dXJlSGFuZGxlcgAAAAFcbWluZgAAABR2bWhkAAAAAQAAAAAAAAAAAAAAJGRpbmYAAAAcZHJlZgAAAAAAAAABAAAADHVybCAAAAAB' +
    'AAABHHN0YmwAAACcc3RzZAAAAAAAAAABAAAAjGF2MDEAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAEAAQAEgAAABIAAAAAAAAAAEYTGF2YzU5Lj' +
    'M3LjEwMCBsaWJhb20tYXYxAAAAAAAAAAAY//8AAAAMYXYxQ4EADAAAAAAKZmllbAEAAAAAEHBhc3AAAAABAAAAAQAAABBjY3N0AAAAAHwAAAAA' +
    'AAAYc3R0cwAAAAAAAAABAAAAAgAACAAAAAAUc3RzcwAAAAAAAAABAAAAAQAAABxzdHNjAAAAAAAAAAEAAAABAAAAAgAAAAEAAAAcc3RzegAAAA' +
    'AAAAAAAAAAAgAAACMAAAATAAAAFHN0Y28AAAAAAAAAAQAAA7gAAAA+bWRhdAoKAAAAAZ/5tfIAgDIVEACWgAACAAAAAFe27HCPj1pFLTmIMhEw' +
    'A8CAAAAGwAAAAoAAIAB2kA==',
  'base64',
);

export type ClipFormat = 'mp4' | 'fragmented-mp4' | 'mov' | 'webm' | 'mkv' | 'live-webm' | 'live-mkv';

const CLIPS: Record<ClipFormat, () => Mediabunny.OutputFormat> = {
  mp4: () => new Mp4OutputFormat({ fastStart: 'in-memory' }),
  'fragmented-mp4': () => new Mp4OutputFormat({ fastStart: 'fragmented' }),
  mov: () => new MovOutputFormat(),
  webm: () => new WebMOutputFormat(),
  mkv: () => new MkvOutputFormat(),
  'live-webm': () => new WebMOutputFormat({ appendOnly: true }),
  'live-mkv': () => new MkvOutputFormat({ appendOnly: true }),
};

/** Two seconds of 320 × 240 at 10 frames a second. The packets hold no real picture: only the container is real. */
export async function makeClip(format: ClipFormat): Promise<Buffer> {
  const video = new EncodedVideoPacketSource('vp9');
  const { output, target } = newOutput(CLIPS[format]());
  output.addVideoTrack(video, { frameRate: 10 });
  await output.start();
  const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: 320, codedHeight: 240 };
  for (let frame = 0; frame < 20; frame += 1) {
    const data = new Uint8Array(500).fill(frame + 1);
    const kind = frame % 10 === 0 ? 'key' : 'delta';
    await video.add(new EncodedPacket(data, kind, frame / 10, 0.1), { decoderConfig });
  }
  await output.finalize();
  return Buffer.from(target.buffer!);
}

/** One second of silence, 48 kHz, two channels, 16 bits. */
export function makeWav(): Promise<Buffer> {
  const packets = Array.from({ length: 10 }, () => new Uint8Array(4800 * 4));
  return makeSound(new WavOutputFormat(), 'pcm-s16', packets, 0.1);
}

/** One second of Opus packets that each hold 20 ms of silence. */
export function makeOgg(): Promise<Buffer> {
  const packets = Array.from({ length: 50 }, () => Uint8Array.from([0xf8, 0xff, 0xfe]));
  return makeSound(new OggOutputFormat(), 'opus', packets, 0.02);
}

/** One second of Opus in a container that can also hold video. */
export function makeSoundIn(format: ClipFormat): Promise<Buffer> {
  const packets = Array.from({ length: 50 }, () => Uint8Array.from([0xf8, 0xff, 0xfe]));
  return makeSound(CLIPS[format](), 'opus', packets, 0.02);
}

export async function makeSound(
  format: Mediabunny.OutputFormat,
  codec: 'pcm-s16' | 'opus',
  packets: Uint8Array[],
  packetSeconds: number,
  tags: Mediabunny.MetadataTags = {},
): Promise<Buffer> {
  const audio = new EncodedAudioPacketSource(codec);
  const { output, target } = newOutput(format);
  output.setMetadataTags(tags);
  output.addAudioTrack(audio);
  await output.start();
  const description =
    codec === 'opus'
      ? Uint8Array.from(Buffer.from('OpusHead\x01\x02\0\0\x80\xbb\0\0\0\0\0', 'latin1'))
      : undefined;
  const decoderConfig = { codec, numberOfChannels: 2, sampleRate: 48_000, description };
  for (const [index, data] of packets.entries()) {
    await audio.add(new EncodedPacket(data, 'key', index * packetSeconds, packetSeconds), { decoderConfig });
  }
  await output.finalize();
  return Buffer.from(target.buffer!);
}

/** MPEG-1 layer III at 128 kbit/s and 44.1 kHz: 417 bytes and 26 ms a frame, silent. `tag` puts an ID3 tag in front. */
export function makeMp3(frames = 40, options: { tagBytes?: number; statedFrames?: number } = {}): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  const parts = Array.from({ length: frames }, () => frame);
  if (options.statedFrames !== undefined) {
    const info = Buffer.from(frame);
    info.write('Xing', 36, 'latin1');
    info.writeUInt32BE(1, 40);
    info.writeUInt32BE(options.statedFrames, 44);
    parts.unshift(info);
  }
  if (options.tagBytes !== undefined) {
    const size = options.tagBytes;
    const tag = Buffer.alloc(10 + size);
    tag.write('ID3\x04', 'latin1');
    tag.set([(size >> 21) & 0x7f, (size >> 14) & 0x7f, (size >> 7) & 0x7f, size & 0x7f], 6);
    parts.unshift(tag);
  }
  return Buffer.concat(parts);
}

/** A fifth of a second of silence at 8 kHz in three frames. @param statedSamples in its header. */
export function makeFlac(statedSamples = 1_600): Buffer {
  const info = Buffer.from('0240024000000b00000d01f400f0000006409f0adfdbe740cb9cd8188a35761e2476', 'hex');
  // The last 4 bits of a byte and 32 more.
  info[13] = (info[13]! & 0xf0) | Math.floor(statedSamples / 2 ** 32);
  info.writeUInt32BE(statedSamples % 2 ** 32, 14);
  const frames = 'fff8240800ca000000ce76fff8240801cd000000a20efff874080201bf620000000fe1';
  return Buffer.concat([Buffer.from('fLaC\x80\0\0\x22', 'latin1'), info, Buffer.from(frames, 'hex')]);
}

/** A binary glTF file around the given description; `binary` becomes its second chunk. */
export function makeGlb(document: object = { asset: { version: '2.0' } }, binary = Buffer.alloc(0)): Buffer {
  const text = JSON.stringify(document);
  const json = Buffer.from(text.padEnd(Math.ceil(text.length / 4) * 4));
  const chunks = [chunk(0x4e4f534a, json), ...(binary.length > 0 ? [chunk(0x004e4942, binary)] : [])];
  const header = Buffer.alloc(12);
  header.write('glTF', 'latin1');
  header.writeUInt32LE(2, 4);
  header.writeUInt32LE(12 + chunks.reduce((sum, part) => sum + part.length, 0), 8);
  return Buffer.concat([header, ...chunks]);
}

function chunk(kind: number, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(data.length, 0);
  head.writeUInt32LE(kind, 4);
  return Buffer.concat([head, data]);
}

function newOutput(format: Mediabunny.OutputFormat): {
  output: Mediabunny.Output;
  target: Mediabunny.BufferTarget;
} {
  const target = new BufferTarget();
  return { output: new Output({ format, target }), target };
}
