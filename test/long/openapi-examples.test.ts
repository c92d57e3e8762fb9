/**
 * The examples of openapi.json: each matches its schema, and the service accepts the commands as they stand. That it completes
 * the example of every model is in test/long/model-examples.test.ts.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { makePicture } from '../../packages/media/test/support/media-files.js';
import { COMMAND_SOURCE } from '../../src/audit/index.js';
import { OneTimeLinks, SetupTokens } from '../../src/auth/index.js';
import { VerificationLinks } from '../../src/auth/verification/verification-links.js';
import { type PaymentEvent } from '../../src/billing/index.js';
import { OperatorKeys } from '../../src/keys/index.js';
import { InvitationLinks } from '../../src/members/index.js';
import { Database } from '../../src/platform/database/index.js';
import { TestPayments } from '../../src/testing/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, finished, generate, type Json, newCaller, type Person, register } from '../support/client.js';
import { addMember, invite } from '../support/members.js';
import type { DescribedOperation, Description } from '../support/openapi.js';
import { uuidOf } from '../support/public-ids.js';

const run = promisify(execFile);

/** Accepts every webhook, under the name of the commands. */
class ExamplePayments extends TestPayments {
  override readonly name = 'none';

  override receive(): Promise<PaymentEvent[]> {
    return Promise.resolve([]);
  }
}

let app: TestApp;
let served: Description;
beforeAll(async () => {
  const replace = { PaymentProvider: ExamplePayments };
  app = await startApp({ TRUST_PROXY: 'true' }, undefined, { replace });
  served = (await call<Description>(app.base, 'GET', '/api/openapi.json')).body;
});
afterAll(() => app.close());

const placedOperations = (): (DescribedOperation & { method: string })[] =>
  Object.values(served.paths).flatMap((item) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method })),
  );

const modelExamples = (operationId: string): { value: Json }[] => {
  const operation = placedOperations().find((one) => one.operationId === operationId)!;
  return Object.values(operation.requestBody!.content['application/json']!.examples!);
};

it('every example of a request body matches its schema', () => {
  const ajv = new Ajv2020({ strict: false, discriminator: false });
  addFormats.default(ajv);
  ajv.addFormat('password', true);
  ajv.addFormat('binary', true);
  ajv.addSchema(served, 'served');
  let count = 0;
  for (const [path, item] of Object.entries(served.paths)) {
    for (const [method, { requestBody }] of Object.entries(item)) {
      const json = requestBody?.content['application/json'];
      if (!json) continue;
      const place = [path, method].map((part) => encodeURIComponent(part.replaceAll('/', '~1'))).join('/');
      const validate = ajv.compile({
        $ref: `served#/paths/${place}/requestBody/content/application~1json/schema`,
      });
      const values = json.examples ? Object.values(json.examples).map(({ value }) => value) : [json.example];
      for (const value of values) {
        expect({ path, valid: validate(value), errors: validate.errors }).toMatchObject({
          path,
          valid: true,
        });
        count += 1;
      }
    }
  }
  expect(count).toBeGreaterThan(30);
});

it('every example of a schema matches it', () => {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  for (const format of ['binary', 'password']) ajv.addFormat(format, true);
  ajv.addSchema(served, 'served');
  let count = 0;
  for (const [name, { properties = {} }] of Object.entries(served.components.schemas)) {
    for (const [field, rule] of Object.entries(properties as Record<string, Json>)) {
      if (!('example' in rule)) continue;
      const valid = ajv.validate(
        { $ref: `served#/components/schemas/${name}/properties/${field}` },
        rule.example,
      );
      expect({ name, field, valid }).toEqual({ name, field, valid: true });
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(20);
});

it('there is one schema and one example per model on offer, distinguished by modelKey', async () => {
  const { body } = await call(app.base, 'GET', '/api/models');
  const offered = body.items.map(({ modelKey }: Json) => modelKey as string);
  const { oneOf, discriminator } = served.components.schemas.GenerateInput!;
  expect(discriminator.propertyName).toBe('modelKey');
  expect(Object.keys(discriminator.mapping as object)).toEqual(offered);
  expect((oneOf as { $ref: string }[]).map(({ $ref }) => $ref)).toEqual(Object.values(discriminator.mapping));
  for (const id of ['startPrediction', 'quotePrediction'])
    expect(modelExamples(id).map(({ value }) => value.modelKey)).toEqual(offered);
});

describe('the curl command of every operation', () => {
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'offprint-commands-'));
    await writeFile(join(directory, 'picture.png'), await makePicture('png'));
  });
  afterAll(() => rm(directory, { recursive: true, force: true }));

  /** There are more operations than registrations in a minute from one address. */
  let addresses = 0;
  const fromNextAddress = () => ({ 'x-forwarded-for': `192.0.2.${(addresses += 1)}` });

  const STATUS = ['-sS', '-o', 'response', '-w', '%{http_code}'];

  /** Runs a command as a person would, and returns the status. */
  async function statusOf(source: string, variables: Record<string, string>): Promise<string> {
    const command = source.replace(/^curl /, `curl ${STATUS.map((flag) => `'${flag}'`).join(' ')} `);
    const { stdout } = await run('bash', ['-ec', command], {
      cwd: directory,
      env: { PATH: process.env.PATH, OFFPRINT_URL: app.base, ...variables },
    });
    return stdout.slice(0, 3);
  }

  async function newLinkToken(source: string, person: Person): Promise<string> {
    if (source.includes('/invitations/accept')) return newInvitation(person.email);
    if (source.includes('/auth/setup')) {
      await app.database.query("update users set role = 'user'");
      return (await app.app.get(SetupTokens).create())!.url.split('#token=')[1]!;
    }
    if (source.includes('/register/invited')) return newInvitation(`invited-${person.email}`);
    const [database, user] = [app.app.get(Database), uuidOf(person.userId)];
    const { url } = source.includes('/email/verify')
      ? await app.app.get(VerificationLinks).create(database, user, person.email)
      : await app.app.get(OneTimeLinks).create(database, user, 'reset');
    return url.split('#token=')[1]!;
  }

  async function newOperatorKeyId(): Promise<string> {
    const request = { name: 'Shop', scopes: ['accounts:read'] } as const;
    return (await app.app.get(OperatorKeys).create(request, COMMAND_SOURCE)).id;
  }

  /** Returns the value of every variable that the command reads, for an account of its own, an administrator's. */
  async function variablesOf(source: string): Promise<Record<string, string>> {
    const { person, key: apiKey, record } = await newCaller(app.base, {}, fromNextAddress());
    await app.database.query(`update users set role = 'admin' where email = $1`, [person.email]);
    if (source.includes('/portal')) await addPayment(person);
    const { email, password } = person;
    const credentials = { OFFPRINT_API_KEY: apiKey, EMAIL: email, PASSWORD: password };
    const ids = { KEY_ID: record.id, ACCOUNT_ID: person.accountId };
    const isOfMember = source.includes('$USER_ID');
    const isOfInvitation = source.includes('$INVITATION_ID');
    const reads = (...names: string[]) => names.some((name) => source.includes(`$${name}`));
    return {
      ...credentials,
      ...ids,
      ...(reads('OPERATOR_KEY_ID') && { OPERATOR_KEY_ID: await newOperatorKeyId() }),
      ...(reads('PAYMENT_ID') && { PAYMENT_ID: await newRejectedPayment() }),
      ...(reads('ACCESS_TOKEN', 'REFRESH_TOKEN', 'SESSION_ID') && (await newSignIn(person))),
      ...(isOfMember && { USER_ID: (await addMember(app, person, 'viewer')).userId }),
      ...(isOfInvitation && {
        INVITATION_ID: (await invite(app.base, person, 'guest@example.test', 'viewer')).body.id,
      }),
      ...(reads('PREDICTION_ID', 'OUTPUT_URL') && (await newPrediction(apiKey))),
      ...(reads('LINK_TOKEN') && { LINK_TOKEN: await newLinkToken(source, person) }),
    };
  }

  /** Returns the token of an invitation by another person. */
  async function newInvitation(email: string): Promise<string> {
    const { body } = await invite(app.base, await register(app.base), email, 'viewer');
    const links = app.app.get(InvitationLinks, { strict: false });
    const link = await links.create(app.app.get(Database), uuidOf(body.id));
    return link!.url.split('#token=')[1]!;
  }

  async function addPayment({ accountId }: Person): Promise<void> {
    await app.database.query(
      `insert into payments (id, provider, payment_id, account_id, customer_id) values (gen_random_uuid(), 'none', $1, $2, 'cus_1')`,
      [accountId, uuidOf(accountId)],
    );
  }

  /** Its money has gone back. @returns its public id. */
  async function newRejectedPayment(): Promise<string> {
    const [row] = await app.database.query<{ id: string }>(
      `insert into payments (id, provider, payment_id, status, rejection, amount, currency)
       values (gen_random_uuid(), 'none', 'rejected', 'refunded', 'wrong_amount', 999, 'EUR') returning id`,
    );
    return `pay_${row!.id.replaceAll('-', '')}`;
  }

  /** Signs in, which gives the token the role, and finds the other session. */
  async function newSignIn({ email, password }: Person): Promise<Record<string, string>> {
    const { body, headers } = await call(app.base, 'POST', '/api/auth/login', { body: { email, password } });
    const token = body.accessToken as string;
    const { body: sessions } = await call(app.base, 'GET', '/api/auth/sessions', { token });
    const [, refreshToken] = /offprint_refresh=([^;]+)/.exec(headers.getSetCookie().join('\n'))!;
    return {
      ACCESS_TOKEN: token,
      REFRESH_TOKEN: refreshToken!,
      SESSION_ID: sessions.items.find(({ current }: Json) => !current).id,
    };
  }

  async function newPrediction(apiKey: string): Promise<Record<string, string>> {
    const started = await generate(app.base, apiKey, { modelKey: 'embedded-fault', mode: 'ok' });
    const { outputUrl } = await finished(app.base, apiKey, started.predictionId);
    return { PREDICTION_ID: started.predictionId, OUTPUT_URL: outputUrl };
  }

  const NAMES_OF_READS = '$ACCESS_TOKEN $USER_ID $INVITATION_ID $OPERATOR_KEY_ID $PREDICTION_ID';
  let ofReads: Record<string, string> | undefined;
  /** Reads change nothing, so their commands share an account. It is an administrator's again after the command of a set-up. */
  async function variablesOfReads(): Promise<Record<string, string>> {
    ofReads ??= await variablesOf(NAMES_OF_READS);
    await app.database.query(`update users set role = 'admin' where email = $1`, [ofReads.EMAIL]);
    return ofReads;
  }

  it('succeeds', async () => {
    const results: Record<string, string> = {};
    for (const { method, ...operation } of placedOperations()) {
      const { operationId } = operation;
      const [{ source }] = operation['x-codeSamples']!;
      const isRead = method === 'get' || method === 'head';
      const variables = await (isRead ? variablesOfReads() : variablesOf(source));
      // Not the own account of the administrator.
      if (operationId === 'deleteAccount') variables.ACCOUNT_ID = (await register(app.base)).accountId;
      if (operationId === 'register') variables.EMAIL = `new-${variables.EMAIL}`;
      results[operationId] = await statusOf(source, variables);
    }
    expect(Object.entries(results).filter(([, status]) => !status.startsWith('2'))).toEqual([]);
    expect(Object.keys(results).length).toBeGreaterThan(55);
  }, 300_000);
});
