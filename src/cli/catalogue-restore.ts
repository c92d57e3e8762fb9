/** `offprint catalogue restore --kind K --key K --version N [--reason R]`: makes an entry what it was; version 1 is the files. */
import { parseArgs } from 'node:util';
import { COMMAND_SOURCE } from '../audit/index.js';
import { CatalogueChanges } from '../catalogue/index.js';
import {
  print,
  readChanges,
  reasonOf,
  SUBJECT_OPTIONS,
  SUBJECT_USAGE,
  subjectOf,
} from './catalogue-arguments.js';
import { type Command, CommandError } from './command.js';

export const catalogueRestore: Command = {
  usage: `usage: offprint catalogue restore ${SUBJECT_USAGE} --version <number> [--reason <why>]`,
  read(argv) {
    const { values } = parseArgs({
      args: argv,
      options: { ...SUBJECT_OPTIONS, version: { type: 'string' }, reason: { type: 'string' } },
    });
    const subject = subjectOf(values);
    const { version = '' } = values;
    if (!/^[1-9]\d{0,8}$/.test(version)) throw new CommandError('--version must be the number of a version.');
    const reason = reasonOf(values.reason);
    return async (app) => {
      const entries = await readChanges(app);
      const changes = app.get(CatalogueChanges, { strict: false });
      await changes.restore(subject, Number(version), reason, COMMAND_SOURCE);
      const now = entries.show(subject).version;
      return print(`${subject.kind} ${subject.key}: version ${now} holds now, as version ${version}`);
    };
  },
};
