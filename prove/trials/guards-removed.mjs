// Q1: shows that the checks can fail. Removes one guard at a time from a copy of the built service and requires that the
// guard's probe detects it, for the right reason, and that the probe passes on the unchanged build. The long tier also
// mutates sources and requires that the unit tests detect most mutants.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GUARDS } from '../guards/guards.mjs';
import { applyEdits, copyService } from '../guards/patched-copy.mjs';
import { ProbeLane } from '../guards/probe-lane.mjs';
import { DatabaseServer } from '../model/database-server.mjs';
import { runMutation, tooLow } from '../mutation/run.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const LANES = 2;

/** Copies of the build and databases for the probes, one each per guard. */
class Builds {
  constructor(server, directory) {
    Object.assign(this, { server, directory, number: 0 });
  }

  /** Copies the present build; all later copies are made from it. */
  async keep() {
    this.whole = await copyService(ROOT, join(this.directory, 'whole'));
  }

  async unpatched(lane, guards) {
    return this.probe(lane, this.whole, guards);
  }

  async without(lane, guard) {
    const copy = join(this.directory, `without-${(this.number += 1)}`);
    try {
      const dist = await copyService(join(this.directory, 'whole'), copy);
      await applyEdits(dist, guard.edits);
      return (await this.probe(lane, dist, [guard])).get(guard.name);
    } finally {
      await rm(copy, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  async probe(lane, dist, guards) {
    // Removing a guard from a migration needs an empty database, which the patched migration creates.
    const empty = guards.some(({ edits }) =>
      edits.some(({ file }) => /^database\/(migrations|schema)\//.test(file)),
    );
    const url = await this.server.createDatabase(`q1_${(this.number += 1)}`, { empty });
    const verdicts = await lane.run(
      dist,
      url,
      guards.map(({ name }) => name),
    );
    await this.server.dropDatabase(url);
    return verdicts;
  }
}

/** @returns {Promise<{name: string, whole: object, without: object}[]>} each probe's verdict with and without its guard */
async function judge(builds, lanes, guards, report) {
  const whole = new Map();
  const without = new Map();
  const calm = guards.filter(({ crash }) => !crash);
  const waiting = calm.map((guard) => async (lane) => {
    without.set(guard.name, await builds.without(lane, guard));
    report(without.size);
  });
  waiting.unshift(async (lane) =>
    (await builds.unpatched(lane, calm)).forEach((verdict, name) => whole.set(name, verdict)),
  );
  const work = async (lane) => {
    try {
      for (let task = waiting.shift(); task; task = waiting.shift()) await task(lane);
    } catch (error) {
      waiting.length = 0;
      throw error;
    }
  };
  // A failure is thrown when both lanes are idle: a running lane would start processes that are never stopped.
  const failed = (await Promise.allSettled(lanes.map(work))).find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
  // These crash the shared database server, so they run last and one by one.
  for (const guard of guards.filter(({ crash }) => crash)) {
    whole.set(guard.name, (await builds.unpatched(lanes[0], [guard])).get(guard.name));
    without.set(guard.name, await builds.without(lanes[0], guard));
    report(without.size);
  }
  return guards.map(({ name }) => ({ name, whole: whole.get(name), without: without.get(name) }));
}

function complaintOf({ name, whole, without }) {
  if (whole.verdict !== 'green')
    return `“${name}”: its probe is ${whole.verdict} on the unchanged build: ${whole.broken}`;
  if (without.verdict === 'red') return null;
  return without.verdict === 'green'
    ? `“${name}”: no probe detected its removal`
    : `“${name}”: its probe failed for another reason: ${without.broken}`;
}

/** @returns {Promise<{n: object, survivors: object[]}>} counts and the mutants that no unit test detected */
async function mutateSources(log) {
  const figures = await runMutation({ log });
  const survivors = figures.flatMap((one) => one.survivors);
  const low = tooLow(figures).map(({ area, score }) => `${area} ${score} %`);
  if (low.length > 0) {
    const message = `the unit tests detect too few mutants: ${low.join(', ')}`;
    throw Object.assign(new Error(message), { details: survivors });
  }
  const sumOf = (what) => figures.reduce((sum, one) => sum + one[what], 0);
  const scores = figures.map(({ area, score }) => [`score, ${area} %`, score]);
  return {
    n: { mutants: sumOf('mutants'), killed: sumOf('killed'), ...Object.fromEntries(scores) },
    survivors,
  };
}

export default {
  name: 'Q1',
  title: 'guards removed one at a time: a probe must fail for each',
  seconds: 47,

  async run({ tier, sample, log, progress }) {
    const guards = sample(GUARDS, { gate: 10 });
    const directory = await mkdtemp(join(tmpdir(), 'offprint-q1-'));
    const lanes = Array.from({ length: LANES }, () => new ProbeLane());
    let server;
    try {
      server = await DatabaseServer.start();
      const builds = new Builds(server, directory);
      await builds.keep();
      const results = await judge(builds, lanes, guards, (done) => progress(done, guards.length));
      const complaints = results.map(complaintOf).filter(Boolean);
      const caught = guards.length - complaints.length;
      log(`Q1: ${caught} of ${guards.length} removals detected`);
      if (complaints.length > 0) throw new Error(complaints.join('\n'));
      const mutation = tier === 'long' ? await mutateSources(log) : { n: {} };
      const n = {
        'guards in all': GUARDS.length,
        removed: guards.length,
        detected: caught,
        ...mutation.n,
      };
      const withoutIt = results.map(({ name, without }) => ({ name, withoutIt: without.broken }));
      return { n, guards: withoutIt, survivors: mutation.survivors };
    } finally {
      await Promise.all(lanes.map((lane) => lane.close()));
      await server?.stop();
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};
