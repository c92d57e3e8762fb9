import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuiltFile, type Encoding, findBuiltFile } from './built-files.js';

/** The files that the build writes: a folder of hashed files, and a few with fixed names beside index.html. */
const SERVED = /^\/(?:assets\/)?[A-Za-z0-9_-][A-Za-z0-9._-]*\.[a-z0-9]+$/;

export class DashboardFiles {
  /** @param directory absolute; may be missing. */
  constructor(readonly directory: string) {}

  /** Null before the first build. Not cached: it is small and a new build may replace it. */
  async page(): Promise<string | null> {
    return readFile(join(this.directory, 'index.html'), 'utf8').catch(() => null);
  }

  /**
   * @param path of the request, decoded or not: a path that is not a plain file name is not served.
   * @param accepted encodings in order of preference; the first existing one is used.
   */
  async find(path: string, accepted: readonly Encoding[]): Promise<BuiltFile | null> {
    if (!SERVED.test(path) || path === '/index.html') return null;
    return findBuiltFile(this.directory, path, accepted);
  }
}
