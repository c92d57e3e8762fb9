/**
 * Compares POST /api/generate while a listener hears every event with the same service without a listener: two databases and two
 * services, in alternating rounds. The listener runs in this process and does nothing with what it hears.
 */
import { SchedulerRegistry } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { EVENT_KINDS, EventListener, EventListeners } from '../../dist/events/index.js';
import { loadConfig } from '../../dist/platform/config/index.js';
import { Database, dataSourceOptions } from '../../dist/platform/database/index.js';
import { interleave, secondsOf } from '../interleave.mjs';
import { measureLoad } from '../load.mjs';
import { createsOf } from '../requests.mjs';
import { atLeast, comparison } from '../row.mjs';
import { CUSTOMERS } from '../seed.mjs';

export const listener = { name: 'listener', measure };

async function measure(bench) {
  const requests = createsOf(bench.secrets, 1, CUSTOMERS);
  const [heard, plain] = [await start(bench), await start(bench)];
  const listeners = await hear(bench, heard.databaseUrl);
  const run = (service) => (round) => measureLoad(service, { requests, seconds: secondsOf(round, bench) });
  const samples = await interleave({ heard: run(heard), plain: run(plain) }, bench.rounds);
  if (listeners.events === 0) throw new Error('the listener heard nothing');
  return [
    comparison(
      'POST /api/generate, a listener hears all',
      samples.heard,
      'without a listener',
      samples.plain,
      atLeast(0.9),
    ),
  ];
}

async function start(bench) {
  const database = await bench.database();
  return bench.service({ roles: 'api', databaseUrl: database.url });
}

async function hear(bench, url) {
  const source = await new DataSource(dataSourceOptions(url)).initialize();
  bench.after(() => source.destroy());
  class Counting extends EventListener {
    name = 'bench';
    kinds = EVENT_KINDS;
    batchSize = 1_000;
    events = 0;

    async handle({ events }) {
      this.events += events.length;
    }
  }
  const counting = new Counting();
  const config = loadConfig({});
  const registry = new SchedulerRegistry();
  const metrics = { countFailure: () => undefined };
  const running = new EventListeners(registry, new Database(source), config, metrics, [counting]);
  await running.onApplicationBootstrap();
  bench.after(() => running.beforeApplicationShutdown());
  return counting;
}
