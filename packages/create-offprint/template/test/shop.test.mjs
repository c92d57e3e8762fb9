// Starts the whole service with the shop's catalogue and extension, on a PostgreSQL of its own.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTestService } from 'offprint/testing';
import sales from '../extensions/sales.mjs';

let service;
before(async () => {
  service = await startTestService({ plugins: [sales], catalogue: './catalogue', engines: [] });
  process.env.SALES_FILE = join(service.directory, 'sales.csv');
});
after(() => service.close());

it('sells a poster: it is paid, delivered, and a line of the sales', async () => {
  const account = await service.account({ credits: 10 });
  const key = await account.key();
  const { id } = await service.generate(key, { modelKey: 'poster', prompt: 'a lighthouse by the sea' });
  const { status, outputUrl } = await service.settled(id, key);
  assert.equal(status, 'completed');
  assert.equal(await account.balance(), 7);
  const file = await fetch(outputUrl);
  assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'image/png']);
  const readSales = () => readFile(process.env.SALES_FILE, 'utf8').catch(() => '');
  while (!(await readSales()).includes(`${id},poster,3\n`)) await sleep(50);
});
