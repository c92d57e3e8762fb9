import { validationPipe } from '../http/index.js';
import { CreateKeyDto, UpdateKeyDto } from './keys.dto.js';

const pipe = validationPipe();
const create = (body: object) =>
  pipe.transform(body, { type: 'body', metatype: CreateKeyDto }) as Promise<CreateKeyDto>;
const rename = (body: object) =>
  pipe.transform(body, { type: 'body', metatype: UpdateKeyDto }) as Promise<UpdateKeyDto>;
const good = { name: 'Production', scopes: ['write'] };
const refused = (field: string) => ({
  code: 'validation_failed',
  status: 400,
  details: expect.arrayContaining([expect.objectContaining({ field: expect.stringMatching(`^${field}$`) })]),
});

describe('the body of a new key', () => {
  it('defaults to 120 requests a minute and the live environment', async () => {
    expect(await create(good)).toEqual({ ...good, rateLimit: 120, env: 'live' });
  });

  it('has its name trimmed and the repeats of its scopes removed', async () => {
    const body = await create({
      name: '  Production\n',
      scopes: ['read', 'write', 'read'],
      rateLimit: 10,
      env: 'test',
    });
    expect(body).toEqual({ name: 'Production', scopes: ['read', 'write'], rateLimit: 10, env: 'test' });
  });

  it.each([undefined, null, '', '   ', 'x'.repeat(101), '😀'.repeat(101), 7, {}, ['Production']])(
    'is refused with the name %p',
    async (name) => {
      await expect(create({ ...good, name })).rejects.toMatchObject(refused('name'));
      if (name !== undefined) await expect(rename({ name })).rejects.toMatchObject(refused('name'));
    },
  );

  it('says what a name may be', async () => {
    await expect(create({ ...good, name: '' })).rejects.toMatchObject({
      details: [{ field: 'name', message: 'name must be a string of 1 to 100 characters' }],
    });
  });

  // The variation selectors are characters to the database although they have no width.
  it.each(['x', 'x'.repeat(100), ` ${'x'.repeat(100)} `, '😀'.repeat(100), '❤️'.repeat(50), 'a\nb'])(
    'is taken with the name %p',
    async (name) => {
      expect((await create({ ...good, name })).name).toBe(name.trim());
    },
  );

  it('counts what has no width like the database does', async () => {
    await expect(create({ ...good, name: '❤️'.repeat(51) })).rejects.toMatchObject(refused('name'));
  });

  it.each([
    undefined,
    null,
    [],
    'read',
    ['admin'],
    ['read', 'admin'],
    [null],
    [['read']],
    { 0: 'read' },
    ['READ'],
  ])('is refused with the scopes %p', async (scopes) => {
    await expect(create({ ...good, scopes })).rejects.toMatchObject(refused('scopes'));
  });

  it.each([9, 6001, 10.5, '120', null, -1, 0, Infinity, NaN, true, [120], {}])(
    'is refused with the rate limit %p',
    async (rateLimit) => {
      await expect(create({ ...good, rateLimit })).rejects.toMatchObject(refused('rateLimit'));
    },
  );

  it.each(['prod', '', null, 'LIVE', ['live'], 1])('is refused with the environment %p', async (env) => {
    await expect(create({ ...good, env })).rejects.toMatchObject(refused('env'));
  });

  it('is refused with a field that it does not have, which is named', async () => {
    await expect(create({ ...good, secret: 'x' })).rejects.toMatchObject(refused('secret'));
    await expect(rename({ name: 'x', scopes: ['write'] })).rejects.toMatchObject(refused('scopes'));
  });
});

describe('the spend limit of a key', () => {
  it.each([
    { credits: 0, period: 'total' },
    { credits: 12.345, period: 'day' },
    { credits: 1_000_000_000, period: 'month' },
    null,
  ])('is taken as %j, and when a key is changed', async (spendLimit) => {
    expect((await create({ ...good, spendLimit })).spendLimit).toEqual(spendLimit);
    expect((await rename({ spendLimit })).spendLimit).toEqual(spendLimit);
  });

  it.each([
    [5, 'spendLimit'],
    ['5', 'spendLimit'],
    [[], 'spendLimit'],
    [[{ credits: 5, period: 'day' }], 'spendLimit'],
    [{}, 'spendLimit.credits'],
    [{ credits: 5 }, 'spendLimit.period'],
    [{ period: 'day' }, 'spendLimit.credits'],
    [{ credits: -1, period: 'day' }, 'spendLimit.credits'],
    [{ credits: 0.0001, period: 'day' }, 'spendLimit.credits'],
    [{ credits: '5', period: 'day' }, 'spendLimit.credits'],
    [{ credits: 1e12, period: 'day' }, 'spendLimit.credits'],
    [{ credits: 5, period: 'year' }, 'spendLimit.period'],
    [{ credits: 5, period: 'day', from: 'now' }, 'spendLimit.from'],
  ])('is refused as %j, naming %s', async (spendLimit, field) => {
    await expect(create({ ...good, spendLimit })).rejects.toMatchObject(refused(field));
    await expect(rename({ spendLimit })).rejects.toMatchObject(refused(field));
  });
});
