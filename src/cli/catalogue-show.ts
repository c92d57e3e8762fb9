/** `offprint catalogue show --kind K --key K`: prints what holds of a model, a plan or a pack, as JSON. */
import { CatalogueChanges } from '../catalogue/index.js';
import { readChanges, SUBJECT_OPTIONS, SUBJECT_USAGE, subjectOf } from './catalogue-arguments.js';
import { createCommand, print } from './command.js';

export const catalogueShow = createCommand({
  usage: `usage: offprint catalogue show ${SUBJECT_USAGE}`,
  options: SUBJECT_OPTIONS,
  read(values) {
    const subject = subjectOf(values);
    return async (app) => {
      const entries = await readChanges(app);
      app.get(CatalogueChanges).requireKnown(subject);
      return print(JSON.stringify(entries.show(subject), null, 2));
    };
  },
});
