// Runs probes in a process of its own, one build after the other. Is told {dist, databaseUrl, names}, a build and the
// probes to hold it to, and tells for each probe: green, red (the promise was broken, and how), or error.
//
// Builds follow each other in one process because starting one costs ten times what a probe does, nearly all of it for
// loading what no patch touches: packages are loaded once, the service's own files anew out of every copy.
import { BrokenPromise } from './broken-promise.mjs';
import { GUARDS } from './guards.mjs';
import { World } from './world.mjs';

async function verdictOf(world, { probe }) {
  try {
    await probe(world);
    return { verdict: 'green' };
  } catch (error) {
    if (error instanceof BrokenPromise) return { verdict: 'red', broken: error.message };
    return { verdict: 'error', broken: error.stack ?? String(error) };
  }
}

async function verdictsOf({ dist, databaseUrl, names }) {
  const world = await World.open(dist, databaseUrl);
  const verdicts = {};
  for (const name of names)
    verdicts[name] = await verdictOf(
      world,
      GUARDS.find((guard) => guard.name === name),
    );
  await world.close();
  return verdicts;
}

process.on('message', (task) => {
  verdictsOf(task).then(
    (verdicts) => process.send({ verdicts }),
    (error) => process.send({ failed: error.stack ?? String(error) }),
  );
});
// What a service leaves running must not keep it when the trial is over.
process.on('disconnect', () => process.exit(0));
