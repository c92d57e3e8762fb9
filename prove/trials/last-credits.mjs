// M2: an account with credits for one prediction sends 1,000 concurrent creates to three processes. Exactly one is accepted; the others
// are rejected for insufficient credits.
import { LoadClient } from '../harness/callers/client.mjs';

const AT_ONCE = 1_000;

export default {
  name: 'M2',
  title: 'credits for one prediction, 1,000 concurrent creates over 3 processes',
  async run(context) {
    const rounds = context.count({ gate: 3, short: 5, long: 100 });
    const cluster = await context.startCluster({ processes: { api: 3, worker: 1 } });
    const counts = {
      rounds: 0,
      creates: 0,
      accepted: 0,
      'rejected with 402': 0,
      'rejected with 503': 0,
    };
    for (let round = 0; round < rounds; round += 1) {
      const [key] = await context.makeKeys(cluster.database, { credits: 1 });
      const client = new LoadClient(cluster.apis, [key], context.random.fork(`round ${round}`), {
        connections: 128,
      });
      const watch = context.watch({ cluster, client });
      const statuses = await sendBurst(client, key, cluster.apis);
      const tally = (status) => statuses.filter((one) => one === status).length;
      counts.rounds += 1;
      counts.creates += statuses.length;
      counts.accepted += tally(201);
      counts['rejected with 402'] += tally(402);
      counts['rejected with 503'] += tally(503);
      const odd = statuses.filter((status) => ![201, 402, 503].includes(status));
      // A create answered with 503 may have been committed.
      if (tally(201) > 1 || (tally(201) === 0 && tally(503) === 0) || odd.length > 0)
        context.fail('not exactly one was accepted', { accepted: tally(201), odd: odd.slice(0, 20) });
      const [{ charges }] = await cluster.database.query(
        `select count(*)::int as charges from ledger_transfers where account_id = $1 and kind = 'charge'`,
        [key.accountId],
      );
      if (charges !== 1) context.fail('not exactly one was charged', { charges });
      await watch.finish();
      await client.close();
      context.progress(round + 1, rounds);
    }
    return { n: counts };
  },
};

async function sendBurst(client, key, apis) {
  // Opens connections first, so that the creates arrive together.
  await Promise.all(
    apis.flatMap(({ base }) =>
      Array.from({ length: 32 }, () => client.request('GET', '/api/models', { key, base })),
    ),
  );
  const body = { modelKey: 'chaos-idempotent', runMs: 0 };
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, at) =>
      client.request('POST', '/api/generate', { key, base: apis[at % apis.length].base, body }),
    ),
  );
  return answers.map((answer) => answer?.status ?? 0);
}
