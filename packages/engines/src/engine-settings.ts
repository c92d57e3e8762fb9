import { readFileSync } from 'node:fs';

/** The `engine:` section of a catalogue file, with the address and the secret read from the environment. */
export interface EngineSettings {
  /** The `provider:` of the catalogue file. */
  name: string;
  /** Without a trailing slash. */
  url: string;
  /** Null when the engine needs none, or when it is optional and not set. */
  secret: string | null;
  /** The rest of `engine:`, which the adapter checks, and `catalogueDirectory`, the absolute directory of the file. */
  options: Readonly<Record<string, unknown>>;
  /** Reads a file that the options name. Default: any file in UTF-8. */
  readFile?: ReadFile;
}

/** Returns the text of a file. @throws Error whose message completes "the file …", as "cannot be read (ENOENT)". */
export type ReadFile = (path: string) => string;

export interface CatalogueFiles {
  directory: string;
  read: ReadFile;
}

/** Returns null when the directory of the engine's catalogue file is not known. */
export function catalogueFiles({ options, readFile = readUtf8 }: EngineSettings): CatalogueFiles | null {
  const { catalogueDirectory: directory } = options;
  return typeof directory === 'string' ? { directory, read: readFile } : null;
}

function readUtf8(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`cannot be read (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
}
