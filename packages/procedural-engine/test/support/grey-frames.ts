import { EncodedPacketSink } from 'mediabunny';
import sharp from 'sharp';
import { reading } from '../../src/video/probe-video.js';
import { webpOfVp8 } from '../../src/video/vp8-frames.js';

/** Returns every frame of a film in grey. */
export function greyFrames(path: string): Promise<Buffer[]> {
  return reading(path, async (_input, track) => {
    const frames: Buffer[] = [];
    for await (const packet of new EncodedPacketSink(track).packets()) {
      frames.push(await sharp(webpOfVp8(packet.data)).greyscale().raw().toBuffer());
    }
    return frames;
  });
}

/** Returns the mean absolute difference between consecutive frames, in levels. */
export async function greyDifferences(path: string): Promise<number[]> {
  const frames = await greyFrames(path);
  return frames.slice(1).map((frame, i) => {
    let sum = 0;
    for (let k = 0; k < frame.length; k++) sum += Math.abs(frame[k]! - frames[i]![k]!);
    return sum / frame.length;
  });
}
