/**
 * For models whose engine bills the output by its seconds and frames. A price is known before the file is, so it is made
 * of two input fields; a clip that is longer or faster than they say is refused before the engine hears of it:
 *
 *   clip: { seconds: duration, framesPerSecond: frameRate, slowest: 15 }
 *
 * Pure.
 */
import type { InputFile } from '../provider.js';
import { recordOf } from './json.js';
import { BAD_INPUT } from './outcomes.js';
import { NotSubmitted } from './preparation.js';

export interface ClipBounds {
  /** Names of the input fields that the price is made of. */
  seconds: string;
  framesPerSecond: string;
  /** Frames per second that the engine makes at least. */
  slowest?: number;
}

/** A clip may be rounded up to whole frames and sound blocks. */
const SLACK_SECONDS = 0.1;

/** @returns null when the model has no such bounds. @throws Error saying what is wrong with them. */
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

/** The fields that the bounds are made of. */
export function fieldsOfClip(clip: ClipBounds | null | undefined): string[] {
  return clip ? [clip.seconds, clip.framesPerSecond] : [];
}

/**
 * @returns the clip's own frames per second, whole, as its engine is asked for them.
 * @throws {NotSubmitted} for a clip that is longer or faster than what is paid for.
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
