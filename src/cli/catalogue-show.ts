/** `offprint catalogue show --kind K --key K`: prints what holds of a model, a plan or a pack, as JSON. */
import { parseArgs } from 'node:util';
import { CatalogueChanges } from '../catalogue/index.js';
import { print, readChanges, SUBJECT_OPTIONS, SUBJECT_USAGE, subjectOf } from './catalogue-arguments.js';
import type { Command } from './command.js';

export const catalogueShow: Command = {
  usage: `usage: offprint catalogue show ${SUBJECT_USAGE}`,
  read(argv) {
    const { values } = parseArgs({ args: argv, options: SUBJECT_OPTIONS });
    const subject = subjectOf(values);
    return async (app) => {
      const entries = await readChanges(app);
      app.get(CatalogueChanges, { strict: false }).requireKnown(subject);
      return print(JSON.stringify(entries.show(subject), null, 2));
    };
  },
};
