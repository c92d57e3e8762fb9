import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { brokenFileError, toDiskError } from '../media-error.js';
import type { FoundContent } from './content-type.js';
import { inspectAsset, type InspectedAsset } from './inspect.js';
import type { PixelSize } from './pixel-size.js';

/**
 * Inspects an image or video in memory by way of a file, because demuxers read files. @param path must not exist; the file is removed.
 * @throws {MediaError} `broken` when it is truncated, does not decode or shows nothing; `disk`.
 */
export async function inspectBytes(
  bytes: Uint8Array,
  found: FoundContent,
  path: string,
): Promise<InspectedAsset & PixelSize> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
    const facts = await inspectAsset(path, found);
    const { width, height } = facts;
    if (!width || !height) throw brokenFileError('The file has no picture in it.');
    return { ...facts, width, height };
  } catch (error) {
    throw toDiskError(error);
  } finally {
    await rm(path, { force: true });
  }
}
