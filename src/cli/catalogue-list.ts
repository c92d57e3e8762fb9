/** `offprint catalogue list [--kind K]`: prints models, plans and packs with what they cost or allow, as it holds. */
import { parseArgs } from 'node:util';
import { type CatalogueEntries, SUBJECT_KINDS, type SubjectKind } from '../catalogue/index.js';
import { kindOf, print, readChanges } from './catalogue-arguments.js';
import type { Command } from './command.js';
import { tableOf } from './table.js';

const HEAD = ['kind', 'key', 'enabled', 'version', 'changed live', 'title'];

export const catalogueList: Command = {
  usage: `usage: offprint catalogue list [--kind <${SUBJECT_KINDS.join('|')}>]`,
  read(argv) {
    const { values } = parseArgs({ args: argv, options: { kind: { type: 'string' } } });
    const kinds = values.kind === undefined ? SUBJECT_KINDS : [kindOf(values.kind)];
    return async (app) => {
      const entries = await readChanges(app);
      return print(
        tableOf(
          HEAD,
          kinds.flatMap((kind) => rowsOf(entries, kind)),
        ),
      );
    };
  },
};

function rowsOf(entries: CatalogueEntries, kind: SubjectKind): string[][] {
  return entries.keys(kind).map((key) => {
    const { enabled, version, differences, problem, title } = entries.show({ kind, key });
    const fields = differences.map(({ field }) => field).join(',');
    const changed = problem === null ? fields : `not in force: ${problem}`;
    return [kind, key, enabled ? 'yes' : 'no', String(version), changed || '-', title];
  });
}
