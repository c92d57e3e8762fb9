// Writes a generated file. One that has the text already keeps its time of change, so that nothing that watches it starts.
import { readFile, writeFile } from 'node:fs/promises';

/** @param {string} path @param {string} text */
export async function writeChanged(path, text) {
  if ((await readFile(path, 'utf8').catch(() => '')) !== text) await writeFile(path, text);
}
