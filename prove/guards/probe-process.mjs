// Runs probes in a process of its own, one build after the other. Receives {dist, databaseUrl, names}, a build and its
// probes; sends the verdict of each probe: green, red (with the violated guarantee), or error.
//
// One process runs several builds: a process start costs ten times a probe, nearly all of it for loading packages. Packages
// are loaded once, the service's own files from every copy.
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
// Handles that the service leaves open must not keep the process alive after the trial.
process.on('disconnect', () => process.exit(0));
