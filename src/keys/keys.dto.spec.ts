import { validationPipe } from '../platform/http/index.js';
import { CreateKeyDto, UpdateKeyDto } from './keys.dto.js';

const pipe = validationPipe();
const create = (body: object) =>
  pipe.transform(body, { type: 'body', metatype: CreateKeyDto }) as Promise<CreateKeyDto>;
const update = (body: object) =>
  pipe.transform(body, { type: 'body', metatype: UpdateKeyDto }) as Promise<UpdateKeyDto>;
const good = { name: 'Production', scopes: ['write'] };
const refused = (field: string) => ({
  code: 'validation_failed',
  status: 400,
  details: expect.arrayContaining([expect.objectContaining({ field: expect.stringMatching(`^${field}$`) })]),
});

describe('the body of a new key', () => {
  it('defaults to the live environment; the default of the rate limit depends on the plan', async () => {
    expect(await create(good)).toEqual({ ...good, env: 'live' });
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
      if (name !== undefined) await expect(update({ name })).rejects.toMatchObject(refused('name'));
    },
  );

  it('says what a name may be', async () => {
    await expect(create({ ...good, name: '' })).rejects.toMatchObject({
      details: [{ field: 'name', message: 'name must be a string of 1 to 100 characters' }],
    });
  });

  it.each(['x', 7, true, []])('says what a spend limit may be instead of %p', async (spendLimit) => {
    const message = 'spendLimit must be an object with credits and period, or null';
    const details = [{ field: 'spendLimit', message }];
    await expect(create({ ...good, spendLimit })).rejects.toMatchObject({ details });
    await expect(update({ spendLimit })).rejects.toMatchObject({ details });
  });

  it('takes an expiry on the last day that has four digits of a year', async () => {
    const expiresAt = '9999-12-31T23:59:59.999Z';
    expect((await create({ ...good, expiresAt })).expiresAt).toBe(expiresAt);
    await expect(create({ ...good, expiresAt: '9999-12-31T23:59:59-01:00' })).rejects.toMatchObject(
      refused('expiresAt'),
    );
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
    await expect(update({ name: 'x', scopes: ['write'] })).rejects.toMatchObject(refused('scopes'));
  });
});

describe('the settings of a key', () => {
  const says = async (body: object) => {
    const problem = await update(body).catch((error: unknown) => error);
    return (problem as { details?: { message: string }[] }).details?.[0]?.message;
  };

  it('may be an expiry in the future, with a time zone, or null', async () => {
    for (const expiresAt of [
      '2999-01-31T09:30:00Z',
      '2999-01-31T09:30:00.123+02:00',
      '2996-02-29T23:59Z',
      '2999-01-31t09:30:00z',
      null,
    ])
      expect(await update({ expiresAt })).toEqual({ expiresAt });
    expect(await says({ expiresAt: '2020-01-01T00:00:00Z' })).toBe('expiresAt must be in the future');
    for (const expiresAt of ['2999-01-31T24:00:00Z', '2999-01-31t24:00+02:00'])
      expect(await says({ expiresAt })).toBe(
        'expiresAt must write the end of a day as 00:00 of the next one',
      );
    for (const expiresAt of [
      '2999-01-31',
      '2999-01-31T09:30:00',
      '2999-02-30T09:30:00Z',
      '2999-13-01T00:00:00Z',
      '2999-01-31T09:30:00+99:99',
      '+12999-01-31T09:30:00Z',
      'tomorrow',
      '',
      4102444800000,
      true,
      {},
      ['2999-01-31T09:30:00Z'],
    ])
      expect([expiresAt, await says({ expiresAt })]).toEqual([
        expiresAt,
        'expiresAt must be a date and time with a zone, such as 2027-01-31T09:30:00Z',
      ]);
  });

  it('may be addresses and networks, which become canonical', async () => {
    const allowedIps = [
      ' 127.0.0.1',
      '127.0.0.1/32',
      '2001:DB8::/32',
      '::ffff:10.0.0.0/104',
      '::FFFF:7f00:1',
      '::1',
    ];
    expect(await update({ allowedIps })).toEqual({
      allowedIps: ['127.0.0.1', '2001:db8::/32', '10.0.0.0/8', '::1'],
    });
    expect(await update({ allowedIps: null })).toEqual({ allowedIps: null });
  });

  it.each([
    ...['127.0.0.256', '127.1', '0x7f.0.0.1', '010.0.0.1', '10.0.0.0/33', '10.0.0.0/'],
    ...['10.0.0.0/08', '10.0.0.0/8/8'],
    ...['::1/129', '::ffff:10.0.0.0/95', 'fe80::1%eth0', 'localhost', '*', '', '10.0.0.0/-1'],
    ...['10.0.0.0-10.0.0.9'],
    ...[7, null, {}, ['127.0.0.1']],
  ])('is not the address %j', async (address) => {
    const problem = await says({ allowedIps: ['127.0.0.1', address] });
    expect(problem).toMatch(/^allowedIps must have IP addresses or networks only, such as /);
  });

  it.each([
    ['allowedIps', [], 'must have at least one address; null allows every address'],
    ['allowedIps', '127.0.0.1', 'must be an array of IP addresses and networks, or null'],
    [
      'allowedIps',
      Array.from({ length: 101 }, (_, i) => `10.0.0.${i}`),
      'must not have more than 100 addresses and networks',
    ],
    ['allowedModels', [], 'must name at least one model; null allows every model'],
    ['allowedModels', [7], 'must have strings only'],
    ['allowedModels', { 0: 'a' }, 'must be an array of model keys, or null'],
    ['allowedModels', Array.from({ length: 101 }, (_, i) => `m${i}`), 'must not have more than 100 models'],
    ['metadata', 'x', 'must be an object of strings'],
    ['metadata', ['x'], 'must be an object of strings'],
    [
      'metadata',
      Object.fromEntries(Array.from({ length: 17 }, (_, i) => [`k${i}`, 'x'])),
      'must not have more than 16 values',
    ],
  ])('%s may not be %j', async (field, value, message) => {
    expect(await says({ [field]: value })).toBe(`${field} ${message}`);
    await expect(create({ ...good, [field]: value })).rejects.toMatchObject(refused(field));
  });

  it('may be metadata as of a prediction', async () => {
    const metadata = { team: 'render', empty: '' };
    expect(await update({ metadata })).toEqual({ metadata });
    expect(await says({ metadata: { color: 7 } })).toBe('metadata.color must be a string');
    expect(await says({ metadata: { ['x'.repeat(65)]: '' } })).toMatch(
      /must have a name of 1 to 64 characters$/,
    );
    expect(await says({ metadata: { note: 'x'.repeat(501) } })).toMatch(
      /must not be longer than 500 characters$/,
    );
    expect(await says({ metadata: { a$value$b: 7 } })).toMatch(/must be a string$/);
  });

  it.each([null, 'true', 1, {}])('disabled may not be %j', async (disabled) => {
    expect(await says({ disabled })).toBe('disabled must be a boolean value');
  });

  it.each([null, 9, 6001, '10'])('the rate limit may not be %j', async (rateLimit) => {
    await expect(update({ rateLimit })).rejects.toMatchObject(refused('rateLimit'));
  });

  it.each(['scopes', 'env', 'key', 'place', 'replaces', 'status'])('%s cannot be changed', async (field) => {
    await expect(update({ [field]: 'live' })).rejects.toMatchObject(refused(field));
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
    expect((await update({ spendLimit })).spendLimit).toEqual(spendLimit);
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
    await expect(update({ spendLimit })).rejects.toMatchObject(refused(field));
  });
});
