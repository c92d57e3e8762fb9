/**
 * The sizes of results that follow from the size of the input, and their limits. The service asks before it charges; an
 * operation asks again, because the size of a link's file is known only when it was read.
 */
import { type EngineOperationKey, EngineRefusal } from './engine.js';
import { parseRatio } from './picture/ratio.js';

export interface Size {
  width: number;
  height: number;
}

type Input = Readonly<Record<string, unknown>>;

interface Rule {
  sizeOf(input: Input, given: Size): Size;
  problemOf(size: Size): string | null;
}

/** Of pictures, pixels. */
const MAX_EDGE = 8192;
const MAX_PIXELS = 64 * 1024 * 1024;
/** Of videos, pixels. */
const MAX_LONG_EDGE = 2560;
const MAX_SHORT_EDGE = 1440;
/** No frame of a video has more pixels. */
export const MAX_FRAME_PIXELS = MAX_LONG_EDGE * MAX_SHORT_EDGE;

const RULES = {
  'embedded-upscale': { sizeOf: enlargedPicture, problemOf: problemOfPicture },
  'embedded-reframe': { sizeOf: reframedPicture, problemOf: problemOfPicture },
  'embedded-video-upscale': { sizeOf: enlargedVideo, problemOf: problemOfVideo },
} satisfies Partial<Record<EngineOperationKey, Rule>>;

/** Returns why the result of an input of this size would be too large, as a public sentence; null when it is not. */
export function problemOfSize(operation: EngineOperationKey, input: Input, given: Size): string | null {
  const rule = (RULES as Partial<Record<EngineOperationKey, Rule>>)[operation];
  return rule ? rule.problemOf(rule.sizeOf(input, given)) : null;
}

/** Returns the size of the result. @throws {EngineRefusal} when it is too large. */
export function resultSize(operation: keyof typeof RULES, input: Input, given: Size): Size {
  const { sizeOf, problemOf } = RULES[operation];
  const size = sizeOf(input, given);
  const problem = problemOf(size);
  if (problem !== null) throw new EngineRefusal('invalid_input', problem);
  return size;
}

/** Reads `scale`: 2 unless it is 4. */
export function scaleOf(input: Input): 2 | 4 {
  return Number(input['scale']) === 4 ? 4 : 2;
}

function enlargedPicture(input: Input, { width, height }: Size): Size {
  const scale = scaleOf(input);
  return { width: width * scale, height: height * scale };
}

function enlargedVideo(input: Input, given: Size): Size {
  const even = (edge: number) => Math.round((edge * scaleOf(input)) / 2) * 2;
  return { width: even(given.width), height: even(given.height) };
}

function reframedPicture(input: Input, { width, height }: Size): Size {
  const ratio = parseRatio(input['aspectRatio']);
  const isTooWide = width / height > ratio;
  // Cropping shortens the edge that is too long; extending lengthens the other.
  return isTooWide === (input['mode'] === 'crop')
    ? { width: Math.max(1, Math.round(height * ratio)), height }
    : { width, height: Math.max(1, Math.round(width / ratio)) };
}

function problemOfPicture({ width, height }: Size): string | null {
  if (width <= MAX_EDGE && height <= MAX_EDGE && width * height <= MAX_PIXELS) return null;
  return `The result would be ${width} by ${height} pixels; the limit is ${MAX_EDGE} pixels an edge and 64 megapixels.`;
}

function problemOfVideo({ width, height }: Size): string | null {
  if (Math.max(width, height) <= MAX_LONG_EDGE && Math.min(width, height) <= MAX_SHORT_EDGE) return null;
  return `The enlarged video would be ${width}x${height} pixels; the limit is ${MAX_LONG_EDGE}x${MAX_SHORT_EDGE}.`;
}
