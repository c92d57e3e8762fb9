import assert from 'node:assert/strict';
import { it } from 'node:test';
import { POSTER_REQUEST, startAcme } from './support/acme.js';

it('a test key pays a tenth, in the quote and in the charge', async () => {
  const { service, stop } = await startAcme();
  try {
    const account = await service.account({ credits: 10 });
    for (const [env, price] of [
      ['live', 2],
      ['test', 0.2],
    ] as const) {
      const key = await account.key({ env });
      const { body } = await service.request('POST', '/api/generate/quote', { key, body: POSTER_REQUEST });
      assert.equal(body.creditCost, price);
      const { creditCost } = await service.generate(key, POSTER_REQUEST);
      assert.equal(creditCost, price);
    }
    assert.equal(await account.balance(), 7.8);
  } finally {
    await stop();
  }
});
