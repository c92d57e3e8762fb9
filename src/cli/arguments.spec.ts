import type { INestApplicationContext } from '@nestjs/common';
import { VerificationRefused, VerificationRunning } from '../credits/index.js';
import { catalogueRestore } from './catalogue-restore.js';
import { catalogueUpdate } from './catalogue-update.js';
import { CommandError } from './command.js';
import { creditsGrant } from './credits-grant.js';
import { ledgerVerify } from './ledger-verify.js';
import { providersCheck } from './providers-check.js';
import { usersRole } from './users-role.js';

const GOOD = { '--email': 'a@b.test', '--amount': '12.345', '--note': 'why' };

function args(changes: Record<string, string | null> = {}): string[] {
  return Object.entries({ ...GOOD, ...changes }).flatMap(([name, value]) =>
    value === null ? [] : [name, value],
  );
}

describe('the arguments of credits grant', () => {
  it.each([['12.345'], ['1'], ['0.001'], ['1000000000']])('take %s credits', (amount) => {
    expect(() => creditsGrant.read(args({ '--amount': amount }))).not.toThrow();
  });

  it.each(['0', '-5', '1.2345', '1e3', '0x10', 'ten', '', '1000000000.001', 'NaN', ' 1', '1,5'])(
    'refuse an amount of "%s" before anything is opened',
    (amount) => {
      // With "=": a value that begins with a dash would be taken for an option.
      const argv = ['--email', 'a@b.test', `--amount=${amount}`, '--note', 'why'];
      expect(() => creditsGrant.read(argv)).toThrow(CommandError);
    },
  );

  it.each([[null], [' '], ['x'.repeat(501)], ['a\0b']])('refuse the note %j', (note) => {
    expect(() => creditsGrant.read(args({ '--note': note }))).toThrow('--note must say why');
  });

  it.each(['order-17', 'order 17', '!', 'x'.repeat(255)])('take the reference "%s"', (reference) => {
    expect(() => creditsGrant.read(args({ '--reference': reference }))).not.toThrow();
  });

  it.each(['', ' order', 'order ', 'x'.repeat(256), 'é', 'a\tb', 'a\0b'])(
    'refuse the reference %j, which no Idempotency-Key could be',
    (reference) => {
      expect(() => creditsGrant.read(args({ '--reference': reference }))).toThrow('--reference must have');
    },
  );

  it('name exactly one account', () => {
    expect(() => creditsGrant.read(args({ '--email': null }))).toThrow('Name one account.');
    expect(() => creditsGrant.read(args({ '--account': 'acc_1' }))).toThrow('Name one account.');
  });

  it('refuse an option that does not exist', () => {
    expect(() => creditsGrant.read([...args(), '--force'])).toThrow('--force');
  });
});

describe('the arguments of users role', () => {
  it.each([
    [['--email', 'a@b.test', '--role', 'king'], '--role must be one of user, admin.'],
    [['--email', 'a@b.test'], '--role must be one of user, admin.'],
    [['--role', 'admin'], 'Name one person'],
    [['--email', 'a@b.test', '--user', 'usr_1', '--role', 'admin'], 'Name one person'],
  ])('refuse %j', (argv, words) => {
    expect(() => usersRole.read(argv)).toThrow(words);
  });
});

it('providers check takes no arguments: which engines there are is the catalogue’s and the settings’ to say', () => {
  expect(() => providersCheck.read(['--only', 'fal'])).toThrow('--only');
});

it('ledger:verify takes --all and --skip-if-running, and nothing that would repair', () => {
  expect(() => ledgerVerify.read([])).not.toThrow();
  expect(() => ledgerVerify.read(['--skip-if-running'])).not.toThrow();
  expect(() => ledgerVerify.read(['--all'])).not.toThrow();
  expect(() => ledgerVerify.read(['--fix'])).toThrow('--fix');
});

it.each([
  [[], 'rejects'],
  [['--skip-if-running'], 0],
])('ledger:verify %j while another one runs: %s', async (argv, outcome) => {
  const verify = () => Promise.reject(new VerificationRunning('another one'));
  const app = { get: () => ({ verify }) } as unknown as INestApplicationContext;
  const work = ledgerVerify.read(argv)(app);
  if (outcome === 0) expect(await work).toBe(0);
  else await expect(work).rejects.toThrow(CommandError);
});

it('ledger:verify --skip-if-running fails for every other reason', async () => {
  const verify = () => Promise.reject(new VerificationRefused('a transaction does not end'));
  const app = { get: () => ({ verify }) } as unknown as INestApplicationContext;
  await expect(ledgerVerify.read(['--skip-if-running'])(app)).rejects.toThrow('does not end');
});

describe('the arguments of the catalogue’s commands', () => {
  const subject = ['--kind', 'model', '--key', 'embedded-image'];

  it.each(['enabled=false', 'title=A = B', 'title="true"', 'pricing={"base":2}', 'engineCost=null'])(
    'set %s',
    (assignment) => {
      expect(() => catalogueUpdate.read([...subject, '--set', assignment])).not.toThrow();
    },
  );

  it.each([
    [['--set', 'options={}'], '--set must name one of enabled, title'],
    [['--set', 'title'], '--set must be field=value'],
    [['--set', 'pricing={"base":2'], '--set has a value that is no JSON'],
    [['--set', 'title=a', '--set', 'title=b'], '--set names title twice'],
    [[], '--set must name a field'],
    [['--set', 'title=a', '--reason', ' '], '--reason must have'],
  ])('refuse %j before anything is opened', (argv, message) => {
    expect(() => catalogueUpdate.read([...subject, ...argv])).toThrow(message);
  });

  it.each([
    [['--kind', 'engine', '--key', 'fal', '--version', '1'], '--kind must be one of model, plan, pack'],
    [['--kind', 'model', '--version', '1'], '--key must be'],
    [[...subject, '--version', '0'], '--version must be'],
    [[...subject, '--version', '1.5'], '--version must be'],
  ])('name an entry and a version: %j', (argv, message) => {
    expect(() => catalogueRestore.read(argv)).toThrow(message);
  });
});
