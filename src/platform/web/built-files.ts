/** The build creates compressed variants beside its files. */
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { NextFunction, Request, Response } from 'express';
import { FILE_HEADERS } from './page-policy.js';

const COMPRESSED = { br: '.br', gzip: '.gz' } as const;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

export type Encoding = keyof typeof COMPRESSED;

export interface BuiltFile {
  /** Relative to the directory. */
  path: string;
  /** Null: uncompressed. */
  encoding: Encoding | null;
  /** True: the name changes with the content, so that it may be cached forever. */
  hashed: boolean;
}

/**
 * @param directory absolute; may be missing. @param path starts with a slash and is known to stay inside of the directory.
 * @param accepted encodings in order of preference.
 */
export async function findBuiltFile(
  directory: string,
  path: string,
  accepted: readonly Encoding[],
): Promise<BuiltFile | null> {
  const hashed = path.startsWith('/assets/');
  for (const encoding of accepted) {
    const compressed = `${path}${COMPRESSED[encoding]}`;
    if (await isFile(directory, compressed)) return { path: compressed, encoding, hashed };
  }
  return (await isFile(directory, path)) ? { path, encoding: null, hashed } : null;
}

export function encodingsOf(request: Request): Encoding[] {
  return (['br', 'gzip'] as const).filter((encoding) => request.acceptsEncodings(encoding) !== false);
}

/** @param headers beside the type, the validators and how long the file may be cached. */
export function sendBuiltFile(
  directory: string,
  { path, encoding, hashed }: BuiltFile,
  response: Response,
  next: NextFunction,
  headers: Record<string, string> = {},
): void {
  response.set({
    ...FILE_HEADERS,
    'Cache-Control': hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache',
    Vary: 'Accept-Encoding',
    ...headers,
  });
  if (encoding) {
    if (!headers['Content-Type']) response.type(extname(path.slice(0, path.lastIndexOf('.'))));
    response.set('Content-Encoding', encoding);
  }
  response.sendFile(path, { root: directory, cacheControl: false, dotfiles: 'deny' }, (error) => {
    if (error && !response.headersSent) next(error);
  });
}

function isFile(directory: string, path: string): Promise<boolean> {
  return stat(join(directory, path)).then(
    (found) => found.isFile(),
    () => false,
  );
}
