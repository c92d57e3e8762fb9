/**
 * Starts by hosts: directories, users, limits, environment. What changes after the start has tests of its own in `test/processes`: signals,
 * readers of the log (`lost-output`), a disk that goes and comes back (`own-disk`).
 */
import { NAMELESS, NOBODY, type Row } from '../row.js';

const mounted = (options: string) => `mkdir data && mount -t tmpfs -o ${options} tmpfs data`;
const UNWRITABLE = (code: string) =>
  new RegExp(`DATA_DIR must be a directory that the user .* can write: .* \\(${code}\\)$`, 'm');

const DIRECTORIES: Row[] = [
  {
    name: 'a DATA_DIR that is a file',
    database: {},
    env: { DATA_DIR: 'file' },
    files: { file: '' },
    refused: [UNWRITABLE('ENOTDIR')],
    short: true,
  },
  {
    name: 'a DATA_DIR below a file',
    database: {},
    env: { DATA_DIR: 'file/data' },
    files: { file: '' },
    refused: [UNWRITABLE('ENOTDIR')],
  },
  {
    name: 'a DATA_DIR of another user',
    database: {},
    uid: NOBODY,
    env: { DATA_DIR: 'others/data' },
    files: { 'others/file': '' },
    refused: [UNWRITABLE('EACCES')],
  },
  {
    name: 'a DATA_DIR of another user, of several processes',
    database: {},
    uid: NOBODY,
    env: { DATA_DIR: 'others/data', PROCESSES: '2' },
    files: { 'others/file': '' },
    refused: [UNWRITABLE('EACCES')],
  },
  {
    name: 'a DATA_DIR that may only be read',
    database: {},
    shell: mounted('ro'),
    refused: [UNWRITABLE('EROFS')],
  },
  {
    name: 'a DATA_DIR that may only be read, with its own database',
    shell: mounted('ro'),
    refused: [UNWRITABLE('EROFS')],
  },
  {
    name: 'a DATA_DIR that leads nowhere',
    database: {},
    shell: 'ln -s /absent data',
    refused: [UNWRITABLE('ENOENT')],
  },
  {
    name: 'a DATA_DIR that leads to itself',
    database: {},
    shell: 'ln -s data data',
    refused: [UNWRITABLE('ELOOP')],
  },
  { name: 'a DATA_DIR that leads elsewhere', database: {}, shell: 'mkdir else && ln -s else data' },
  {
    name: 'a DATA_DIR below directories that are absent',
    database: {},
    env: { DATA_DIR: 'a/b/ü "c" \'d\'' },
  },
  { name: 'its own database below an odd name', env: { DATA_DIR: 'ü "c" \'d\' $e' } },
  {
    name: 'a full disk',
    database: {},
    shell: `${mounted('size=64k')} && head -c 65536 /dev/zero > data/x`,
    refused: [/jwt-secret, the signing secret, cannot be read or written \(ENOSPC\)/],
    waits: true,
    late: true,
  },
  {
    name: 'a full disk with its own database',
    shell: mounted('size=1m'),
    refused: [/^PostgreSQL's initdb could not make a database .* The disk is full: /],
    quotes: true,
  },
  {
    name: 'a signing secret that is cut',
    database: {},
    files: { 'data/secrets/jwt-secret': 'short' },
    refused: [/jwt-secret is damaged: restore it/],
    waits: true,
    late: true,
  },
  {
    // Each write waits until it is on the disk, PostgreSQL's too.
    name: 'a slow disk, with its own database',
    shell: `set -- strace -D -f -qq --seccomp-bpf -o /dev/null -e trace=fsync,fdatasync -e inject=fsync,fdatasync:delay_enter=5ms "$@"`,
  },
  { name: 'a disk that runs no programs', shell: mounted('noexec,mode=755') },
  {
    name: 'a working directory that is gone',
    env: { DATA_DIR: '/tmp' },
    database: {},
    shell: 'mkdir gone && cd gone && rmdir ../gone',
    refused: [/^The working directory is gone/],
  },
];

const USERS: Row[] = [
  { name: 'a user without a name', uid: NAMELESS, database: {}, short: true },
  {
    name: 'a user without a name, with its own database',
    uid: NAMELESS,
    refused: [/The current user has no entry in \/etc\/passwd and PostgreSQL needs one/],
    quotes: true,
    late: true,
  },
  { name: 'nobody, with its own database', uid: NOBODY },
];

const ENVIRONMENTS: Row[] = [
  {
    name: 'another locale and zone',
    database: {},
    env: { LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', TZ: 'Asia/Kathmandu' },
    short: true,
  },
  {
    name: 'a locale and a zone that do not exist, with its own database',
    env: { LC_ALL: 'xx_YY', TZ: 'Nowhere/Else' },
  },
  { name: 'the C locale, and a zone by its file', database: {}, env: { LC_ALL: 'C', TZ: ':/etc/localtime' } },
  { name: 'no PATH', database: {}, env: { PATH: '' } },
  { name: 'no TMPDIR', database: {}, env: { TMPDIR: '/absent' } },
  {
    name: 'a proxy',
    database: {},
    env: { HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9', NODE_USE_ENV_PROXY: '1' },
  },
  { name: 'NODE_ENV=development, DEBUG', database: {}, env: { NODE_ENV: 'development', DEBUG: '*' } },
  { name: 'closed standard streams', database: {}, shell: 'exec 0<&- 1>&- 2>&-' },
  // Its dropped lines are counted: `lost-output.test.ts`.
  {
    name: 'a log on a full disk',
    database: {},
    env: { PROCESSES: '2' },
    shell: 'exec 1>/dev/full 2>&1',
    short: true,
  },
  {
    name: 'a log whose reader has gone',
    database: {},
    shell: 'mkfifo log && exec 3<>log 4>log 3<&- 1>&4 2>&4 4>&-',
    short: true,
  },
  { name: 'few files', database: {}, shell: 'ulimit -n 64' },
  { name: 'a strict umask', shell: 'umask 077' },
  { name: 'an open umask', shell: 'umask 000' },
  { name: 'several processes', database: {}, env: { PROCESSES: '2' } },
];

export const HOSTS: Row[] = [...DIRECTORIES, ...USERS, ...ENVIRONMENTS];
