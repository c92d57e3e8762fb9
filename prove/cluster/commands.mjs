// Runs every command of the CLI that opens an installation, as an operator does. A command that is missing here fails the trial.
import { randomUUID } from 'node:crypto';
import { COMMANDS } from '../../dist/cli/run-command.js';

const PACK = ['--kind', 'pack', '--key', 'large'];
/** Name → ({newcomer, invited, reference}, printed) → arguments; `printed`: the output of earlier commands by name. */
const ARGUMENTS = {
  'users create': ({ newcomer }) => ['--email', newcomer],
  'users reset': ({ newcomer }) => ['--email', newcomer],
  'users role': ({ newcomer }) => ['--email', newcomer, '--role', 'admin'],
  'credits grant': ({ newcomer, reference }) => [
    ...['--email', newcomer, '--amount', '5', '--note', 'a trial', '--reference', reference],
  ],
  'ops-key create': () => ['--name', 'a trial', '--scopes', 'accounts:read'],
  'ops-key list': () => [],
  'ops-key revoke': (_, printed) => ['--id', /opk_\w+/.exec(printed['ops-key create'])[0]],
  'invitations link': ({ invited }) => ['--email', invited],
  'catalogue list': () => [],
  'catalogue show': () => PACK,
  'catalogue update': () => [...PACK, '--set', 'title=A trial'],
  'catalogue versions': () => PACK,
  'catalogue restore': () => [...PACK, '--version', '1'],
  'catalogue export': () => [],
  'installation adopt': () => ['--secret', '--storage', '--database'],
  'ledger verify': () => ['--all'],
  'storage verify': () => [],
  'providers check': () => [],
};
/** Commands that open no installation. */
const STANDALONE = Object.keys(COMMANDS).filter((name) => 'readStandalone' in COMMANDS[name]);
/** The command that the timer of deploy/systemd runs hourly on each machine. */
export const TIMER = ['ledger', 'verify', '--skip-if-running'];

/**
 * Runs every command on a host sequentially. @param person {SignedIn} its account sends an invitation
 * @returns {Promise<number>} the number of commands
 */
export async function runEveryCommand(context, cluster, host, person) {
  const names = Object.keys(COMMANDS).filter((name) => !STANDALONE.includes(name));
  const unknown = names.filter((name) => !(name in ARGUMENTS));
  if (unknown.length > 0) context.fail('commands without arguments in prove/cluster/commands.mjs', unknown);
  const mark = randomUUID().slice(0, 8);
  const emails = { newcomer: `newcomer-${mark}@example.test`, invited: `invited-${mark}@example.test` };
  await invite(context, person, emails.invited);
  const printed = {};
  for (const name of inOrder(names)) {
    const args = ARGUMENTS[name]({ ...emails, reference: mark }, printed);
    printed[name] = await runCommand(context, cluster, host, [...name.split(' '), ...args]);
  }
  return names.length;
}

/** Runs a command; fails the trial unless it exits with 0. @returns {Promise<string>} its output */
export async function runCommand(context, cluster, host, args) {
  const { code, stdout, stderr } = await cluster.runCommand(host, args);
  if (code !== 0) context.fail(`offprint ${args.join(' ')}: exit code ${code}`, { stdout, stderr });
  return stdout;
}

const inOrder = (names) => Object.keys(ARGUMENTS).filter((name) => names.includes(name));

async function invite(context, person, email) {
  const body = { email, role: 'viewer' };
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const { status, text } = await person.request('POST', '/api/account/invitations', { body });
    if (status === 201) return;
    if (![0, 503].includes(status)) context.fail(`an invitation: ${status}`, text);
  }
  context.fail('no invitation could be sent');
}
