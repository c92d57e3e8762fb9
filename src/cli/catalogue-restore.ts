/** `offprint catalogue restore --kind K --key K --version N [--reason R]`: makes an entry what it was; version 1 is the files. */
import { COMMAND_SOURCE } from '../audit/index.js';
import { CatalogueChanges } from '../catalogue/index.js';
import { readChanges, reasonOf, SUBJECT_OPTIONS, SUBJECT_USAGE, subjectOf } from './catalogue-arguments.js';
import { CommandError, createCommand, print, TEXT } from './command.js';

export const catalogueRestore = createCommand({
  usage: `usage: offprint catalogue restore ${SUBJECT_USAGE} --version <number> [--reason <why>]`,
  options: { ...SUBJECT_OPTIONS, version: TEXT, reason: TEXT },
  read({ version = '', ...values }) {
    const subject = subjectOf(values);
    if (!/^[1-9]\d{0,8}$/.test(version)) throw new CommandError('--version must be the number of a version.');
    const reason = reasonOf(values.reason);
    return async (app) => {
      const entries = await readChanges(app);
      await app.get(CatalogueChanges).restore(subject, Number(version), reason, COMMAND_SOURCE);
      const now = entries.show(subject).version;
      return print(`${subject.kind} ${subject.key}: version ${now} holds now, as version ${version}`);
    };
  },
});
