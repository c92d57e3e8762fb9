/**
 * A clip's sound as the packets a container takes: encodes the samples as an Ogg Vorbis or MP3 file and takes that
 * apart again. The packets end where the picture ends: the encoders round up to whole blocks, and a block that
 * would start after the last frame is left out.
 */
import {
  ALL_FORMATS,
  type AudioCodec,
  BufferSource,
  type EncodedPacket,
  EncodedPacketSink,
  Input,
  type InputAudioTrack,
} from 'mediabunny';
import { encodeAudio } from '../audio/encode.js';
import type { Pcm } from '../audio/pcm.js';

export interface SoundPackets {
  codec: AudioCodec;
  decoderConfig: { codec: string; numberOfChannels: number; sampleRate: number; description?: Uint8Array };
  packets: EncodedPacket[];
}

/** LAME's own delay plus a decoder's, in samples. MP4 written here has no edit list that would hide it. */
const MP3_DELAY_SAMPLES = 576 + 529;

export async function encodeSound(pcm: Pcm, codec: 'vorbis' | 'mp3', title: string): Promise<SoundPackets> {
  const early = codec === 'mp3' ? advanced(pcm, MP3_DELAY_SAMPLES) : pcm;
  const { bytes } = await encodeAudio(early, codec === 'mp3' ? 'mp3' : 'ogg', title);
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track) throw new Error('the sound encoder gave no sound');
    return await packetsOf(track, pcm.left.length / pcm.sampleRate);
  } finally {
    input.dispose();
  }
}

/** Every packet of a track, unchanged, up to `endSeconds`. */
export async function packetsOf(track: InputAudioTrack, endSeconds = Infinity): Promise<SoundPackets> {
  const [codec, decoderConfig] = [await track.getCodec(), await track.getDecoderConfig()];
  if (!codec || !decoderConfig) throw new Error('the sound has no known codec');
  const packets: EncodedPacket[] = [];
  for await (const packet of new EncodedPacketSink(track).packets()) {
    if (packet.timestamp >= endSeconds - 0.001) break;
    packets.push(packet);
  }
  return { codec, decoderConfig, packets };
}

/** The same sound with its first samples left out and silence at the end: what a late codec plays on time. */
function advanced(pcm: Pcm, samples: number): Pcm {
  const shift = (channel: Float32Array) => {
    const early = new Float32Array(channel.length);
    early.set(channel.subarray(Math.min(samples, channel.length)));
    return early;
  };
  const left = shift(pcm.left);
  // One array for both channels means mono, and stays so.
  return { sampleRate: pcm.sampleRate, left, right: pcm.right === pcm.left ? left : shift(pcm.right) };
}
