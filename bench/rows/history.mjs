/** History: the first page and page 1,000 of a long one against the first page of 1,000 predictions. */
import { interleave } from '../interleave.mjs';
import { measureLoad } from '../load.mjs';
import { comparison } from '../row.mjs';
import { LONG_HISTORY, SHORT_HISTORY } from '../seed.mjs';

const PAGE = 20;
const FAR_PAGE = 1000;

export async function measureHistory({ service, secrets, historyRows, rounds, seconds }) {
  const cursor = await cursorOf(service.url, secrets.get(LONG_HISTORY));
  const load = (account, query = '') => ({
    seconds,
    requests: secrets.get(account).map((secret) => ({
      method: 'GET',
      path: `/api/generate/history?limit=${PAGE}${query}`,
      headers: { authorization: `Bearer ${secret}` },
    })),
  });
  const samples = await interleave(
    {
      short: () => measureLoad(service, load(SHORT_HISTORY)),
      first: () => measureLoad(service, load(LONG_HISTORY)),
      far: () => measureLoad(service, load(LONG_HISTORY, `&cursor=${encodeURIComponent(cursor)}`)),
    },
    rounds,
  );
  const size = historyRows.toLocaleString('en');
  return [
    comparison(`history of ${size}, page 1`, samples.first, 'page 1 of 1,000', samples.short),
    comparison(`history of ${size}, page 1,000`, samples.far, 'page 1 of 1,000', samples.short),
  ];
}

/** Walks there as a caller does, in bigger steps. @returns the cursor whose page is the far one. */
async function cursorOf(url, [secret]) {
  const before = (FAR_PAGE - 1) * PAGE;
  let seen = 0;
  let cursor = '';
  while (seen < before) {
    const limit = Math.min(100, before - seen);
    const query = `limit=${limit}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const answer = await fetch(`${url}/api/generate/history?${query}`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    if (!answer.ok) throw new Error(`history: ${answer.status} ${await answer.text()}`);
    const page = await answer.json();
    seen += page.items.length;
    cursor = page.nextCursor;
    if (!cursor) throw new Error(`the history ends after ${seen} predictions`);
  }
  return cursor;
}
