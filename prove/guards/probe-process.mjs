// Runs probes in a process of its own, one build after the other. Receives {dist, databaseUrl, names}: a build and the names of
// its probes. Sends the outcome of each probe: green, red (with the violated guarantee), or error.
//
// One process runs several builds: a process start costs ten times a probe, nearly all of it for loading packages. Packages
// are loaded once, the service's own files from every copy.
import { BrokenGuarantee } from './broken-guarantee.mjs';
import { GUARDS } from './guards.mjs';
import { World } from './world.mjs';

async function runProbe(world, { probe }) {
  try {
    await probe(world);
    return { outcome: 'green' };
  } catch (error) {
    if (error instanceof BrokenGuarantee) return { outcome: 'red', broken: error.message };
    return { outcome: 'error', broken: error.stack ?? String(error) };
  }
}

async function runTask({ dist, databaseUrl, names }) {
  const world = await World.open(dist, databaseUrl);
  const results = {};
  for (const name of names)
    results[name] = await runProbe(
      world,
      GUARDS.find((guard) => guard.name === name),
    );
  await world.close();
  return results;
}

process.on('message', (task) => {
  runTask(task).then(
    (results) => process.send({ results }),
    (error) => process.send({ failed: error.stack ?? String(error) }),
  );
});
// Handles that the service leaves open must not keep the process alive after the trial.
process.on('disconnect', () => process.exit(0));
