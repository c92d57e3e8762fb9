/** The built files of the dashboard as they lie on disk, beside the compressed forms that its build has made of them. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** What the build writes: one folder of hashed files, and a few of fixed name beside index.html. */
const SERVED = /^\/(?:assets\/)?[A-Za-z0-9_-][A-Za-z0-9._-]*\.[a-z0-9]+$/;
const COMPRESSED = { br: '.br', gzip: '.gz' } as const;

export type Encoding = keyof typeof COMPRESSED;

export interface DashboardFile {
  /** Relative to the directory. */
  path: string;
  /** Null: as it is. */
  encoding: Encoding | null;
  /** Its name changes with its content, so that it may be kept for ever. */
  hashed: boolean;
}

export class DashboardFiles {
  /** @param directory absolute; need not exist. */
  constructor(readonly directory: string) {}

  /** index.html as it was built; null when nothing has been. Read each time: it is small, and a new build may be there. */
  async page(): Promise<string | null> {
    return readFile(join(this.directory, 'index.html'), 'utf8').catch(() => null);
  }

  /**
   * @param path of the request, decoded or not: whatever is not a plain name is not ours.
   * @param accepted encodings in order of preference; the first that there is wins.
   */
  async find(path: string, accepted: readonly Encoding[]): Promise<DashboardFile | null> {
    if (!SERVED.test(path) || path === '/index.html') return null;
    const hashed = path.startsWith('/assets/');
    for (const encoding of accepted) {
      const compressed = `${path}${COMPRESSED[encoding]}`;
      if (await this.has(compressed)) return { path: compressed, encoding, hashed };
    }
    return (await this.has(path)) ? { path, encoding: null, hashed } : null;
  }

  private async has(path: string): Promise<boolean> {
    return stat(join(this.directory, path)).then(
      (found) => found.isFile(),
      () => false,
    );
  }
}
