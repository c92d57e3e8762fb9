/**
 * Some engines bill a video by its seconds and frames. The price is known before the file, so it is computed from two input fields. A clip
 * that is longer or faster than those fields is rejected before any request to the engine:
 *
 *     clip: { seconds: duration, framesPerSecond: frameRate, slowest: 15 }
 */
import type { InputFile } from '../provider.js';
import { recordOf } from './json.js';
import { BAD_INPUT } from './outcomes.js';
import { NotSubmitted } from './preparation.js';

export interface ClipBounds {
  /** These input fields determine the price. */
  seconds: string;
  framesPerSecond: string;
  /** The lowest frame rate that the engine produces. */
  slowest?: number;
}

/** Encoders round a clip up to whole frames and audio blocks. */
const SLACK_SECONDS = 0.1;

/** @returns null when the model has no bounds. @throws Error describing an invalid value. */
export function readClipBounds({ clip }: Readonly<Record<string, unknown>>): ClipBounds | null {
  if (clip === undefined) return null;
  const { seconds, framesPerSecond, slowest = 1, ...unknown } = recordOf(clip);
  const named = [seconds, framesPerSecond].every((field) => typeof field === 'string');
  if (!named || typeof slowest !== 'number' || Object.keys(unknown).length > 0)
    throw new Error(
      'clip must be {seconds, framesPerSecond}, the fields that are paid for, and may have slowest',
    );
  return { seconds: seconds as string, framesPerSecond: framesPerSecond as string, slowest };
}

/** The bounds refer to these input fields. */
export function fieldsOfClip(clip: ClipBounds | null | undefined): string[] {
  return clip ? [clip.seconds, clip.framesPerSecond] : [];
}

/**
 * Checks that a clip is within the paid bounds.
 * @returns the clip's frame rate as a whole number, to be passed to the engine.
 * @throws {NotSubmitted} when the clip is longer or faster than what is paid for.
 */
export function frameRateWithin(
  { seconds, framesPerSecond, slowest = 1 }: ClipBounds,
  file: InputFile,
  input: Readonly<Record<string, unknown>>,
): number {
  if (file.durationSeconds === undefined || file.framesPerSecond === undefined)
    throw refused('The video’s length and frame rate could not be read.');
  const paid = { seconds: Number(input[seconds]), rate: Number(input[framesPerSecond]) };
  if (!(file.durationSeconds <= paid.seconds + SLACK_SECONDS))
    throw refused(
      `The video is ${file.durationSeconds.toFixed(1)} seconds long and ${seconds} is ${paid.seconds}.`,
    );
  const rate = Math.max(slowest, Math.round(file.framesPerSecond));
  if (!(rate <= paid.rate))
    throw refused(`The video has ${rate} frames per second and ${framesPerSecond} is ${paid.rate}.`);
  return rate;
}

function refused(message: string): NotSubmitted {
  return new NotSubmitted({ ...BAD_INPUT, message });
}
