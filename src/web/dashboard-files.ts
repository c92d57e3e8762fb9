/** Finds the built files of the dashboard on disk, with the compressed variants that its build created. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The files that the build writes: a folder of hashed files, and a few with fixed names beside index.html. */
const SERVED = /^\/(?:assets\/)?[A-Za-z0-9_-][A-Za-z0-9._-]*\.[a-z0-9]+$/;
const COMPRESSED = { br: '.br', gzip: '.gz' } as const;

export type Encoding = keyof typeof COMPRESSED;

export interface DashboardFile {
  /** Relative to the directory. */
  path: string;
  /** Null: uncompressed. */
  encoding: Encoding | null;
  /** Whether the name changes with the content, so that it may be cached forever. */
  hashed: boolean;
}

export class DashboardFiles {
  /** @param directory absolute; may be missing. */
  constructor(readonly directory: string) {}

  /**
   * Reads the built index.html; null before the first build. Not cached: it is small and a new build may replace it.
   */
  async page(): Promise<string | null> {
    return readFile(join(this.directory, 'index.html'), 'utf8').catch(() => null);
  }

  /**
   * Finds the file for a request.
   * @param path of the request, decoded or not: a path that is not a plain file name is not served.
   * @param accepted encodings in order of preference; the first existing one is used.
   */
  async find(path: string, accepted: readonly Encoding[]): Promise<DashboardFile | null> {
    if (!SERVED.test(path) || path === '/index.html') return null;
    const hashed = path.startsWith('/assets/');
    for (const encoding of accepted) {
      const compressed = `${path}${COMPRESSED[encoding]}`;
      if (await this.exists(compressed)) return { path: compressed, encoding, hashed };
    }
    return (await this.exists(path)) ? { path, encoding: null, hashed } : null;
  }

  private async exists(path: string): Promise<boolean> {
    return stat(join(this.directory, path)).then(
      (found) => found.isFile(),
      () => false,
    );
  }
}
