/**
 * `offprint catalogue update --kind K --key K --set field=value… [--reason R]`: changes a model, a plan or a pack while the service
 * runs, as `PATCH /api/admin/catalogue/…` does.
 */
import { COMMAND_SOURCE } from '../audit/index.js';
import { CatalogueChanges, EDITABLE, type Settings } from '../catalogue/index.js';
import { readChanges, reasonOf, SUBJECT_OPTIONS, SUBJECT_USAGE, subjectOf } from './catalogue-arguments.js';
import { CommandError, createCommand, print, TEXT } from './command.js';

const ASSIGNMENT = /^([a-zA-Z]+)=(.*)$/s;

export const catalogueUpdate = createCommand({
  usage: `usage: offprint catalogue update ${SUBJECT_USAGE} --set <field=value>… [--reason <why>]
       a value is JSON, and text otherwise: --set enabled=false --set 'pricing={"base":2}' --set 'title=A title'`,
  options: { ...SUBJECT_OPTIONS, set: { ...TEXT, multiple: true }, reason: TEXT },
  read(values) {
    const subject = subjectOf(values);
    const fields = fieldsOf(values.set ?? [], EDITABLE[subject.kind]);
    const reason = reasonOf(values.reason);
    return async (app) => {
      const entries = await readChanges(app);
      await app.get(CatalogueChanges).change(subject, fields, reason, COMMAND_SOURCE);
      const { version } = entries.show(subject);
      return print(`${subject.kind} ${subject.key}: version ${version} holds now`);
    };
  },
});

function fieldsOf(assignments: string[], editable: readonly string[]): Settings {
  if (assignments.length === 0) throw new CommandError('--set must name a field and its value.');
  const entries = assignments.map((assignment) => {
    const [, field, value] = ASSIGNMENT.exec(assignment) ?? [];
    if (field === undefined) throw new CommandError(`--set must be field=value, not ${assignment}.`);
    if (!editable.includes(field)) throw new CommandError(`--set must name one of ${editable.join(', ')}.`);
    return [field, valueOf(value!)] as const;
  });
  const names = entries.map(([field]) => field);
  const twice = names.find((name, place) => names.indexOf(name) < place);
  if (twice !== undefined) throw new CommandError(`--set names ${twice} twice.`);
  return Object.fromEntries(entries);
}

/** JSON, and text otherwise; text that looks like JSON is written with quotes. */
function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // A broken object or list is a mistake, not a title.
    if (/^[[{"]/.test(text)) throw new CommandError(`--set has a value that is no JSON: ${text}`);
    return text;
  }
}
