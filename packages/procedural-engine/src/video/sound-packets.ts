/**
 * The sound of a clip as packets for a container: encodes the samples as an Ogg Vorbis or MP3 file and demuxes it. The
 * packets end with the picture: the encoders round up to whole blocks, and blocks that start after the last frame are
 * dropped.
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

/** The delay of LAME plus that of a decoder, in samples. The MP4 files of this engine have no edit list to hide it. */
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

/** Returns the packets of a track, unchanged, up to `endSeconds`. */
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

/** Returns the sound without its first samples and with silence at the end, which compensates the delay of the codec. */
function advanced(pcm: Pcm, samples: number): Pcm {
  const shift = (channel: Float32Array) => {
    const early = new Float32Array(channel.length);
    early.set(channel.subarray(Math.min(samples, channel.length)));
    return early;
  };
  const left = shift(pcm.left);
  // One array for both channels means mono; keep it one array.
  return { sampleRate: pcm.sampleRate, left, right: pcm.right === pcm.left ? left : shift(pcm.right) };
}
