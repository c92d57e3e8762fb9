/**
 * `offprint storage verify`: checks that every output and upload that the service keeps is in the storage with its size,
 * prints each that is not, and exits with 1 if there was one. It reads no content and removes nothing.
 */
import { type LostFile, StoredFiles } from '../generation/index.js';
import { createCommand, print } from './command.js';

export const storageVerify = createCommand({
  usage: 'usage: offprint storage verify',
  options: {},
  read: () => async (app) => {
    const verified = await app.get(StoredFiles).verify((file) => void print(describe(file)));
    const { files, missing, differing } = verified;
    const checked = `${files} ${files === 1 ? 'file' : 'files'} checked`;
    if (missing + differing === 0) return print(`${checked}: all are there`);
    print(`${checked}: ${missing} ${missing === 1 ? 'is' : 'are'} missing, ${differing} of another size`);
    return 1;
  },
});

function describe({ name, bytes, foundBytes }: LostFile): string {
  return foundBytes === null ? `${name} is missing` : `${name} has ${foundBytes} bytes, not ${bytes}`;
}
