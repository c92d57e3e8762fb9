/** POST /api/uploads: who may send files, and the bounds of all accounts together: unpaid ones, and the disk. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import { makePicture } from '../../packages/media/test/support/media-files.js';
import { AssetStorage, StorageFull } from '../../src/assets/index.js';
import { CreditsService } from '../../src/credits/index.js';
import { Database } from '../../src/platform/database/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { type Answer, call, newCaller, type Person } from '../support/client.js';
import { Mailbox } from '../support/mailbox.js';
import { uuidOf } from '../support/public-ids.js';
import { refusal } from '../support/refusals.js';

const NOT_ALLOWED = refusal(403, 'upload_not_allowed');
const NO_SPACE = refusal(409, 'upload_space_used');
const NEARLY_FULL = refusal(507, 'storage_full');

let picture: Buffer;
beforeAll(async () => {
  picture = await makePicture('png', 8, 8);
});
afterEach(() => void jest.restoreAllMocks());

const send = (at: TestApp, token: string, path = '/api/uploads'): Promise<Answer> =>
  call(at.base, 'POST', path, { token, body: picture, headers: { 'content-type': 'image/png' } });

const withApp = async (
  env: Record<string, string>,
  test: (app: TestApp) => Promise<void>,
  hasMail = false,
) => {
  const app = await startApp(env, undefined, hasMail ? { replace: { Mailer: Mailbox } } : {});
  try {
    await test(app);
  } finally {
    await app.close();
  }
};

const grant = (app: TestApp, { accountId }: Person) =>
  app.app
    .get(Database)
    .transaction((tx) =>
      app.app
        .get(CreditsService, { strict: false })
        .grant(tx, { accountId: uuidOf(accountId), amount: 1n, note: 'test' }),
    );
const verify = (app: TestApp, { accountId }: Person) =>
  app.database.query('update users set email_verified_at = now() where account_id = $1', [uuidOf(accountId)]);
const leaveEmpty = async (app: TestApp) => {
  expect(await app.database.query('select from uploads')).toEqual([]);
  expect(await readdir(join(app.directory, 'scratch')).catch(() => [])).toEqual([]);
};

describe('403 upload_not_allowed', () => {
  it('with mail: until the account has a verified address and credits, by key and in the dashboard', async () => {
    await withApp(
      { ROLES: 'api', SIGNUP_CREDITS: '0' },
      async (app) => {
        const { person, key } = await newCaller(app.base);
        const both = async () => [
          await send(app, key),
          await send(app, person.accessToken, '/api/dashboard/uploads'),
        ];
        for (const answer of await both()) expect(answer.body).toEqual(NOT_ALLOWED);
        await grant(app, person);
        for (const answer of await both()) {
          expect(answer.body).toEqual(NOT_ALLOWED);
          expect(answer.body.message).toMatch(/Verify the email/);
        }
        await leaveEmpty(app);
        await verify(app, person);
        for (const { status } of await both()) expect(status).toBe(201);
        const verified = await newCaller(app.base);
        await verify(app, verified.person);
        const answer = await send(app, verified.key);
        expect(answer.body).toEqual(NOT_ALLOWED);
        expect(answer.body.message).toMatch(/needs credits/);
      },
      true,
    );
  });

  it('with mail: not for an account of an operator, whose owner has no address', async () => {
    await withApp(
      { ROLES: 'api' },
      async (app) => {
        const { person, key } = await newCaller(app.base);
        await verify(app, person);
        await grant(app, person);
        await app.database.query(
          'update users set email = null, email_verified_at = null, issuer = $2, subject = $1::text where account_id = $1::uuid',
          [uuidOf(person.accountId), 'test'],
        );
        expect((await send(app, key)).status).toBe(201);
      },
      true,
    );
  });

  it('without mail: while the account has no credits', async () => {
    await withApp({ ROLES: 'api', SIGNUP_CREDITS: '0' }, async (app) => {
      const { person, key } = await newCaller(app.base);
      expect((await send(app, key)).body).toEqual(NOT_ALLOWED);
      await grant(app, person);
      expect((await send(app, key)).status).toBe(201);
    });
  });
});

describe('409 upload_space_used', () => {
  it('when all unpaid accounts together keep as much as they may; one that an operator opened is not affected', async () => {
    // A small file counts 65,536 bytes.
    await withApp({ ROLES: 'api', UPLOAD_UNPAID_MB: '0.2' }, async (app) => {
      const callers = await Promise.all(Array.from({ length: 6 }, () => newCaller(app.base)));
      const answers = await Promise.all(callers.map(({ key }) => send(app, key)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409]);
      const refused = answers.find(({ status }) => status === 409)!;
      expect(refused.body).toEqual(NO_SPACE);
      expect(refused.body.message).toMatch(/all accounts that have paid nothing/);
      const last = callers[answers.indexOf(refused)]!;
      await app.database.query('insert into account_references (account_id, external_id) values ($1, $2)', [
        uuidOf(last.person.accountId),
        'customer-1',
      ]);
      expect((await send(app, last.key)).status).toBe(201);
    });
  });

  it('while unpaid accounts are sending as much as all of them may keep', async () => {
    await withApp({ ROLES: 'api', UPLOAD_UNPAID_MB: '0.00001' }, async (app) => {
      const { key } = await newCaller(app.base);
      expect((await send(app, key)).body).toEqual(NO_SPACE);
      await leaveEmpty(app);
    });
  });
});

describe('507 storage_full', () => {
  it('for everybody below DISK_RESERVE_MB; nothing else is refused', async () => {
    await withApp({ ROLES: 'api', DISK_RESERVE_MB: '900000000' }, async (app) => {
      const { person, key } = await newCaller(app.base);
      const answer = await send(app, key);
      expect(answer.body).toEqual(NEARLY_FULL);
      expect(answer.headers.get('retry-after')).toBe('300');
      expect((await send(app, person.accessToken, '/api/dashboard/uploads')).body).toEqual(NEARLY_FULL);
      await leaveEmpty(app);
      const body = { modelKey: 'embedded-fault', mode: 'ok' };
      expect((await call(app.base, 'POST', '/api/generate', { token: key, body })).status).toBe(201);
    });
  });

  it('when the disk of the storage is another one, and when it becomes full while a file is sent', async () => {
    await withApp({ ROLES: 'api' }, async (app) => {
      const { key } = await newCaller(app.base);
      const storage = app.app.get(AssetStorage);
      jest.spyOn(storage, 'freeBytes').mockResolvedValueOnce(999_000_000);
      expect((await send(app, key)).body).toEqual(NEARLY_FULL);
      // Enough when it begins, not when it is stored.
      jest.spyOn(storage, 'freeBytes').mockResolvedValueOnce(2_000_000_000).mockResolvedValueOnce(5);
      expect((await send(app, key)).body).toEqual(NEARLY_FULL);
      jest.restoreAllMocks();
      jest.spyOn(storage, 'put').mockRejectedValueOnce(new StorageFull('ENOSPC'));
      expect((await send(app, key)).body).toEqual(NEARLY_FULL);
      await leaveEmpty(app);
      expect((await send(app, key)).status).toBe(201);
    });
  });

  it('within a file without a length, as soon as it uses up the reserve', async () => {
    await withApp({ ROLES: 'api' }, async (app) => {
      const { key } = await newCaller(app.base);
      const free = jest.spyOn(app.app.get(AssetStorage), 'freeBytes');
      for (const bytes of [2e9, 2e9, 1e9]) free.mockResolvedValueOnce(bytes);
      const response = await fetch(`${app.base}/api/uploads`, {
        method: 'POST',
        body: new Blob([new Uint8Array(8_000_000)]).stream(),
        duplex: 'half',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'video/mp4' },
      });
      expect(await response.json()).toEqual(NEARLY_FULL);
      expect(free).toHaveBeenCalledTimes(3);
      await leaveEmpty(app);
    });
  });
});
