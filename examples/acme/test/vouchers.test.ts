import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { TestService } from 'offprint/testing';
import { startAcme } from './support/acme.js';

let service: TestService;
let stop: () => Promise<void>;
before(async () => {
  ({ service, stop } = await startAcme());
});
after(() => stop());

const create = (token: string, body: unknown) =>
  service.request('POST', '/api/acme/vouchers', { token, body });
const redeem = (key: string, code: string) =>
  service.request('POST', `/api/acme/vouchers/${code}/redeem`, { key });

it('administrators create vouchers, and others do not', async () => {
  const [admin, user] = await Promise.all([service.account({ role: 'admin' }), service.account()]);
  assert.equal((await create(user.token, { code: 'SPRING25', credits: 5 })).status, 403);
  assert.equal((await create(admin.token, { code: 'SPRING25', credits: 5 })).status, 201);
  const again = await create(admin.token, { code: 'SPRING25', credits: 50 });
  assert.deepEqual(again.body.details, [{ field: 'code', message: 'code is taken' }]);
  const wrong = await create(admin.token, { code: 'AUTUMN25', credits: -1 });
  assert.equal(wrong.body.code, 'validation_failed');
});

it('a key with the scope `billing` redeems a voucher once, however many try at once', async () => {
  const admin = await service.account({ role: 'admin' });
  await create(admin.token, { code: 'SUMMER25', credits: 2.5 });
  const customer = await service.account({ credits: 1 });
  const reader = await customer.key({ scopes: ['read'] });
  assert.equal((await redeem(reader.secret, 'SUMMER25')).body.code, 'insufficient_scope');
  const { secret } = await customer.key({ scopes: ['billing'] });
  const tries = await Promise.all(Array.from({ length: 8 }, () => redeem(secret, 'SUMMER25')));
  assert.deepEqual(tries.map(({ status }) => status).sort(), [200, ...Array<number>(7).fill(400)]);
  assert.equal(await customer.balance(), 3.5);
  const { body } = await service.request('GET', '/api/credits/ledger', { key: secret });
  assert.equal(body.items[0].note, 'Voucher SUMMER25');
});
