// D3: the disk of the database and the disk of the outputs become full and then have space again. Each is a small tmpfs, which only
// root may mount; without root the trial reports that it was skipped. Callers receive 2xx, 429 or 503, no process exits, and waiting
// predictions finish when there is space.
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LoadClient } from '../harness/callers/client.mjs';

const BLOCK = Buffer.alloc(64 * 1024);

class SmallDisk {
  static async mount(directory, megabytes) {
    await mkdir(directory, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', directory], {
      stdio: 'ignore',
    });
    const disk = new SmallDisk();
    disk.directory = directory;
    disk.filler = join(directory, '.filler');
    return disk;
  }

  async fill() {
    const file = await open(this.filler, 'a');
    try {
      for (let size = BLOCK.length; size >= 1024;) {
        try {
          await file.write(BLOCK, 0, size);
        } catch {
          size /= 2;
        }
      }
    } finally {
      await file.close();
    }
  }

  async free() {
    await rm(this.filler, { force: true });
  }

  unmount() {
    execFileSync('umount', ['--lazy', this.directory], { stdio: 'ignore' });
  }
}

export default {
  name: 'D3',
  title: 'the disks of the database and of the outputs become full, then have space again',
  async run(context) {
    const rounds = context.count({ gate: 1, short: 1, long: 10 });
    const home = await mkdtemp(join(tmpdir(), 'offprint-disks-'));
    await chmod(home, 0o755);
    const disks = [];
    try {
      try {
        disks.push(
          await SmallDisk.mount(join(home, 'database'), 420),
          await SmallDisk.mount(join(home, 'data'), 16),
        );
      } catch {
        return { n: { rounds: 0 }, notes: ['skipped: only root may mount a small file system'] };
      }
      return await fillDisks(context, { rounds, database: disks[0], outputs: disks[1] });
    } finally {
      for (const disk of disks) await disk.free().then(() => disk.unmount());
      await rm(home, { recursive: true, force: true });
    }
  },
};

async function fillDisks(context, { rounds, database, outputs }) {
  const cluster = await context.startCluster({
    processes: { api: 1, worker: 1 },
    databaseDirectory: database.directory,
    databaseSettings: { max_wal_size: '64MB', min_wal_size: '32MB' },
    env: { DATA_DIR: outputs.directory },
  });
  try {
    const keys = await context.makeKeys(cluster.database, { keysEach: 4 });
    const client = new LoadClient(cluster.apis, keys, context.random.fork('client'));
    const watch = context.watch({ cluster, client });
    const counts = {
      'database full': 0,
      'outputs full': 0,
      'rejected with 503': 0,
      'server restarts': 0,
      'finished after': 0,
      predictions: 0,
    };
    for (let round = 0; round < rounds; round += 1) {
      await fillOutputs(context, { client, outputs, counts });
      await fillDatabase(context, { cluster, client, database, counts });
      context.progress(round + 1, rounds);
    }
    counts.predictions = client.predictions.size;
    await Promise.all([...client.predictions.keys()].map((id) => client.follow(id)));
    Object.assign(counts, await watch.finish());
    if (cluster.unexpectedExits.length > 0)
      context.fail('a process exited unexpectedly', cluster.unexpectedExits);
    await client.close();
    return { n: counts };
  } finally {
    await database.free();
    await cluster.stop();
  }
}

async function fillOutputs(context, { client, outputs, counts }) {
  await outputs.fill();
  const ids = await Promise.all(
    Array.from({ length: 8 }, () => client.create({ modelKey: 'chaos-idempotent', runMs: 0 })),
  );
  await sleep(1_500);
  const early = await Promise.all(ids.map((id) => client.status(id)));
  if (early.some((body) => body?.status === 'completed'))
    context.fail('completed without space for its output', early);
  await outputs.free();
  const last = await Promise.all(ids.map((id) => client.follow(id)));
  counts['outputs full'] += 1;
  counts['finished after'] += last.filter(({ status }) => status === 'completed').length;
}

/** Fills the disk and sends creates until the server cannot write. Restarts the server if it crashes, as systemd would. */
async function fillDatabase(context, { cluster, client, database, counts }) {
  const waiting = await client.create({ modelKey: 'chaos-lookup', runMs: 3_000 });
  await database.fill();
  const until = performance.now() + 20_000;
  let refused = 0;
  const prompt = 'x'.repeat(200);
  const loop = async () => {
    while (refused < 20 && performance.now() < until) {
      const key = client.random.pick(client.keys);
      const answer = await client.request('POST', '/api/generate', {
        key,
        body: { modelKey: 'chaos-idempotent', runMs: 60_000, prompt },
      });
      if (answer?.status === 201) client.acknowledge(answer.body.predictionId, key, answer.body.predictionId);
      else if (answer?.status === 503) refused += 1;
      else if (answer && answer.status !== 429)
        context.fail(`answered ${answer.status} while the disk is full`, answer.text);
      await database.fill();
    }
  };
  await Promise.all(Array.from({ length: 8 }, loop));
  if (refused === 0) context.fail('the disk did not become full: the trial proves nothing');
  counts['rejected with 503'] += refused;
  await database.free();
  await sleep(500);
  if (!cluster.postgres.isUp) {
    counts['server restarts'] += 1;
    await cluster.postgres.stopHost();
    await cluster.postgres.start();
  }
  await client.create({ modelKey: 'chaos-idempotent', runMs: 0 });
  // Cancels the long predictions that were accepted during the fault.
  for (const [id, { key, final }] of client.predictions) {
    if (final || id === waiting) continue;
    while ((await client.request('POST', `/api/generate/${id}/cancel`, { key }))?.status !== 200)
      await sleep(200);
  }
  await client.follow(waiting);
  counts['database full'] += 1;
}
