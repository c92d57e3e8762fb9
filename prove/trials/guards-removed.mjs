// Q1: a trial that cannot fail shows nothing. Takes one guard after the other out of a copy of the built service and
// demands that the probe which should notice does, for the reason it should; and that it is green on the whole build. The
// long tier asks the same of the unit tests: of what is changed in the sources behind the money, they must notice most.
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

/** Builds and databases for the probes: each gets its own. */
class Builds {
  constructor(server, directory) {
    Object.assign(this, { server, directory, number: 0 });
  }

  /** All later builds are copies of the one that is there now. */
  async keep() {
    this.whole = await copyService(ROOT, join(this.directory, 'whole'));
  }

  async unpatched(lane, guards) {
    return this.hold(lane, this.whole, guards);
  }

  async without(lane, guard) {
    const copy = join(this.directory, `without-${(this.number += 1)}`);
    try {
      const dist = await copyService(join(this.directory, 'whole'), copy);
      await applyEdits(dist, guard.edits);
      return (await this.hold(lane, dist, [guard])).get(guard.name);
    } finally {
      await rm(copy, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  async hold(lane, dist, guards) {
    // A guard that stands in a migration is gone only from tables that the patched migration makes.
    const empty = guards.some(({ edits }) =>
      edits.some(({ file }) => file.startsWith('database/migrations/')),
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

/** @returns {Promise<{name: string, whole: object, without: object}[]>} what each guard's probe said with it and without it */
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
  // A failure is told when both lanes are idle: one that went on meanwhile would start what nobody ends.
  const failed = (await Promise.allSettled(lanes.map(work))).find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
  // These take the server down under everybody's feet, so they come last and one by one.
  for (const guard of guards.filter(({ crash }) => crash)) {
    whole.set(guard.name, (await builds.unpatched(lanes[0], [guard])).get(guard.name));
    without.set(guard.name, await builds.without(lanes[0], guard));
    report(without.size);
  }
  return guards.map(({ name }) => ({ name, whole: whole.get(name), without: without.get(name) }));
}

function complaintOf({ name, whole, without }) {
  if (whole.verdict !== 'green')
    return `“${name}”: its probe is ${whole.verdict} on the whole build: ${whole.broken}`;
  if (without.verdict === 'red') return null;
  return without.verdict === 'green'
    ? `“${name}”: nobody noticed that it was gone`
    : `“${name}”: its probe ended for another reason: ${without.broken}`;
}

/** @returns {Promise<{n: object, survivors: object[]}>} how many changes of the sources the unit tests noticed */
async function mutateSources(log) {
  const figures = await runMutation({ log });
  const survivors = figures.flatMap((one) => one.survivors);
  const low = tooLow(figures).map(({ area, score }) => `${area} ${score} %`);
  if (low.length > 0) {
    const message = `the unit tests notice too few changes of the sources: ${low.join(', ')}`;
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
  title: 'guards taken out one at a time: each must turn a trial red',
  seconds: 47,

  async run({ tier, sample, log, progress }) {
    const guards = sample(GUARDS, { gate: 20 });
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
      log(`Q1: ${caught} of ${guards.length} guards caught`);
      if (complaints.length > 0) throw new Error(complaints.join('\n'));
      const mutation = tier === 'long' ? await mutateSources(log) : { n: {} };
      const n = { 'guards known': GUARDS.length, guards: guards.length, caught, ...mutation.n };
      const withoutIt = results.map(({ name, without }) => ({ name, withoutIt: without.broken }));
      return { n, guards: withoutIt, survivors: mutation.survivors };
    } finally {
      await Promise.all(lanes.map((lane) => lane.close()));
      await server?.stop();
      await rm(directory, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};
