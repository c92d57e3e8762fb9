import { findMisspelt } from './misspelt.js';

const KNOWN = ['SIGNUP_CREDITS', 'PORT', 'DATABASE_URL', 'FAL_KEY'];

it.each([
  ['SIGNUP_CREDIT', 'SIGNUP_CREDITS'],
  ['SIGNUP_CREDITSS', 'SIGNUP_CREDITS'],
  ['SIGN_UP_CREDITS', 'SIGNUP_CREDITS'],
  ['SIGNUP-CREDITS', 'SIGNUP_CREDITS'],
  ['SINGUP_CREDITS', 'SIGNUP_CREDITS'],
  ['Database_Url', 'DATABASE_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['FAL_KEYS', 'FAL_KEY'],
])('%s is named with %s, without its value', (variable, meant) => {
  expect(findMisspelt({ [variable]: 'secret' }, KNOWN)).toEqual([
    `${variable} is not a setting; did you mean ${meant}?`,
  ]);
});

it.each(['PATH', 'HOME', 'SIGNUP', 'DATABASE_URL_FILE', 'PG_PORT', 'SIGNUP_CREDITS'])(
  '%s is not',
  (variable) => {
    expect(findMisspelt({ [variable]: 'x' }, KNOWN)).toEqual([]);
  },
);

it('nothing is named whose setting is set too', () => {
  expect(findMisspelt({ PORTS: '1', PORT: '3000' }, KNOWN)).toEqual([]);
});
