/**
 * Names of stored assets. They are made by us, are the same on every retry (so a second store replaces the first
 * instead of adding to it), and mean the same as a path, an object key and a piece of a URL without any escaping.
 */
import { BadAssetName } from './asset-errors.js';

const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;
const MAX_NAME_LENGTH = 400;
const MAX_SEGMENTS = 8;

/** Segments of letters, digits, `.`, `_` and `-` between slashes; none starts with a dot or ends in `.part`. */
export function isAssetName(name: string): boolean {
  if (name.length > MAX_NAME_LENGTH) return false;
  const segments = name.split('/');
  return (
    segments.length <= MAX_SEGMENTS &&
    segments.every(
      (segment) => SEGMENT.test(segment) && !segment.includes('..') && !segment.endsWith('.part'),
    )
  );
}

/** @throws {BadAssetName} */
export function requireAssetName(name: string): string {
  if (!isAssetName(name)) throw new BadAssetName();
  return name;
}

/** `predictions/<predictionId>/<index>.<extension>`; the index counts the outputs of one prediction from 0. */
export function outputName(predictionId: string, index: number, extension: string): string {
  return requireAssetName(`${outputPrefix(predictionId)}/${index}.${extension}`);
}

/** Everything stored for one prediction lies below this. */
export function outputPrefix(predictionId: string): string {
  return requireAssetName(`predictions/${predictionId}`);
}

/** `inputs/<id>/<field>.<extension>`: a file that came inside the request that started a prediction. */
export function inputName(id: string, field: string, extension: string): string {
  return requireAssetName(`${inputPrefix(id)}/${field}.${extension}`);
}

/** All files that came inside the request of one prediction lie below this. */
export function inputPrefix(id: string): string {
  return requireAssetName(`inputs/${id}`);
}
