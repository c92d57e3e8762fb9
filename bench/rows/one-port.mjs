/**
 * Compares four API processes on one port (PROCESSES=4) with one, for polls and creates. The speed-up depends on the number of
 * cores, and two are full with one process, its PostgreSQL and the load. What sessions wait for is sampled, because a lock would
 * prevent it on any machine: the platform's budget is one row, which the processes update in turn. The last line has a budget
 * per account instead.
 */
import { interleave, secondsOf } from '../interleave.mjs';
import { measureLoad } from '../load.mjs';
import { create, pollsOf, range } from '../requests.mjs';
import { comparison } from '../row.mjs';
import { CUSTOMERS } from '../seed.mjs';
import { sharesOf, watchSessions } from '../sessions.mjs';

export const onePort = { name: 'one-port', measure };

async function measure(bench) {
  const ports = { four: await startPort(bench, 4), one: await startPort(bench, 1) };
  const polls = pollsOf(bench.secrets, 1, CUSTOMERS);
  const creates = range(1, CUSTOMERS).map((account) => create(bench.secrets.get(account)[0]));
  return [
    await compare(bench, 'status poll, four API processes on one port', ports, polls),
    await compare(bench, 'POST /api/generate, four API processes on one port', ports, creates),
    await compare(bench, 'status poll, the same, a budget per account', await perAccount(bench), polls),
  ];
}

async function perAccount(bench) {
  const settings = { PLATFORM_RATE_LIMIT_PER: 'account' };
  return { four: await startPort(bench, 4, settings), one: await startPort(bench, 1, settings) };
}

async function compare(bench, name, { four, one }, requests) {
  const waits = { four: {}, one: {} };
  const run = (port, seen) => (round) => port.measure(round, requests, seen);
  const samples = await interleave({ four: run(four, waits.four), one: run(one, waits.one) }, bench.rounds);
  const note = `sessions: ${sharesOf(waits.four)} (one process: ${sharesOf(waits.one)})`;
  return comparison(name, samples.four, 'one process', samples.one, undefined, { note, waits });
}

async function startPort(bench, processes, more = {}) {
  const { name, url: databaseUrl } = await bench.database();
  const settings = { PROCESSES: String(processes), ...more };
  const service = await bench.service({ roles: 'api', databaseUrl, settings });
  const observer = await bench.postgres.connect('bench');
  bench.after(() => observer.end());
  return {
    async measure(round, requests, waits) {
      const over = new AbortController();
      const watching = round > 0 && watchSessions(observer, name, waits, over.signal);
      const load = { requests, seconds: secondsOf(round, bench) };
      const sample = await measureLoad({ ...service, hasProcesses: processes > 1 }, load);
      over.abort();
      await watching;
      return sample;
    },
  };
}
