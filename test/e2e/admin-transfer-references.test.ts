/** `Idempotency-Key` of grants and adjustments: one reference, one transfer, without expiry. */
import { usersRole } from '../../src/cli/users-role.js';
import { OperatorTransfers } from '../../src/credits/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { balanceOf, call, newCaller, type Person, register } from '../support/client.js';
import { uuidOf } from '../support/public-ids.js';
import { refusal } from '../support/refusals.js';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp();
  admin = await newAdmin();
});
afterAll(() => app.close());

async function newAdmin(): Promise<Person> {
  const person = await register(app.base);
  await usersRole.read(['--email', person.email, '--role', 'admin'])(app.app);
  return person;
}

let references = 0;
const newReference = () => `order-${(references += 1)}`;

type Kind = 'grants' | 'adjustments';
const deliver = (kind: Kind, body: unknown, reference: string, { accessToken } = admin) =>
  call(app.base, 'POST', `/api/admin/credits/${kind}`, {
    token: accessToken,
    body,
    headers: { 'idempotency-key': reference },
  });

describe.each<Kind>(['grants', 'adjustments'])('Idempotency-Key on POST /api/admin/credits/%s', (kind) => {
  it('replays the first response to a repeated request and moves the credits once', async () => {
    const { person, key } = await newCaller(app.base);
    const body = { accountId: person.accountId, amount: 5, note: 'Order' };
    const reference = newReference();
    const first = await deliver(kind, body, reference);
    await deliver(kind, { ...body, amount: 7 }, newReference());
    const again = await deliver(kind, body, reference);
    expect(first).toMatchObject({ status: 201, body: { balance: 1005 } });
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await balanceOf(app.base, key)).toBe(1012);
  });

  it.each([
    ['amount', { amount: 6 }],
    ['note', { note: 'Another order' }],
  ])('rejects another %s with 422 and moves nothing', async (_name, change) => {
    const { person, key } = await newCaller(app.base);
    const body = { accountId: person.accountId, amount: 5, note: 'Order' };
    const reference = newReference();
    await deliver(kind, body, reference);
    const other = await deliver(kind, { ...body, ...change }, reference);
    expect(other.body).toEqual(refusal(422, 'idempotency_mismatch'));
    expect(await balanceOf(app.base, key)).toBe(1005);
  });

  it('moves the credits once for twelve concurrent requests; each gets that response or 409', async () => {
    const { person, key } = await newCaller(app.base);
    const body = { accountId: person.accountId, amount: 5, note: 'Order' };
    const reference = newReference();
    const answers = await Promise.all(Array.from({ length: 12 }, () => deliver(kind, body, reference)));
    const [granted, refused] = [201, 409].map((status) => answers.filter((one) => one.status === status));
    expect(granted!.length + refused!.length).toBe(12);
    expect(granted!.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(new Set(granted!.map((one) => JSON.stringify(one.body))).size).toBe(1);
    for (const one of refused!) {
      expect(one.body).toEqual(refusal(409, 'idempotency_in_progress'));
      expect(one.headers.get('retry-after')).toBe('1');
    }
    expect(await balanceOf(app.base, key)).toBe(1005);
  });

  it.each([[''], ['x'.repeat(256)]])('rejects a key of %j with 400', async (reference) => {
    const { person, key } = await newCaller(app.base);
    const body = { accountId: person.accountId, amount: 5, note: 'Order' };
    expect((await deliver(kind, body, reference)).body).toEqual(
      refusal(400, 'validation_failed', { details: expect.any(Array) }),
    );
    expect(await balanceOf(app.base, key)).toBe(1000);
  });
});

describe('The reference of a transfer', () => {
  it('is unique in the installation: another administrator and the command replay the same transfer', async () => {
    const { person, key } = await newCaller(app.base);
    const body = { accountId: person.accountId, amount: 5, note: 'Order' };
    const reference = newReference();
    const first = await deliver('grants', body, reference);
    const other = await deliver('grants', body, reference, await newAdmin());
    expect(other.body).toEqual(first.body);
    const accountId = uuidOf(person.accountId);
    const transfer = { kind: 'grant', accountId, amount: 5000n, note: 'Order', reference } as const;
    const byCommand = await app.app.get(OperatorTransfers, { strict: false }).deliver(transfer);
    expect(byCommand).toEqual({ balance: 1_005_000n, replayed: true });
    expect(await balanceOf(app.base, key)).toBe(1005);
  });

  it('belongs to one kind and one account: 422 for another', async () => {
    const [one, two] = [await newCaller(app.base), await newCaller(app.base)];
    const body = { accountId: one.person.accountId, amount: 5, note: 'Order' };
    const reference = newReference();
    await deliver('grants', body, reference);
    expect((await deliver('adjustments', body, reference)).status).toBe(422);
    expect((await deliver('grants', { ...body, accountId: two.person.accountId }, reference)).status).toBe(
      422,
    );
    expect(await balanceOf(app.base, two.key)).toBe(1000);
  });

  it('is not used by a rejected request: after 402 the same reference works once there are credits', async () => {
    const { person, key } = await newCaller(app.base);
    const body = { accountId: person.accountId, amount: -1001, note: 'Chargeback' };
    const reference = newReference();
    expect((await deliver('adjustments', body, reference)).status).toBe(402);
    await deliver('grants', { accountId: person.accountId, amount: 2, note: 'Order' }, newReference());
    expect((await deliver('adjustments', body, reference)).body.balance).toBe(1);
    // The balance is too low again, and the first response is replayed.
    expect((await deliver('adjustments', body, reference)).body.balance).toBe(1);
    expect(await balanceOf(app.base, key)).toBe(1);
  });

  it('cannot be changed or removed, like the transfer itself', async () => {
    const { person } = await newCaller(app.base);
    const reference = newReference();
    await deliver('grants', { accountId: person.accountId, amount: 5, note: 'Order' }, reference);
    for (const change of [
      `update transfer_references set reference = 'other' where reference = $1`,
      'delete from transfer_references where reference = $1',
    ])
      await expect(app.database.query(change, [reference])).rejects.toThrow('append-only');
  });
});
