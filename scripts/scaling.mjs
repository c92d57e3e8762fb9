// `node scripts/scaling.mjs`: calculates what a load needs. docs/scaling.md has the costs it multiplies.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { answerHelp } from './help.mjs';
import { needsTable, withTables } from './scaling/table.mjs';

answerHelp(`usage: node scripts/scaling.mjs --predictions-per-day N --polls N   Prints cores, connections, IOPS and storage for a load.
  --engine-polls N     polls of an asynchronous engine per prediction (0)
  --output-kb N        outputs of a prediction (500)
  --retention-days N   how long outputs are stored (30)
  --peak N             the busiest hour over the mean one (3)
  --write-documents    writes the tables of docs/scaling.md`);

const NAMES = {
  'predictions-per-day': 'predictionsPerDay',
  polls: 'polls',
  'engine-polls': 'enginePolls',
  'output-kb': 'outputKb',
  'retention-days': 'retentionDays',
  peak: 'peak',
};
const numbers = Object.fromEntries(Object.keys(NAMES).map((name) => [name, { type: 'string' }]));
const { values } = parseArgs({ options: { ...numbers, 'write-documents': { type: 'boolean' } } });

if (values['write-documents']) {
  const file = fileURLToPath(new URL('../docs/scaling.md', import.meta.url));
  await writeFile(file, withTables(await readFile(file, 'utf8')));
  console.log('wrote the tables of docs/scaling.md');
} else {
  const load = { predictionsPerDay: 1_000_000, polls: 5 };
  for (const [option, field] of Object.entries(NAMES)) {
    if (values[option] === undefined) continue;
    const value = Number(values[option]);
    if (values[option].trim() === '' || !Number.isFinite(value) || value < 0) {
      console.error(`--${option}: ${values[option]} is not a number of at least 0`);
      process.exit(1);
    }
    load[field] = value;
  }
  console.log(needsTable([load]));
}
