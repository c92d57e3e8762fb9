/** Pages have no `.html` in their paths, and each is also there as Markdown. */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuiltFile, type Encoding, findBuiltFile } from './built-files.js';

/** Names of letters, digits, dots, hyphens and @ (the search index), in folders that are not hidden. */
const SERVED = /^(?:\/[A-Za-z0-9_@-][A-Za-z0-9._-]*)+$|^\/$/;
/** Longer paths are not searched. */
const MAX_LENGTH = 200;
const TAG_LENGTH = 22;

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

export interface ManualFile extends BuiltFile {
  /** Null: by the name of the file. */
  type: string | null;
  isPage: boolean;
}

export type Found = { file: ManualFile } | { redirect: string } | null;

export class ManualFiles {
  /** By the path of a file that exists, so there are as many as the build has written. */
  private readonly tags = new Map<string, { mtimeMs: number; size: number; tag: string }>();

  /** @param directory absolute; may be missing. */
  constructor(readonly directory: string) {}

  /**
   * @param path below /docs; starts with a slash; a path that is not plain is not served.
   * @returns the file, or the path of the page that has another address; null when there is neither.
   */
  async find(path: string, accepted: readonly Encoding[]): Promise<Found> {
    const name = path.endsWith('/') && path !== '/' ? path.slice(0, -1) : path;
    if (path.length > MAX_LENGTH || !SERVED.test(name)) return null;
    if (path.endsWith('/')) return this.file(`${path}index.html`, accepted);
    if (path.endsWith('.html')) {
      const page = await this.file(path, accepted);
      return page && { redirect: path.replace(/(?:index)?\.html$/, '') };
    }
    const found = (await this.file(path, accepted)) ?? (await this.file(`${path}.html`, accepted));
    if (found) return found;
    return (await this.file(`${path}/index.html`, accepted)) && { redirect: `${path}/` };
  }

  /** @returns null before the first build. */
  async missingPage(accepted: readonly Encoding[]): Promise<ManualFile | null> {
    return (await this.file('/404.html', accepted))?.file ?? null;
  }

  /** A hash of the bytes, made once as long as the file is not written again. */
  async tagOf({ path }: ManualFile): Promise<string> {
    const file = join(this.directory, path);
    const { mtimeMs, size } = await stat(file);
    const known = this.tags.get(path);
    if (known?.mtimeMs === mtimeMs && known.size === size) return known.tag;
    const hash = createHash('sha256').update(await readFile(file));
    const tag = `"${hash.digest('base64url').slice(0, TAG_LENGTH)}"`;
    this.tags.set(path, { mtimeMs, size, tag });
    return tag;
  }

  private async file(path: string, accepted: readonly Encoding[]): Promise<{ file: ManualFile } | null> {
    const found = await findBuiltFile(this.directory, path, accepted);
    if (!found) return null;
    const extension = path.slice(path.lastIndexOf('.'));
    return { file: { ...found, type: TYPES[extension] ?? null, isPage: extension === '.html' } };
  }
}
