import type { INestApplicationContext } from '@nestjs/common';
import {
  CatalogueEntries,
  LiveCatalogue,
  type Subject,
  SUBJECT_KINDS,
  type SubjectKind,
} from '../catalogue/index.js';
import { isStorableText } from '../platform/http/index.js';
import { CommandError, TEXT } from './command.js';

const MAX_REASON_LENGTH = 500;

export const SUBJECT_OPTIONS = { kind: TEXT, key: TEXT };

export const SUBJECT_USAGE = `--kind <${SUBJECT_KINDS.join('|')}> --key <key>`;

export function kindOf(text: string | undefined): SubjectKind {
  const kind = SUBJECT_KINDS.find((known) => known === text);
  if (!kind) throw new CommandError(`--kind must be one of ${SUBJECT_KINDS.join(', ')}.`);
  return kind;
}

export function subjectOf({ kind, key }: { kind?: string; key?: string }): Subject {
  const known = kindOf(kind);
  if (!key) throw new CommandError(`--key must be the key of a ${known}.`);
  return { kind: known, key };
}

export function reasonOf(text: string | undefined): string | undefined {
  const reason = text?.trim();
  if (reason === undefined) return undefined;
  if (reason === '' || reason.length > MAX_REASON_LENGTH || !isStorableText(reason))
    throw new CommandError(`--reason must have 1 to ${MAX_REASON_LENGTH} characters.`);
  return reason;
}

/** Reads what was changed live: a command has no role, so its process follows no changes. */
export async function readChanges(app: INestApplicationContext): Promise<CatalogueEntries> {
  await app.get(LiveCatalogue).refresh();
  return app.get(CatalogueEntries);
}
