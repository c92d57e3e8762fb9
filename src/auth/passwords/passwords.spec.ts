import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import { LoginDto, RegisterDto } from '../sign-in/auth.dto.js';
import { hashPassword, isPasswordCorrect } from './passwords.js';

const PASSWORD = 'correct horse battery';

describe('passwords', () => {
  it('are stored as salted Argon2id hashes with the declared cost', async () => {
    const [one, two] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  it('match only the same text, including spaces', async () => {
    const stored = await hashPassword(PASSWORD);
    expect(await isPasswordCorrect(PASSWORD, stored)).toBe(true);
    for (const wrong of [`${PASSWORD} `, ` ${PASSWORD}`, PASSWORD.toUpperCase(), '', PASSWORD.slice(0, -1)]) {
      expect(await isPasswordCorrect(wrong, stored)).toBe(false);
    }
  });

  it('match in another Unicode composition of the same letters', async () => {
    const stored = await hashPassword('pâté de campagne'.normalize('NFC'));
    expect(await isPasswordCorrect('pâté de campagne'.normalize('NFD'), stored)).toBe(true);
  });

  it('never match for an unknown email', async () => {
    expect(await isPasswordCorrect(PASSWORD, null)).toBe(false);
  });
});

describe('RegisterDto and LoginDto', () => {
  const badFields = async (type: typeof RegisterDto | typeof LoginDto, body: object) =>
    (await validate(plainToInstance(type, body))).map((error) => error.property);
  const email = 'ada@example.com';

  it('accept passwords of 12 to 128 code points, not trimmed', async () => {
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

  it('trim and lower-case an email, and limit it to 254 characters', async () => {
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

  it('accept any password of up to 1,024 characters at sign-in', async () => {
    expect(await badFields(LoginDto, { email, password: 'short' })).toEqual([]);
    expect(await badFields(LoginDto, { email, password: 'x'.repeat(1025) })).toEqual(['password']);
  });
});
