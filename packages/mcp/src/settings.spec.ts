import { HELP, readSettings, SettingsError } from './settings.js';

const env = { OFFPRINT_API_KEY: 'of_live_0123456789' };
const read = (args: string[] = [], more: Record<string, string> = {}) =>
  readSettings(args, { ...env, ...more });

it('has defaults for stdio, and takes an empty variable for none', () => {
  const settings = read([], { OFFPRINT_MCP_MAX_CREDITS: '', OFFPRINT_URL: ' ' });
  expect(settings).toEqual({
    url: 'http://127.0.0.1:3000',
    apiKey: 'of_live_0123456789',
    maxCredits: null,
    maxInlineBytes: 780_000,
    saveDirectory: null,
    http: null,
  });
});

it('takes an argument before its variable', () => {
  const settings = read(['--max-credits', '2.5'], { OFFPRINT_MCP_MAX_CREDITS: '9' });
  expect(settings).toMatchObject({ maxCredits: 2.5 });
});

it('uses the key of the environment over HTTP on loopback only', () => {
  expect(read(['--http'])).toMatchObject({
    apiKey: 'of_live_0123456789',
    http: { host: '127.0.0.1', port: 3333, isLoopback: true },
  });
  const open = read(['--http', '--host', '0.0.0.0', '--allow-host', 'MCP.example.com']);
  expect(open).toMatchObject({ apiKey: null, http: { allowedHosts: new Set(['mcp.example.com']) } });
});

it('knows help and version without a key', () => {
  expect(readSettings(['--help'], {})).toBe('help');
  expect(readSettings(['--version'], {})).toBe('version');
  for (const option of ['--max-credits', '--save-dir', '--allow-host', 'OFFPRINT_API_KEY'])
    expect(HELP).toContain(option);
});

it.each([
  [['--max-credits', '-1']],
  [['--max-credits', '0']],
  [['--max-credits', '1.0001']],
  [['--max-credits', '1e3']],
  [['--max-inline-bytes', '1.5']],
  [['--port', '80']],
  [['--http', '--port', '65536']],
  [['--http', '--host', 'example.com']],
  [['--http', '--host', '0.0.0.0']],
  [['--http', '--save-dir', '/tmp']],
  [['--nothing']],
  [['stray']],
])('rejects %j with one sentence', (args) => {
  expect(() => read(args)).toThrow(SettingsError);
});

it.each([
  [{ OFFPRINT_API_KEY: '' }],
  [{ OFFPRINT_API_KEY: 'secret\nsecret' }],
  [{ OFFPRINT_URL: 'ftp://example.com' }],
  [{ OFFPRINT_URL: 'https://user:secret@example.com' }],
])('rejects %j without repeating it', (variables) => {
  const failure = (() => {
    try {
      read([], variables);
      return '';
    } catch (error) {
      return String(error);
    }
  })();
  expect(failure).toMatch(/OFFPRINT_/);
  expect(failure).not.toContain('secret');
});
