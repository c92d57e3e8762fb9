/**
 * `offprint storage verify`: checks that every output and upload that the service keeps is in the storage with its size,
 * prints each that is not, and exits with 1 if there was one. It reads no content and removes nothing.
 */
import { parseArgs } from 'node:util';
import { type LostFile, StoredFiles } from '../generation/index.js';
import type { Command } from './command.js';

export const storageVerify: Command = {
  usage: 'usage: offprint storage verify',
  read(argv) {
    parseArgs({ args: argv, options: {} });
    return async (app) => {
      const print = (file: LostFile) => void process.stdout.write(describe(file));
      const { files, missing, differing } = await app.get(StoredFiles, { strict: false }).verify(print);
      const found =
        missing + differing === 0
          ? 'all are there'
          : `${missing} ${missing === 1 ? 'is' : 'are'} missing, ${differing} of another size`;
      process.stdout.write(`${files} ${files === 1 ? 'file' : 'files'} checked: ${found}\n`);
      return missing + differing === 0 ? 0 : 1;
    };
  },
};

function describe({ name, bytes, foundBytes }: LostFile): string {
  return foundBytes === null ? `${name} is missing\n` : `${name} has ${foundBytes} bytes, not ${bytes}\n`;
}
