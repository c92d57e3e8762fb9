/** `offprint catalogue versions --kind K --key K`: prints who changed a model, a plan or a pack, what and why, newest first. */
import { CatalogueVersionsReader } from '../catalogue/index.js';
import { SUBJECT_OPTIONS, SUBJECT_USAGE, subjectOf } from './catalogue-arguments.js';
import { createCommand, print } from './command.js';
import { tableOf } from './table.js';

/** Older versions are behind those that the command prints: the API pages. */
const MOST = 100;
const HEAD = ['version', 'at', 'by', 'sets', 'reason'];

export const catalogueVersions = createCommand({
  usage: `usage: offprint catalogue versions ${SUBJECT_USAGE}`,
  options: SUBJECT_OPTIONS,
  read(values) {
    const subject = subjectOf(values);
    return async (app) => {
      const { items, nextCursor } = await app.get(CatalogueVersionsReader).list(subject, { limit: MOST });
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
});
