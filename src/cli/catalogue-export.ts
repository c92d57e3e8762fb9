/** `offprint catalogue export`: prints the catalogue that holds as YAML, without secrets. */
import { CatalogueExport } from '../catalogue/index.js';
import { readChanges } from './catalogue-arguments.js';
import { createCommand } from './command.js';

export const catalogueExport = createCommand({
  usage: 'usage: offprint catalogue export',
  options: {},
  read: () => async (app) => {
    await readChanges(app);
    process.stdout.write(app.get(CatalogueExport).toYaml());
    return 0;
  },
});
