// Q1: shows that the checks can fail. Removes one guard at a time from a copy of the built service. The guard's probe must detect
// the removal, for the right reason, and must pass on the unchanged build. The long tier also mutates sources and requires that
// the unit tests detect most mutants.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GUARDS } from '../guards/guards.mjs';
import { applyEdits, copyService } from '../guards/patched-copy.mjs';
import { ProbeRunner } from '../guards/probe-runner.mjs';
import { DatabaseServer } from '../model/database-server.mjs';
import { runMutation, tooLow } from '../mutation/run.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const RUNNERS = 2;

/** Copies of the build and databases for the probes, one each per guard. */
class Builds {
  constructor(server, directory) {
    Object.assign(this, { server, directory, number: 0 });
  }

  /** Copies the present build; all later copies are made from it. */
  async keep() {
    this.whole = await copyService(ROOT, join(this.directory, 'whole'));
  }

  async unpatched(runner, guards) {
    return this.probe(runner, this.whole, guards);
  }

  async without(runner, guard) {
    const copy = join(this.directory, `without-${(this.number += 1)}`);
    try {
      const dist = await copyService(join(this.directory, 'whole'), copy);
      await applyEdits(dist, guard.edits);
      return (await this.probe(runner, dist, [guard])).get(guard.name);
    } finally {
      await rm(copy, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  async probe(runner, dist, guards) {
    // Removing a guard from a migration needs an empty database, which the patched migration creates.
    const empty = guards.some(({ edits }) =>
      edits.some(({ file }) => /^platform\/database\/(migrations|schema)\//.test(file)),
    );
    const url = await this.server.createDatabase(`q1_${(this.number += 1)}`, { empty });
    const results = await runner.run(
      dist,
      url,
      guards.map(({ name }) => name),
    );
    await this.server.dropDatabase(url);
    return results;
  }
}

/** @returns {Promise<{name: string, whole: object, without: object}[]>} each probe's result with and without its guard */
async function runProbes(builds, runners, guards, report) {
  const whole = new Map();
  const without = new Map();
  const calm = guards.filter(({ crash }) => !crash);
  const waiting = calm.map((guard) => async (runner) => {
    without.set(guard.name, await builds.without(runner, guard));
    report(without.size);
  });
  waiting.unshift(async (runner) =>
    (await builds.unpatched(runner, calm)).forEach((result, name) => whole.set(name, result)),
  );
  const work = async (runner) => {
    try {
      for (let task = waiting.shift(); task; task = waiting.shift()) await task(runner);
    } catch (error) {
      waiting.length = 0;
      throw error;
    }
  };
  // Throws a failure only when both runners are idle: a busy runner would start processes that are never stopped.
  const failed = (await Promise.allSettled(runners.map(work))).find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
  // These probes crash the shared database server, so they run last and one by one.
  for (const guard of guards.filter(({ crash }) => crash)) {
    whole.set(guard.name, (await builds.unpatched(runners[0], [guard])).get(guard.name));
    without.set(guard.name, await builds.without(runners[0], guard));
    report(without.size);
  }
  return guards.map(({ name }) => ({ name, whole: whole.get(name), without: without.get(name) }));
}

function failureOf({ name, whole, without }) {
  if (whole.outcome !== 'green')
    return `“${name}”: its probe is ${whole.outcome} on the unchanged build: ${whole.broken}`;
  if (without.outcome === 'red') return null;
  return without.outcome === 'green'
    ? `“${name}”: no probe detected its removal`
    : `“${name}”: its probe failed for another reason: ${without.broken}`;
}

/** @returns {Promise<{n: object, undetected: object[]}>} counts and the mutants that no unit test detected */
async function mutateSources(log) {
  const figures = await runMutation({ log });
  const undetected = figures.flatMap((one) => one.undetected);
  const low = tooLow(figures).map(({ area, score }) => `${area} ${score} %`);
  if (low.length > 0) {
    const message = `the unit tests detect too few mutants: ${low.join(', ')}`;
    throw Object.assign(new Error(message), { details: undetected });
  }
  const sumOf = (what) => figures.reduce((sum, one) => sum + one[what], 0);
  const scores = figures.map(({ area, score }) => [`score, ${area} %`, score]);
  return {
    n: { mutants: sumOf('mutants'), killed: sumOf('killed'), ...Object.fromEntries(scores) },
    undetected,
  };
}

export default {
  name: 'Q1',
  title: 'guards removed one at a time: a probe must fail for each',
  seconds: 47,

  async run({ tier, sample, log, progress }) {
    const guards = sample(GUARDS, { gate: 10 });
    const directory = await mkdtemp(join(tmpdir(), 'offprint-q1-'));
    const runners = Array.from({ length: RUNNERS }, () => new ProbeRunner());
    let server;
    try {
      server = await DatabaseServer.start();
      const builds = new Builds(server, directory);
      await builds.keep();
      const results = await runProbes(builds, runners, guards, (done) => progress(done, guards.length));
      const failures = results.map(failureOf).filter(Boolean);
      const detected = guards.length - failures.length;
      log(`Q1: ${detected} of ${guards.length} removals detected`);
      if (failures.length > 0) throw new Error(failures.join('\n'));
      const mutation = tier === 'long' ? await mutateSources(log) : { n: {} };
      const n = {
        'guards in all': GUARDS.length,
        removed: guards.length,
        detected,
        ...mutation.n,
      };
      const withoutIt = results.map(({ name, without }) => ({ name, withoutIt: without.broken }));
      return { n, guards: withoutIt, undetected: mutation.undetected };
    } finally {
      await Promise.all(runners.map((runner) => runner.close()));
      await server?.stop();
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};
