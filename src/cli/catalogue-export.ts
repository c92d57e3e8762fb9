/** `offprint catalogue export`: prints the catalogue that holds as YAML, without secrets. */
import { parseArgs } from 'node:util';
import { CatalogueExport } from '../catalogue/index.js';
import { readChanges } from './catalogue-arguments.js';
import type { Command } from './command.js';

export const catalogueExport: Command = {
  usage: 'usage: offprint catalogue export',
  read(argv) {
    parseArgs({ args: argv, options: {} });
    return async (app) => {
      await readChanges(app);
      process.stdout.write(app.get(CatalogueExport, { strict: false }).toYaml());
      return 0;
    };
  },
};
