/** The audit trail: what is recorded, by whom, and that no event can be changed afterwards. */
import { AuditTrail } from '../../src/audit/index.js';
import { Database } from '../../src/database/index.js';
import { startApp, type TestApp } from '../support/app.js';

const ENTRY = {
  accountId: '0199f0c2-a1b2-7c3d-8e4f-5a6b7c8d9e0f',
  actor: { kind: 'system', id: null },
  address: '192.0.2.7',
  action: 'thing.changed',
  target: 'thing_1',
  before: { size: 1 },
  after: { size: 2 },
  requestId: 'request-1',
} as const;

let app: TestApp;
beforeAll(async () => (app = await startApp()));
afterAll(() => app.close());

const record = () => app.app.get(AuditTrail).record(app.app.get(Database), ENTRY);

describe('an event', () => {
  it('is rolled back with the change', async () => {
    const changing = app.app.get(Database).transaction(async (tx) => {
      await app.app.get(AuditTrail).record(tx, { ...ENTRY, action: 'thing.rolled_back' });
      throw new Error('the change failed');
    });
    await expect(changing).rejects.toThrow('the change failed');
    expect(await app.database.query(`select from audit_events where action = 'thing.rolled_back'`)).toEqual(
      [],
    );
  });

  it.each([
    ['changed', `update audit_events set after = '{}'`],
    ['moved to another account', 'update audit_events set account_id = gen_random_uuid()'],
    ['given another address', `update audit_events set address = '192.0.2.8'`],
    ['erased together with a change', `update audit_events set address = null, action = 'thing.kept'`],
    ['deleted', 'delete from audit_events'],
    ['emptied', 'truncate audit_events'],
  ])('cannot be %s', async (_name, statement) => {
    await record();
    await expect(app.database.query(statement)).rejects.toThrow('the audit trail is append-only');
  });

  it('can lose its address, and nothing else with it', async () => {
    await record();
    const columns = 'account_id, actor_kind, action, target, before, after, request_id';
    const kept = await app.database.query(`select ${columns} from audit_events`);
    await app.database.query('update audit_events set address = null');
    await app.database.query('update audit_events set address = null');
    expect(await app.database.query(`select address from audit_events where address is not null`)).toEqual(
      [],
    );
    expect(await app.database.query(`select ${columns} from audit_events`)).toEqual(kept);
  });
});
