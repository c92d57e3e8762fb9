/** `offprint catalogue list [--kind K]`: prints models, plans and packs with what they cost or allow, as it holds. */
import { type CatalogueEntries, SUBJECT_KINDS, type SubjectKind } from '../catalogue/index.js';
import { kindOf, readChanges } from './catalogue-arguments.js';
import { createCommand, print, TEXT } from './command.js';
import { tableOf } from './table.js';

const HEAD = ['kind', 'key', 'enabled', 'version', 'changed live', 'title'];

export const catalogueList = createCommand({
  usage: `usage: offprint catalogue list [--kind <${SUBJECT_KINDS.join('|')}>]`,
  options: { kind: TEXT },
  read({ kind: named }) {
    const kinds = named === undefined ? SUBJECT_KINDS : [kindOf(named)];
    return async (app) => {
      const entries = await readChanges(app);
      const rows = kinds.flatMap((kind) => rowsOf(entries, kind));
      return print(tableOf(HEAD, rows));
    };
  },
});

function rowsOf(entries: CatalogueEntries, kind: SubjectKind): string[][] {
  return entries.keys(kind).map((key) => {
    const { enabled, version, differences, problem, title } = entries.show({ kind, key });
    const fields = differences.map(({ field }) => field).join(',');
    const changed = problem === null ? fields : `not in force: ${problem}`;
    return [kind, key, enabled ? 'yes' : 'no', String(version), changed || '-', title];
  });
}
