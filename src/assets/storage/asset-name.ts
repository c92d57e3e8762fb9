/** Names are equal on every retry, so that a second store replaces the first. They need no escaping in a path, an object key or a URL. */
import { BadAssetName } from './asset-errors.js';

const SEGMENT = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,127}$/;
const MAX_NAME_LENGTH = 400;
const MAX_SEGMENTS = 8;

/** Accepts segments of letters, digits, `.`, `_` and `-` between slashes; none starts with a dot or ends in `.part`. */
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

/** Returns `predictions/<predictionId>/<index>.<extension>`; the index counts the prediction's outputs from 0. */
export function outputName(predictionId: string, index: number, extension: string): string {
  return requireAssetName(`${outputPrefix(predictionId)}/${index}.${extension}`);
}

export function outputPrefix(predictionId: string): string {
  return requireAssetName(`predictions/${predictionId}`);
}

/** Returns `inputs/<id>/<field>.<extension>`, the name of a file from inside a request. */
export function inputName(id: string, field: string, extension: string): string {
  return requireAssetName(`${inputPrefix(id)}/${field}.${extension}`);
}

export function inputPrefix(id: string): string {
  return requireAssetName(`inputs/${id}`);
}

const UPLOADS = 'uploads/';

/** @param id a UUID. @param extension without a dot. */
export function uploadName(id: string, extension: string): string {
  return `${UPLOADS}${id}.${extension}`;
}

/** Null: the name of another file. */
export function parseUploadName(name: string): string | null {
  return name.startsWith(UPLOADS) ? name.slice(UPLOADS.length).split('.', 1)[0]! : null;
}
