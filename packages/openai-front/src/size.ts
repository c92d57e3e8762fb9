/** Maps OpenAI's `size` to the fields that a model has for it: pixels, or a ratio and a resolution. Pure. */
import { type FieldSchema, isNumeric } from './input-schema.js';
import type { MappedRequest, Rule } from './mapped-request.js';
import { nearestNumber, nearestOf, ratioDistance } from './nearest.js';

/** Some programs write another sign between them. */
const PIXELS = /^([1-9]\d{0,4})[xX*×]([1-9]\d{0,4})$/;
const RATIO = /^([1-9]\d{0,4}):([1-9]\d{0,4})$/;
const LINES = /^([1-9]\d{1,4})p$/i;
/** `2K`: the longest edge in units of 1024 pixels. */
const THOUSANDS = /^(0\.5|[1-8])K$/i;

interface Size {
  width: number;
  height: number;
}

/**
 * `1536x1024` sets the pixels that the model lets be set: `width` and `height`; its own `size`; or `aspectRatio` with
 * `resolution`, which is the longest edge as a number and the shortest as `720p`. What the model does not make becomes the nearest
 * that it makes, first in ratio, and is noted; where it makes one size only, the wish is dropped. A ratio such as `16:9`, which is no
 * value of OpenAI, is accepted. `auto` is the model's own choice.
 */
export const toSize: Rule = (mapped, value, param) => {
  if (value === 'auto' || value === '') return;
  const text = typeof value === 'string' ? value : '';
  const own = mapped.field('size');
  if (own && (!own.enum || own.enum.includes(value))) return mapped.set(param, 'size', value);
  if (RATIO.test(text) && mapped.field('aspectRatio')) return mapped.set(param, 'aspectRatio', text);
  const isWord = THOUSANDS.test(text) || LINES.test(text);
  const asked = parse(PIXELS, text) ?? (isWord ? sizeOfWord(mapped, text) : null);
  if (!asked)
    return mapped.refuse(param, 'must be auto, a size such as 1024x1024, or a resolution such as 2K');
  let made: string | null;
  if (own) made = setOwn(mapped, param, own, asked);
  else if (isWord && !mapped.field('width')) made = setWord(mapped, param, text, asked);
  else made = setFields(mapped, param, asked);
  if (made !== text) mapped.note(param, made);
};

/** Resolves a resolution that names no ratio, in the ratio that the model makes where none is asked. */
function sizeOfWord({ field }: Pick<MappedRequest, 'field'>, word: string): Size {
  const usual = sizeOf({ body: {}, field }) ?? '1x1';
  const { width, height } = parse(RATIO, String(field('aspectRatio')?.default)) ?? parse(PIXELS, usual)!;
  const [longest, shortest] = [Math.max(width, height), Math.min(width, height)];
  const [, thousands] = THOUSANDS.exec(word) ?? [];
  const scale = thousands ? (Number(thousands) * 1024) / longest : Number(LINES.exec(word)![1]) / shortest;
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** Sets the resolution alone: the ratio is left to the model, and to the caller's other parameters. */
function setWord(mapped: MappedRequest, param: string, word: string, asked: Size): string {
  const values = mapped.field('resolution')?.enum ?? [];
  const same = values.find((one) => String(one).toLowerCase() === word.toLowerCase());
  if (same === undefined) return setResolution(mapped, param, asked) ?? 'dropped';
  mapped.set(param, 'resolution', same);
  return word;
}

function setOwn(
  mapped: MappedRequest,
  param: string,
  { enum: values = [] }: FieldSchema,
  asked: Size,
): string {
  const sizes = values.filter((value) => typeof value === 'string' && PIXELS.test(value)) as string[];
  if (sizes.length === 0) return 'dropped';
  const size = nearestOf(sizes, (one) => distance(parse(PIXELS, one)!, asked));
  mapped.set(param, 'size', size);
  return size;
}

/** Ratios count before areas: a picture of another ratio is another picture. */
const distance = (a: Size, b: Size): number =>
  1000 * ratioDistance(a.width / a.height, b.width / b.height) +
  ratioDistance(a.width * a.height, b.width * b.height);

function setFields(mapped: MappedRequest, param: string, asked: Size): string {
  const [width, height] = [mapped.field('width'), mapped.field('height')];
  if (width && height) return setPixels(mapped, param, { width, height }, asked);
  const made = [setRatio(mapped, param, asked), setResolution(mapped, param, asked)];
  const [ratio, resolution] = made;
  if (resolution !== null && ratio === ratioOf(asked) && resolution === edgeOf(mapped, asked))
    return `${asked.width}x${asked.height}`;
  const parts = made.filter((part) => part !== null);
  return parts.length > 0 ? parts.join('@') : 'dropped';
}

function setPixels(
  mapped: MappedRequest,
  param: string,
  fields: Record<keyof Size, FieldSchema>,
  asked: Size,
): string {
  const { width, height } = fields;
  const scale = Math.max(
    Math.min(1, (width.maximum ?? Infinity) / asked.width, (height.maximum ?? Infinity) / asked.height),
    (width.minimum ?? 0) / asked.width,
    (height.minimum ?? 0) / asked.height,
  );
  const made = {
    width: nearestNumber(width, Math.round(asked.width * scale)),
    height: nearestNumber(height, Math.round(asked.height * scale)),
  };
  mapped.set(param, 'width', made.width);
  mapped.set(param, 'height', made.height);
  return `${made.width}x${made.height}`;
}

function setRatio(mapped: MappedRequest, param: string, asked: Size): string | null {
  const field = mapped.field('aspectRatio');
  if (!field) return null;
  const wanted = ratioOf(asked);
  const ratios = (field.enum ?? [wanted]).filter((one) => RATIO.test(String(one))) as string[];
  if (ratios.length === 0) return null;
  const wantedRatio = asked.width / asked.height;
  const ratio = nearestOf(ratios, (one) => {
    const { width, height } = parse(RATIO, one)!;
    return ratioDistance(width / height, wantedRatio);
  });
  mapped.set(param, 'aspectRatio', ratio);
  return ratio;
}

function setResolution(mapped: MappedRequest, param: string, asked: Size): string | null {
  const field = mapped.field('resolution');
  if (!field) return null;
  if (isNumeric(field)) {
    const edge = nearestNumber(field, Math.max(asked.width, asked.height));
    mapped.set(param, 'resolution', edge);
    return String(edge);
  }
  const wanted = Math.min(asked.width, asked.height);
  const all = (field.enum ?? [`${wanted}p`]).filter((one) => edgeOfWord(String(one)) !== null) as string[];
  if (all.length === 0) return null;
  const longest = Math.max(asked.width, asked.height);
  const resolution = nearestOf(all, (one) => {
    const { lines, pixels } = edgeOfWord(one)!;
    return lines === undefined ? ratioDistance(pixels, longest) : ratioDistance(lines, wanted);
  });
  mapped.set(param, 'resolution', resolution);
  return resolution;
}

/** The shortest edge as lines, or the longest as pixels. */
type Edge = { lines: number; pixels?: undefined } | { pixels: number; lines?: undefined };

/** Returns the shortest edge of `720p`, or the longest of `2K`; null for another text. */
function edgeOfWord(resolution: string): Edge | null {
  const [, lines] = LINES.exec(resolution) ?? [];
  if (lines) return { lines: Number(lines) };
  const [, thousands] = THOUSANDS.exec(resolution) ?? [];
  return thousands ? { pixels: Number(thousands) * 1024 } : null;
}

/** Returns what stands for the wanted edge in `resolution`; null for a model without the field. */
function edgeOf(mapped: MappedRequest, { width, height }: Size): string | null {
  const field = mapped.field('resolution');
  if (!field) return null;
  return isNumeric(field) ? String(Math.max(width, height)) : `${Math.min(width, height)}p`;
}

/** Returns the pixels that a request makes, from its fields and the model's defaults, as far as they decide it. */
export function sizeOf({ body, field }: Pick<MappedRequest, 'body' | 'field'>): string | null {
  const value = (name: string) => body[name] ?? field(name)?.default;
  const [size, width, height] = [value('size'), value('width'), value('height')];
  if (typeof size === 'string' && PIXELS.test(size)) return size;
  if (typeof width === 'number' && typeof height === 'number') return `${width}x${height}`;
  const ratio = parse(RATIO, String(value('aspectRatio')));
  const resolution = value('resolution');
  const edge: Edge | null =
    typeof resolution === 'number' ? { pixels: resolution } : edgeOfWord(String(resolution));
  if (!ratio || !edge) return null;
  const wide = ratio.width / ratio.height;
  const { lines, pixels } = edge;
  if (lines === undefined)
    return wide >= 1 ? `${pixels}x${even(pixels / wide)}` : `${even(pixels * wide)}x${pixels}`;
  return wide >= 1 ? `${even(lines * wide)}x${lines}` : `${lines}x${even(lines / wide)}`;
}

/** Videos have even edges. */
const even = (pixels: number): number => 2 * Math.round(pixels / 2);

function parse(pattern: RegExp, text: string): Size | null {
  const [, width = 0, height = 0] = (pattern.exec(text) ?? []).map(Number);
  return width && height ? { width, height } : null;
}

/** Returns the ratio in its lowest terms. */
function ratioOf({ width, height }: Size): string {
  const divisor = greatestCommonDivisor(width, height);
  return `${width / divisor}:${height / divisor}`;
}

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);
