/** Compares page 1 and page 1,000 of a long history with page 1 of a history of 1,000 predictions. */
import { interleave, secondsOf } from '../interleave.mjs';
import { measureLoad } from '../load.mjs';
import { bearer, page } from '../requests.mjs';
import { atLeast, comparison } from '../row.mjs';
import { LONG_HISTORY, seedHistory, SHORT_HISTORY } from '../seed.mjs';

const PAGE = 20;
const FAR_PAGE = 1000;
const SHORT = 1000;
/** Callers of one account. The lane of lists rejects more than about 50 lists of an account at a time. */
const CONNECTIONS = 32;

export const history = { name: 'history', measure };

async function measure(bench) {
  const { secrets, historyRows, rounds, log } = bench;
  const { client, url: databaseUrl } = await bench.database();
  await seedHistory(client, SHORT_HISTORY, SHORT, log);
  await seedHistory(client, LONG_HISTORY, historyRows, log);
  await client.query('vacuum analyze predictions');
  const service = await bench.service({ roles: 'api', databaseUrl });
  const cursor = await cursorOf(service.url, secrets.get(LONG_HISTORY));
  const load = (account, query) => (round) =>
    measureLoad(service, {
      seconds: secondsOf(round, bench),
      connections: CONNECTIONS,
      requests: secrets.get(account).map((secret) => page(secret, query)),
    });
  const samples = await interleave(
    {
      short: load(SHORT_HISTORY),
      first: load(LONG_HISTORY),
      far: load(LONG_HISTORY, `&cursor=${encodeURIComponent(cursor)}`),
    },
    rounds,
  );
  const size = historyRows.toLocaleString('en');
  const against = 'page 1 of 1,000';
  return [
    comparison(`history of ${size}, page 1`, samples.first, against, samples.short, atLeast(0.8)),
    comparison(`history of ${size}, page 1,000`, samples.far, against, samples.short, atLeast(0.8)),
  ];
}

/** Follows the cursors as a caller does, in larger pages. @returns the cursor of the far page. */
async function cursorOf(url, [secret]) {
  const before = (FAR_PAGE - 1) * PAGE;
  let seen = 0;
  let cursor = '';
  while (seen < before) {
    const limit = Math.min(100, before - seen);
    const query = `limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const answer = await fetch(`${url}/api/generate/history?${query}`, { headers: bearer(secret) });
    if (!answer.ok) throw new Error(`history: ${answer.status} ${await answer.text()}`);
    const body = await answer.json();
    seen += body.items.length;
    cursor = body.nextCursor;
    if (!cursor) throw new Error(`the history ends after ${seen} predictions`);
  }
  return cursor;
}
