/** `offprint catalogue versions --kind K --key K`: prints who changed a model, a plan or a pack, what and why, newest first. */
import { parseArgs } from 'node:util';
import { CatalogueVersionsReader } from '../catalogue/index.js';
import { print, SUBJECT_OPTIONS, SUBJECT_USAGE, subjectOf } from './catalogue-arguments.js';
import type { Command } from './command.js';
import { tableOf } from './table.js';

/** Older versions are behind those that the command prints: the API pages. */
const MOST = 100;
const HEAD = ['version', 'at', 'by', 'sets', 'reason'];

export const catalogueVersions: Command = {
  usage: `usage: offprint catalogue versions ${SUBJECT_USAGE}`,
  read(argv) {
    const { values } = parseArgs({ args: argv, options: SUBJECT_OPTIONS });
    const subject = subjectOf(values);
    return async (app) => {
      const reader = app.get(CatalogueVersionsReader, { strict: false });
      const { items, nextCursor } = await reader.list(subject, { limit: MOST });
      const rows = items.map(({ version, createdAt, actor, restored, change, reason }) => [
        String(version),
        createdAt ?? '-',
        actor === null ? 'the files' : [actor.kind, actor.id].filter(Boolean).join(' '),
        restored === null ? JSON.stringify(change) : `as version ${restored}`,
        reason ?? '-',
      ]);
      const older = nextCursor === null ? '' : `\nThese are the newest ${MOST}; the API lists older ones.`;
      return print(tableOf(HEAD, rows) + older);
    };
  },
};
