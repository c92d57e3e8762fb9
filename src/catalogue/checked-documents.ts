/** A start with files that the build has read and checked parses and checks none of them: that took a seventh of its processor time. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { SourceDocument } from './catalogue-sources.js';

/** `hashOf` makes the keys. `scripts/bundle.mjs` writes the documents beside the bundle; the separate files have none. */
export type CheckedDocuments = Readonly<Record<string, SourceDocument[]>>;

let known: CheckedDocuments | undefined;

/** Returns undefined when the build has not seen the file's text under this name. */
export function checkedDocumentsOf(hash: string): SourceDocument[] | undefined {
  known ??= readDocuments(new URL('./catalogue.json', import.meta.url));
  return known[hash];
}

function readDocuments(file: URL): CheckedDocuments {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as CheckedDocuments) : {};
}

/** The name counts: it decides what a file must contain. */
export function hashOf(file: string, text: string): string {
  return createHash('sha256').update(`${file}\0${text}`).digest('base64url');
}
