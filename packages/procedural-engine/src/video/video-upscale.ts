/**
 * `embedded-video-upscale`: enlarges a video two or four times by Lanczos resampling, which adds no detail. Clips of this
 * engine are enlarged frame by frame with sharp and their sound packets are copied; any other video needs ffmpeg on the
 * server.
 */
import { join } from 'node:path';
import { type EncodedPacket, EncodedPacketSink, type InputVideoTrack } from 'mediabunny';
import sharp from 'sharp';
import { type EngineContext, type EngineFile, type EngineOperation, EngineRefusal } from '../engine.js';
import { MAX_FRAME_PIXELS, resultSize, scaleOf } from '../result-size.js';
import { enlargeWithFfmpeg, findFfmpeg } from './ffmpeg.js';
import { isAllVp8KeyFrames, probeVideo, reading, unreadable, type VideoFacts } from './probe-video.js';
import { packetsOf } from './sound-packets.js';
import { vp8Chunk, webpOfVp8 } from './vp8-frames.js';
import { createWebm, type WebmFile } from './webm.js';

const LONGEST_SECONDS = 10;
const LONGEST_SECONDS_WITH_FFMPEG = 30;
/** Clips are rounded up to whole frames and sound blocks. */
const SLACK_SECONDS = 0.1;
const MOST_FRAMES_PER_SECOND = 60;
const FRAMES_IN_FLIGHT = 3;
const WEBP_QUALITY = 76;

export const videoUpscale: EngineOperation = async (task, context) => {
  if (!task.videoPath) throw new EngineRefusal('invalid_input', 'A video is needed.');
  const facts = await probeVideo(task.videoPath);
  const size = resultSize('embedded-video-upscale', task.input, facts);
  const own = await isAllVp8KeyFrames(task.videoPath);
  const ffmpeg = own ? undefined : findFfmpeg();
  if (!own && !ffmpeg) {
    throw new EngineRefusal('invalid_input', 'Video upscale of this input needs ffmpeg on the server.');
  }
  refuseLong(facts, own ? LONGEST_SECONDS : LONGEST_SECONDS_WITH_FFMPEG);
  context.signal.throwIfAborted();
  context.progress(2);
  const file = (format: string): EngineFile => ({
    path: join(task.directory, `video.${format}`),
    contentType: `video/${format}`,
    ...size,
    durationSeconds: facts.durationSeconds,
  });
  if (!ffmpeg) {
    const output = file('webm');
    await enlargeOwn(task.videoPath, output.path, facts, scaleOf(task.input), context);
    return [output];
  }
  const output = file('mp4');
  const job = {
    input: task.videoPath,
    output: output.path,
    facts,
    ...size,
    longestSeconds: LONGEST_SECONDS_WITH_FFMPEG,
  };
  await enlargeWithFfmpeg(ffmpeg, job, context);
  return [output];
};

function refuseLong({ durationSeconds, frames }: VideoFacts, longest: number): void {
  if (frames > (durationSeconds + SLACK_SECONDS) * MOST_FRAMES_PER_SECOND) {
    const message = `The video has more than ${MOST_FRAMES_PER_SECOND} frames a second.`;
    throw new EngineRefusal('invalid_input', message);
  }
  if (durationSeconds <= longest + SLACK_SECONDS) return;
  const message = `The video is ${durationSeconds.toFixed(1)} seconds long; the limit is ${longest} seconds.`;
  throw new EngineRefusal('invalid_input', message);
}

/** Decodes, resizes and encodes each frame in one sharp pipeline; a few run at once and are written in order. */
async function enlargeOwn(
  from: string,
  to: string,
  facts: VideoFacts,
  scale: number,
  context: EngineContext,
): Promise<void> {
  await reading(from, async (input, track) => {
    const audio = await input.getPrimaryAudioTrack();
    const [codedWidth, codedHeight] = [await track.getCodedWidth(), await track.getCodedHeight()];
    const [width, height] = [codedWidth * scale, codedHeight * scale];
    const sound = audio ? await packetsOf(audio) : undefined;
    const title = `Video enlarged ${scale} times by Lanczos resampling`;
    const output = await createWebm({ path: to, width, height, title, ...(sound ? { sound } : {}) });
    try {
      await enlargeFrames(track, output, { width, height, endSeconds: facts.durationSeconds }, context);
      await output.finish();
    } catch (error) {
      await output.cancel();
      throw error;
    }
  });
}

async function enlargeFrames(
  track: InputVideoTrack,
  output: WebmFile,
  size: { width: number; height: number; endSeconds: number },
  context: EngineContext,
): Promise<void> {
  const { packetCount } = await track.computePacketStats();
  const waiting: { packet: EncodedPacket; chunk: Promise<Uint8Array> }[] = [];
  let written = 0;
  const writeOldest = async () => {
    const { packet, chunk } = waiting.shift()!;
    // The last frame of WebM has no length: it lasts until the clip ends.
    const duration = packet.duration || Math.max(0, size.endSeconds - packet.timestamp);
    await output.addFrame(await chunk, packet.timestamp, duration);
    context.progress(2 + (97 * ++written) / packetCount);
  };
  try {
    for await (const packet of new EncodedPacketSink(track).packets()) {
      context.signal.throwIfAborted();
      if (waiting.length === FRAMES_IN_FLIGHT) await writeOldest();
      const chunk = enlargedFrame(packet.data, size);
      // The error is handled when its frame is written; until then it must not count as unhandled.
      chunk.catch(() => undefined);
      waiting.push({ packet, chunk });
    }
    while (waiting.length > 0) await writeOldest();
  } finally {
    await Promise.allSettled(waiting.map(({ chunk }) => chunk));
  }
  context.signal.throwIfAborted();
}

/** Enlarges a frame. The container's size was checked; a frame larger than any allowed result is not decoded. */
async function enlargedFrame(
  vp8: Uint8Array,
  { width, height }: { width: number; height: number },
): Promise<Uint8Array> {
  const limits = { limitInputPixels: MAX_FRAME_PIXELS, failOn: 'error' as const };
  try {
    const webp = await sharp(webpOfVp8(vp8), limits)
      .resize(width, height, { kernel: 'lanczos3', fit: 'fill' })
      .webp({ quality: WEBP_QUALITY, effort: 1 })
      .toBuffer();
    return vp8Chunk(webp);
  } catch {
    throw unreadable();
  }
}
