import { accessSync, constants, lstatSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { currentUser } from './text-file.js';

/** @param setting that names the directory. @returns a sentence when this user can neither write to it nor make it. */
export function findDirectoryProblem(setting: string, directory: string): string | null {
  try {
    const path = nearest(directory);
    if (!statSync(path).isDirectory()) return sentence(setting, directory, 'ENOTDIR');
    accessSync(path, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return sentence(setting, directory, (error as NodeJS.ErrnoException).code ?? String(error));
  }
}

const sentence = (setting: string, directory: string, code: string) =>
  `${setting} must be a directory that the user ${currentUser()} can write: ${directory} (${code})`;

/** Returns the nearest existing directory, itself or above. A link that leads nowhere exists. */
function nearest(directory: string): string {
  let path = directory;
  while (!lstatSync(path, { throwIfNoEntry: false }) && dirname(path) !== path) path = dirname(path);
  return path;
}
