/** /api/admin/providers: lists the engines with their state, and checks one on request. */
import { Injectable } from '@nestjs/common';
import { SYSTEM_SOURCE } from '../../src/audit/index.js';
import { AdminProviders } from '../../src/generation/engines/admin-providers.service.js';
import { ProviderCircuits } from '../../src/generation/index.js';
import { type EngineCheck, type Outcome, Provider } from '../../src/providers/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { call, type Json, type Person } from '../support/client.js';
import { itRequiresAdmin, registerAdmin } from '../support/dashboard.js';
import { refusal } from '../support/refusals.js';

/** A provider whose check returns what the test sets. */
let checks: (() => Promise<EngineCheck>)[] = [];
let checked = 0;

@Injectable()
class RemoteProvider extends Provider {
  readonly name = 'remote';
  readonly resubmission = 'none';
  override readonly address = 'https://user:secret@engine.example.test:8443/v1?token=secret';
  offers(): boolean {
    return false;
  }
  submit(): Promise<Outcome> {
    return Promise.resolve({ kind: 'unknown', internal: 'not asked for' });
  }
  override check(): Promise<EngineCheck> {
    checked += 1;
    return checks.shift()!();
  }
}

const PATH = '/api/admin/providers';
let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await startApp({ ROLES: 'api' }, undefined, { providers: [RemoteProvider] });
  admin = await registerAdmin(app);
});
afterAll(() => app.close());
beforeEach(() => {
  checks = [];
  checked = 0;
});

const list = (token: string | undefined) => call(app.base, 'GET', PATH, { token });
const named = async (name: string) =>
  ((await list(admin.accessToken)).body.items as Json[]).find((one) => one.name === name);
const check = (token: string | undefined, name = 'remote') =>
  call(app.base, 'POST', `${PATH}/${name}/check`, { token });

describe('GET /api/admin/providers', () => {
  it('200: lists the built-in engine with its models', async () => {
    const embedded = await named('embedded');
    expect(embedded).toMatchObject({
      configured: true,
      host: null,
      missing: [],
      circuit: { state: 'closed', failures: 0, reason: null, changedAt: null },
    });
    expect(embedded.models).toContainEqual({
      modelKey: 'embedded-image',
      title: expect.any(String),
      modality: 'image',
      operation: 'text-to-image',
      offered: true,
    });
  });

  it('200: names the variables that an engine lacks, as `providers check` does', async () => {
    expect(await named('fal')).toMatchObject({ configured: false, missing: ['FAL_KEY'] });
    expect(await named('kling')).toMatchObject({ missing: ['KLING_SECRET_KEY', 'KLING_ACCESS_KEY'] });
  });

  it('200: shows only the host of a URL', async () => {
    expect(await named('remote')).toMatchObject({ host: 'engine.example.test:8443', models: [] });
    expect((await list(admin.accessToken)).text).not.toContain('secret');
  });

  it('200: shows since when and why an engine is paused', async () => {
    const circuits = app.app.get(ProviderCircuits, { strict: false });
    checks = [async () => ({ ok: false, detail: '401: the credentials are not accepted' })];
    for (let i = 0; i < 3; i += 1) await circuits.recordFailure('remote', 'the token is not accepted');
    expect((await named('remote')).circuit).toEqual({
      state: 'open',
      failures: 3,
      reason: 'the token is not accepted',
      changedAt: expect.any(String),
    });
    await circuits.recordSuccess('remote');
    expect((await named('remote')).circuit.state).toBe('closed');
  });

  itRequiresAdmin(
    () => app,
    (token) => list(token),
  );
});

describe('POST /api/admin/providers/:name/check', () => {
  it('200: returns the engine’s result', async () => {
    checks = [async () => ({ ok: true, detail: '200 GET /account' })];
    const answer = await check(admin.accessToken);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      success: true,
      name: 'remote',
      ok: true,
      detail: '200 GET /account',
      milliseconds: expect.any(Number),
    });
    expect((await check(admin.accessToken, 'embedded')).body).toMatchObject({ ok: true });
  });

  it('200: reports a failing check; its error is only logged', async () => {
    checks = [async () => Promise.reject(new Error('connect https://user:secret@engine'))];
    const answer = await check(admin.accessToken);
    expect([answer.status, answer.body.ok]).toEqual([200, false]);
    expect(answer.text).not.toContain('secret');
  });

  it('concurrent requests share one check of the engine', async () => {
    const providers = app.app.get(AdminProviders, { strict: false });
    checks = [async () => ({ ok: true, detail: 'once' }), async () => ({ ok: true, detail: 'twice' })];
    const answers = await Promise.all([1, 2, 3].map(() => providers.check(SYSTEM_SOURCE, 'remote')));
    expect(answers.map(({ detail }) => detail)).toEqual(['once', 'once', 'once']);
    expect(checked).toBe(1);
    expect((await providers.check(SYSTEM_SOURCE, 'remote')).detail).toBe('twice');
  });

  it('200: gives up a check without a response, and the next check starts a new one', async () => {
    checks = [() => new Promise(() => undefined), async () => ({ ok: true, detail: 'back' })];
    expect((await check(admin.accessToken)).body).toMatchObject({
      ok: false,
      detail: 'no answer within 10 s',
    });
    expect((await check(admin.accessToken)).body).toMatchObject({ ok: true, detail: 'back' });
  });

  it('404: for an unknown provider', async () => {
    for (const name of ['nobody', '__proto__'])
      expect((await check(admin.accessToken, name)).body).toEqual(refusal(404, 'provider_not_found'));
  });

  itRequiresAdmin(
    () => app,
    (token) => check(token, 'embedded'),
  );
});
