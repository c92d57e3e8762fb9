import { type FileSource, writeNewFile as writeFile, type WrittenFile } from '@offprint/media';
import { toStorageError } from './asset-errors.js';

export type { WrittenFile };

/**
 * Writes a new file. All uploads and stored files are written here.
 * @param path must not exist; removed when this throws. @param source chunks, or the path of a local file.
 * @throws {AssetTooLarge} @throws {StorageFull} @throws the errors of the source.
 */
export async function writeNewFile(
  path: string,
  source: FileSource,
  options: { maxBytes: number; sync?: boolean },
): Promise<WrittenFile> {
  try {
    return await writeFile(path, source, options);
  } catch (error) {
    throw toStorageError(error);
  }
}
