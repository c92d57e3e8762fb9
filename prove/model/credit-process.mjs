// Compares credits that expire with their model in a process that contains the service, because the clocks of the process and of its
// database move. Its task: {seed, runs}; TEST_POSTGRES_URL is the server.
import { Invariants } from '../harness/checks/invariants.mjs';
import { DirectDatabase } from '../harness/cluster/cluster.mjs';
import { CreditCommands } from './credit-commands.mjs';
import { compareRuns } from './credit-runs.mjs';
import { answerTask } from './run-process.mjs';

const DIST = new URL('../../dist/', import.meta.url);
const load = (file) => import(new URL(file, DIST).href);

async function partsOfBuild() {
  const credits = await load('credits/index.js');
  return {
    ...credits,
    AccountsService: (await load('accounts/index.js')).AccountsService,
    Catalogue: (await load('catalogue/index.js')).Catalogue,
    Database: (await load('platform/database/index.js')).Database,
    PredictionCreation: (await load('generation/creation/prediction.creation.js')).PredictionCreation,
    SETTLE: (await load('generation/settlement/prediction.settlement.sql.js')).SETTLE,
    SchedulerRegistry: (await import('@nestjs/schedule')).SchedulerRegistry,
  };
}

async function main({ seed, runs }, onDone) {
  const { startTestService } = await load('testing/index.js');
  const service = await startTestService({ env: { ROLES: 'api', SIGNUP_CREDITS: '0' } });
  const database = new DirectDatabase(service.database.url);
  let onBroken;
  const broken = new Promise((_, reject) => (onBroken = reject));
  broken.catch(() => {});
  const watch = new Invariants({ cluster: { database, engine: null }, onBroken }).watch();
  try {
    const commands = new CreditCommands(service, await partsOfBuild());
    const counts = await Promise.race([broken, compareRuns(commands, { runs, seed, onTick: onDone })]);
    const { checks } = await watch.finish();
    return { ...counts, 'checks of the invariants': checks };
  } finally {
    await watch.pause();
    await database.end();
    await service.close();
  }
}

answerTask(main);
