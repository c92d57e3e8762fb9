import { validationPipe } from '../http/index.js';
import { CreateKeyDto, RenameKeyDto } from './keys.dto.js';

const pipe = validationPipe();
const create = (body: object) =>
  pipe.transform(body, { type: 'body', metatype: CreateKeyDto }) as Promise<CreateKeyDto>;
const rename = (body: object) =>
  pipe.transform(body, { type: 'body', metatype: RenameKeyDto }) as Promise<RenameKeyDto>;
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
      await expect(rename({ name })).rejects.toMatchObject(refused('name'));
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
