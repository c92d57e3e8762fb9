export interface PictureSize {
  width: number;
  height: number;
}

/**
 * Computes the size from the input's `aspectRatio` (`<width>:<height>`, default 1:1) and `resolution` (longest edge in pixels).
 * @param multipleOf both edges are rounded to the nearest multiple of it.
 * @param resolution for inputs without one.
 */
export function pictureSize(
  input: Readonly<Record<string, unknown>>,
  { multipleOf = 8, resolution = 1024 }: { multipleOf?: number; resolution?: number } = {},
): PictureSize {
  const longest = typeof input.resolution === 'number' ? input.resolution : resolution;
  return ofRatio(ratioOf(input.aspectRatio), longest, multipleOf);
}

/** A smaller picture keeps its size. */
export function sizeWithin(picture: PictureSize, longest: number, multipleOf = 8): PictureSize {
  const edge = Math.min(longest, Math.max(picture.width, picture.height));
  return ofRatio(picture.width / picture.height, edge, multipleOf);
}

/** Parses `16:9` as 1.78. Returns 1 for anything else. */
export function ratioOf(aspectRatio: unknown): number {
  const match = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(typeof aspectRatio === 'string' ? aspectRatio : '');
  const ratio = match ? Number(match[1]) / Number(match[2]) : 1;
  return Number.isFinite(ratio) && ratio > 0 ? ratio : 1;
}

function ofRatio(ratio: number, longest: number, multipleOf: number): PictureSize {
  const edge = (pixels: number): number => Math.max(multipleOf, Math.round(pixels / multipleOf) * multipleOf);
  return ratio >= 1
    ? { width: edge(longest), height: edge(longest / ratio) }
    : { width: edge(longest * ratio), height: edge(longest) };
}
