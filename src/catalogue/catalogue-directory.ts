/** No file that looks like a part of the catalogue is ignored in silence: its models would be missing without a message. */
import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadAll } from 'js-yaml';
import { readTextFile } from '../platform/env/index.js';

export interface CatalogueListing {
  files: string[];
  /** A sentence for each file that looks like one of the catalogue and is not read. */
  problems: string[];
}

/** YAML, of which JSON is a part. */
const READ = /\.(ya?ml|json)$/i;
const JSON_NAME = /\.json$/i;
/** Editors that add an ending make such names: `embedded.yaml.txt`. */
const LOOKS_READ = /\.(ya?ml|json)\b/i;
/** Covers hidden files, a disk's own folder, and what editors and package managers keep of earlier versions. */
const BACKUP =
  /^\.|^lost\+found$|^#.*#$|~$|\.(bak|backup|old|orig|rej|save|sw[op]|tmp|dpkg-\w+|rpm(new|save|orig))$/i;
/** A JSON file without these fields belongs to an engine, such as a workflow. */
const FIELDS = ['provider', 'plans', 'packs'];

/** @throws Error of the file system when the directory cannot be read. */
export function listCatalogue(directory: string): CatalogueListing {
  const files: string[] = [];
  const problems: string[] = [];
  const entries = readdirSync(directory, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const { name } = entry;
    if (BACKUP.test(name)) continue;
    if (entry.isDirectory()) problems.push(...problemsOfFolder(directory, name));
    else if (READ.test(name)) {
      if (!JSON_NAME.test(name) || isOfCatalogue(directory, name)) files.push(name);
    } else if (LOOKS_READ.test(name))
      problems.push(`catalogue/${name} is not read: its name must end with .yaml, .yml or .json`);
  }
  return { files, problems };
}

/** A folder may have what catalogue files name, and no catalogue files. */
function problemsOfFolder(directory: string, folder: string): string[] {
  return entriesOf(join(directory, folder))
    .filter((entry) => !entry.isDirectory() && READ.test(entry.name) && !BACKUP.test(entry.name))
    .filter(({ parentPath, name }) => !JSON_NAME.test(name) || isOfCatalogue(parentPath, name))
    .map(({ parentPath, name }) => join(parentPath, name).slice(directory.length).replace(/^\/+/, ''))
    .map((path) => `catalogue/${path} is not read: files of the catalogue must not be in a folder of it`);
}

/** A folder that this user cannot read counts as empty. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true });
  } catch {
    return [];
  }
}

/** A file that cannot be parsed counts: its reader says what is wrong with it. */
function isOfCatalogue(directory: string, name: string): boolean {
  try {
    return documentsOf(readTextFile(join(directory, name))).some(
      (contents) => typeof contents === 'object' && FIELDS.some((field) => field in (contents ?? {})),
    );
  } catch {
    return true;
  }
}

/** YAML contains JSON, whose own parser is faster. */
function documentsOf(text: string): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    return loadAll(text);
  }
}
