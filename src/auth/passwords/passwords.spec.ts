import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import { LoginDto, RegisterDto } from '../sign-in/auth.dto.js';
import { hashPassword, passwordFits } from './passwords.js';

const PASSWORD = 'correct horse battery';

describe('passwords', () => {
  it('are kept as Argon2id with the declared cost, salted', async () => {
    const [one, two] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  it('fit only themselves, to the last space', async () => {
    const stored = await hashPassword(PASSWORD);
    expect(await passwordFits(PASSWORD, stored)).toBe(true);
    for (const wrong of [`${PASSWORD} `, ` ${PASSWORD}`, PASSWORD.toUpperCase(), '', PASSWORD.slice(0, -1)]) {
      expect(await passwordFits(wrong, stored)).toBe(false);
    }
  });

  it('fit however the keyboard composed the same letters', async () => {
    const stored = await hashPassword('pâté de campagne'.normalize('NFC'));
    expect(await passwordFits('pâté de campagne'.normalize('NFD'), stored)).toBe(true);
  });

  it('are checked to the end for an email nobody has, and never fit', async () => {
    expect(await passwordFits(PASSWORD, null)).toBe(false);
  });
});

describe('the bodies of register and login', () => {
  const badFields = async (type: typeof RegisterDto | typeof LoginDto, body: object) =>
    (await validate(plainToInstance(type, body))).map((error) => error.property);
  const email = 'ada@example.com';

  it('take 12 to 128 characters, counted as code points and untrimmed', async () => {
    for (const password of [
      'x'.repeat(12),
      'x'.repeat(128),
      '😀'.repeat(12),
      '😀'.repeat(128),
      `${' '.repeat(11)}x`,
      `${'x'.repeat(11)}\n`,
    ]) {
      expect(await badFields(RegisterDto, { email, password })).toEqual([]);
    }
    for (const password of [
      'x'.repeat(11),
      'x'.repeat(129),
      '😀'.repeat(11),
      '😀'.repeat(129),
      ' '.repeat(12),
      '\u00a0\u3000\t\n'.repeat(3),
      '',
      123456789012,
      null,
      undefined,
      {},
    ]) {
      expect(await badFields(RegisterDto, { email, password })).toEqual(['password']);
    }
  });

  it('take an email trimmed and in lower case, of at most 254 characters', async () => {
    expect(plainToInstance(RegisterDto, { email: '  Ada@Example.COM ' }).email).toBe(email);
    const password = 'x'.repeat(12);
    for (const wrong of [
      'ada',
      'ada@',
      '@example.com',
      `${'a'.repeat(250)}@example.com`,
      'a b@example.com',
      7,
      null,
      [email],
    ]) {
      expect(await badFields(RegisterDto, { email: wrong, password })).toEqual(['email']);
    }
  });

  it('call a password that could never be one wrong, not malformed, at sign-in', async () => {
    expect(await badFields(LoginDto, { email, password: 'short' })).toEqual([]);
    expect(await badFields(LoginDto, { email, password: 'x'.repeat(1025) })).toEqual(['password']);
  });
});
