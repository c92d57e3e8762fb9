/**
 * Measures whether the service becomes slower as its table grows: polls of predictions across the table, creates, and first
 * pages of histories, on two databases of the same server with different numbers of predictions and their ledger entries.
 */
import { interleave, secondsOf } from '../interleave.mjs';
import { measureLoad } from '../load.mjs';
import { createsOf, page, poll, range } from '../requests.mjs';
import { atLeast, comparison } from '../row.mjs';
import { CUSTOMERS, filledPrediction, fillTable } from '../seed.mjs';

const POLLED = 20_000;

export const tableSize = { name: 'table-size', measure };

async function measure(bench) {
  const { tableRows, secrets, rounds } = bench;
  const sizes = [];
  for (const rows of tableRows) sizes.push(await serviceOn(bench, rows));
  const [few, many] = tableRows.map((rows) => rows.toLocaleString('en'));
  const creates = () => createsOf(secrets, 1, CUSTOMERS);
  const histories = () => range(1, CUSTOMERS).map((account) => page(secrets.get(account)[0]));
  const lines = [];
  for (const [name, requestsOf] of [
    ['status poll', (rows) => pollsAcross(secrets, rows)],
    ['history, page 1', histories],
    ['POST /api/generate', creates],
  ]) {
    const [load, reference] = [1, 0].map((index) => {
      const requests = requestsOf(tableRows[index]);
      return (round) => measureLoad(sizes[index], { requests, seconds: secondsOf(round, bench) });
    });
    const samples = await interleave({ many: load, few: reference }, rounds);
    lines.push(
      comparison(`${name}, ${many} predictions`, samples.many, `at ${few}`, samples.few, atLeast(0.8)),
    );
  }
  return lines;
}

async function serviceOn(bench, rows) {
  const { client, url: databaseUrl } = await bench.database();
  await fillTable(client, rows, bench.log);
  return bench.service({ roles: 'api', databaseUrl });
}

/** Creates polls of predictions across the table, each by its own account (numbered as in `fillTable`). */
function pollsAcross(secrets, rows) {
  const step = Math.max(1, Math.floor(rows / POLLED));
  return range(1, Math.min(rows, POLLED)).map((turn) => {
    const number = Math.min(rows, turn * step + (turn % step));
    return poll(secrets.get(1 + (number % CUSTOMERS))[0], filledPrediction(number));
  });
}
