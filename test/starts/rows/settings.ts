/** Starts by settings: `.env`, secrets from files, the catalogue, addresses. More members of each kind are in the specs of `src/platform/env`, `src/platform/config`, `src/catalogue`. */
import { NOBODY, type Row } from '../row.js';

const TOKEN = '0123456789abcdefghij';
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

const ENV_FILES: Row[] = [
  {
    name: 'a byte order mark',
    database: {},
    files: { '.env': '\uFEFFJWT_SECRET_FILE=secret\n', secret: `${TOKEN}${TOKEN}\r\n` },
    short: true,
  },
  {
    name: 'CRLF, export, quotes',
    database: {},
    files: { '.env': `export REGISTRATION="open"\r\nMETRICS_TOKEN='${TOKEN}#$'\r\n` },
  },
  { name: 'an empty .env', database: {}, files: { '.env': '' } },
  { name: 'UTF-16', files: { '.env': utf16('PORT=0') }, refused: [/\.env is not text in UTF-8/] },
  {
    name: 'Latin-1',
    files: { '.env': Buffer.from('PORT=\xe4', 'latin1') },
    refused: [/\.env is not text in UTF-8/],
  },
  {
    name: 'a # in a token',
    files: { '.env': `METRICS_TOKEN=${TOKEN}#SECRET` },
    refused: [/\.env, line 1: METRICS_TOKEN has a #/],
  },
  {
    name: 'a $ in a token',
    files: { '.env': `\nMETRICS_TOKEN=${TOKEN}$SECRET` },
    refused: [/\.env, line 2: METRICS_TOKEN has a \$/],
  },
  {
    name: 'open quotes',
    files: { '.env': 'METRICS_TOKEN="SECRET' },
    refused: [/line 1: the quotes around METRICS_TOKEN/],
  },
  {
    name: '.env of another user',
    uid: NOBODY,
    files: { '.env': 'PORT=0' },
    refused: [/\.env cannot be read by the user nobody \(uid \d+\) \(EACCES\)/],
    short: true,
  },
  {
    name: '.env that is a directory',
    files: { '.env/x': '' },
    refused: [/\.env cannot be read by the user .* \(EISDIR\)/],
  },
  {
    name: '.env that is a pipe',
    shell: 'mkfifo .env',
    refused: [/\.env cannot be read by the user .* \(a pipe\)/],
  },
  {
    name: '.env that leads nowhere',
    shell: 'ln -s /absent/.env .env',
    refused: [/\.env cannot be read by the user .* \(ENOENT\)/],
  },
  {
    name: '.env that leads to itself',
    shell: 'ln -s .env .env',
    refused: [/\.env cannot be read by the user .* \(ELOOP\)/],
  },
];

const SECRET_FILES: Row[] = [
  {
    name: 'an absent file',
    env: { DATABASE_URL_FILE: '/absent' },
    refused: [/DATABASE_URL_FILE names \/absent, which cannot be read .*ENOENT/],
  },
  {
    name: 'an empty file',
    env: { METRICS_TOKEN_FILE: 'empty' },
    files: { empty: '\n' },
    refused: [/METRICS_TOKEN_FILE names empty, which is empty/],
  },
  {
    name: 'a secret twice',
    env: { DATABASE_URL: 'postgres://SECRET', DATABASE_URL_FILE: '/absent' },
    refused: [/DATABASE_URL and DATABASE_URL_FILE are both set/],
  },
  {
    name: 'a key of an engine, from a file that is absent',
    env: { BFL_API_KEY_FILE: '/absent' },
    refused: [/BFL_API_KEY_FILE names \/absent/],
  },
  {
    name: 'a secret that is a pipe',
    env: { METRICS_TOKEN_FILE: 'pipe' },
    shell: 'mkfifo pipe',
    refused: [/METRICS_TOKEN_FILE names pipe, which cannot be read .* \(a pipe\)/],
  },
];

const CATALOGUES: Row[] = [
  {
    name: 'a catalogue that is not there',
    env: { CATALOGUE_DIR: 'absent' },
    refused: [/CATALOGUE_DIR must name a directory that the user/],
  },
  {
    name: 'a catalogue that is a file',
    env: { CATALOGUE_DIR: 'c' },
    files: { c: '' },
    refused: [/CATALOGUE_DIR must name a directory that the user/],
  },
  {
    name: 'a catalogue in a folder',
    env: { CATALOGUE_DIR: '.' },
    files: { 'deep/a.yml': 'provider: x' },
    refused: [/catalogue\/deep\/a\.yml is not read/],
  },
  {
    name: 'a catalogue file in UTF-16',
    env: { CATALOGUE_DIR: '.' },
    files: { 'a.yaml': utf16('provider: x') },
    refused: [/catalogue\/a\.yaml is not text in UTF-8/],
  },
  {
    name: 'a catalogue file with a tab',
    env: { CATALOGUE_DIR: '.' },
    files: { 'a.yaml': 'provider:\n\tx: 1' },
    refused: [/catalogue\/a\.yaml/],
  },
  {
    name: 'an empty catalogue file',
    env: { CATALOGUE_DIR: '.' },
    files: { 'a.yaml': '' },
    refused: [/catalogue\/a\.yaml/],
  },
  {
    name: 'a catalogue file of another user',
    uid: NOBODY,
    env: { CATALOGUE_DIR: '.' },
    files: { 'a.yaml': 'provider: x' },
    refused: [/catalogue\/a\.yaml cannot be read by the user nobody/],
  },
  {
    name: 'a catalogue file that leads nowhere',
    env: { CATALOGUE_DIR: '.' },
    shell: 'ln -s /absent a.yaml',
    refused: [/catalogue\/a\.yaml cannot be read .*ENOENT/],
  },
  {
    name: 'a catalogue file that is a pipe',
    env: { CATALOGUE_DIR: '.' },
    shell: 'mkfifo a.yaml',
    refused: [/catalogue\/a\.yaml cannot be read .*a pipe/],
  },
  {
    name: 'a catalogue as Kubernetes mounts one',
    database: {},
    env: { CATALOGUE_DIR: 'c' },
    shell:
      'mkdir -p c/..1 && cp "$CATALOGUE"/*.yaml c/..1 && ln -s ..1 c/..data && for f in c/..1/*; do ln -s "..data/${f##*/}" c; done',
  },
];

const ADDRESSES: Row[] = [
  { name: 'PUBLIC_URL in capitals', database: {}, env: { PUBLIC_URL: 'HTTP://LOCALHOST:3000/' } },
  { name: 'PUBLIC_URL with a path', database: {}, env: { PUBLIC_URL: 'https://x.test/Studio/' } },
  {
    name: 'PUBLIC_URL with a query',
    env: { PUBLIC_URL: 'https://x.test/?SECRET' },
    refused: [/PUBLIC_URL must be/],
  },
  {
    name: 'a HOST of another machine',
    database: {},
    env: { HOST: '192.0.2.1' },
    refused: [/192\.0\.2\.1 is not an address of this machine\. Set HOST/],
  },
  {
    name: 'a HOST that is no name',
    database: {},
    env: { HOST: 'nowhere.invalid' },
    refused: [/There is no machine named nowhere\.invalid\. Set HOST/],
  },
  {
    name: 'empty settings',
    database: {},
    env: { PUBLIC_URL: '', METRICS_TOKEN: ' ', PROCESSES: '', ROLES: '' },
  },
  { name: 'no processes', env: { PROCESSES: '0' }, refused: [/PROCESSES must/] },
  {
    name: 'everything wrong, of several processes',
    env: {
      PROCESSES: '2',
      PUBLIC_URL: 'https://SECRET@x.test',
      CATALOGUE_DIR: 'c',
      PORT: 'x',
      PLUGINS: './none.mjs',
    },
    files: { '.env': 'METRICS_TOKEN=SECRET#', 'c/a.yaml.txt': '' },
    refused: [
      /METRICS_TOKEN has a #/,
      /PORT must be an integer/,
      /PUBLIC_URL must be/,
      /catalogue\/a\.yaml\.txt is not read/,
      /PLUGINS: there is no file/,
    ],
    short: true,
  },
];

export const SETTINGS: Row[] = [...ENV_FILES, ...SECRET_FILES, ...CATALOGUES, ...ADDRESSES];
