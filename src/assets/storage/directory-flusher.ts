import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Some file systems cannot flush directories. */
const CANNOT_FLUSH = new Set(['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR']);

/** Makes the entries of directories durable. Callers that wait for one directory at once share a flush that begins after all of them. */
export class DirectoryFlusher {
  private readonly running = new Map<string, Promise<void>>();
  private readonly next = new Map<string, Promise<void>>();
  /** Directories whose own entry is durable. Those of single predictions are not among them: there are too many. */
  private readonly durable = new Set<string>();

  constructor(private readonly root: string) {}

  /** Creates a directory and those above it. */
  async create(directory: string): Promise<void> {
    const created = await mkdir(directory, { recursive: true, mode: 0o700 });
    if (created === undefined) return;
    for (const known of this.durable) if (known.startsWith(created)) this.durable.delete(known);
  }

  /** Flushes a directory, and each above it that may hold a new entry. */
  async flush(directory: string): Promise<void> {
    const above: string[] = [];
    for (let path = directory; path.length > this.root.length; path = dirname(path))
      if (!this.durable.has(path)) above.push(path);
    await Promise.all([directory, ...above.map((path) => dirname(path))].map((path) => this.flushOnce(path)));
    for (const path of above) if (path !== directory) this.durable.add(path);
  }

  private flushOnce(path: string): Promise<void> {
    const waiting = this.next.get(path);
    if (waiting) return waiting;
    const flush = this.runAfter(this.running.get(path), path);
    this.next.set(path, flush);
    return flush;
  }

  private async runAfter(before: Promise<void> | undefined, path: string): Promise<void> {
    // Its own callers get its error.
    await before?.catch(() => undefined);
    // `next` has this promise from here on.
    await Promise.resolve();
    const running = this.next.get(path)!;
    this.next.delete(path);
    this.running.set(path, running);
    try {
      await flushDirectory(path);
    } finally {
      if (this.running.get(path) === running) this.running.delete(path);
    }
  }
}

async function flushDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } catch (error) {
    if (!CANNOT_FLUSH.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await directory.close();
  }
}
