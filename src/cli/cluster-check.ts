/**
 * `offprint cluster check`: asks every node of a Patroni cluster, over Patroni's REST API, for what decides whether an
 * acknowledged write survives a failover, and exits with 1 when something is missing. It changes nothing and opens no
 * database. docs/high-availability.md explains each condition.
 */
import { parseArgs } from 'node:util';
import { CommandError, FLAG, print, type StandaloneCommand, TEXT } from './command.js';

/** Versions up to 3.0.2 let a leader that wakes up overwrite the key of its successor. This is the lowest that was tried. */
export const LOWEST_PATRONI = '4.1.0';
const NODES = 3;
const REQUEST_MS = 5_000;

interface Member {
  name: string;
  role: string;
  api_url: string;
}

interface Node {
  patroni?: { version?: unknown };
  tags?: { watchdog?: unknown };
  watchdog_failed?: boolean;
}

interface DynamicConfig {
  synchronous_mode?: unknown;
  ttl?: number;
  loop_wait?: number;
  retry_timeout?: number;
}

const OPTIONS = { patroni: TEXT, 'without-watchdog': FLAG };

export const clusterCheck: StandaloneCommand = {
  usage: 'usage: offprint cluster check --patroni http://<node>:8008 [--without-watchdog]',
  readStandalone(argv) {
    const { values } = parseArgs({ args: argv, options: OPTIONS });
    const { patroni, 'without-watchdog': withoutWatchdog } = values;
    if (patroni === undefined || !/^https?:/.test(patroni) || !URL.canParse(patroni))
      throw new CommandError('--patroni must be the address of one node’s REST API.');
    return async () => {
      const { members, findings } = await checkCluster(patroni, withoutWatchdog);
      for (const finding of findings) print(finding);
      const verdict = findings.length === 0 ? 'safe' : 'NOT safe: an acknowledged write may be lost';
      print(`${members} nodes: ${verdict}`);
      return findings.length === 0 ? 0 : 1;
    };
  },
};

async function checkCluster(
  address: string,
  withoutWatchdog: boolean,
): Promise<{ members: number; findings: string[] }> {
  const [cluster, config] = await Promise.all([
    ask<{ members?: Member[] }>(address, 'cluster'),
    ask<DynamicConfig>(address, 'config'),
  ]).catch((error: unknown) => {
    throw new CommandError(`${address} does not answer as Patroni: ${reasonOf(error)}`);
  });
  const members = cluster.members ?? [];
  const ofNodes = await Promise.all(members.map((member) => nodeFindings(member, withoutWatchdog)));
  return {
    members: members.length,
    findings: [...memberFindings(members), ...configFindings(config), ...ofNodes.flat()],
  };
}

function memberFindings(members: Member[]): string[] {
  const has = (...roles: string[]) => members.some(({ role }) => roles.includes(role));
  return [
    ...(members.length < NODES ? [`there are ${members.length} nodes, and three are needed`] : []),
    ...(has('leader', 'master', 'primary') ? [] : ['there is no leader']),
    ...(has('sync_standby', 'quorum_standby') ? [] : ['there is no synchronous standby at this moment']),
  ];
}

function configFindings({
  synchronous_mode: mode,
  ttl,
  loop_wait: wait,
  retry_timeout: retry,
}: DynamicConfig) {
  const isSynchronous = mode === true || mode === 'quorum';
  // Patroni's own defaults.
  const needed = (wait ?? 10) + 2 * (retry ?? 10);
  return [
    ...(isSynchronous ? [] : ['synchronous_mode is not true: an asynchronous standby may become the leader']),
    ...(needed <= (ttl ?? 30)
      ? []
      : [`loop_wait + 2 × retry_timeout is ${needed}, above ttl (${ttl ?? 30})`]),
  ];
}

async function nodeFindings({ name, api_url: url }: Member, withoutWatchdog: boolean): Promise<string[]> {
  let node: Node;
  try {
    node = await ask<Node>(url, 'patroni');
  } catch (error) {
    return [`${name}: does not answer: ${reasonOf(error)}`];
  }
  const version = String(node.patroni?.version ?? 'unknown');
  const findings = isOlder(version)
    ? [
        `${name}: Patroni ${version}; ${LOWEST_PATRONI} or newer is needed, because a leader that wakes up from a pause can take its key back`,
      ]
    : [];
  if (node.watchdog_failed === true) findings.push(`${name}: its watchdog does not work`);
  else if (!withoutWatchdog && node.tags?.watchdog !== 'required')
    findings.push(`${name}: no watchdog (tags: watchdog is not "required")`);
  return findings;
}

/** Returns true for what is no version, too. A pre-release counts as older than its release. */
function isOlder(version: string): boolean {
  const parts = /^(\d+)\.(\d+)(?:\.(\d+))?(.*)$/.exec(version);
  if (!parts) return true;
  const lowest = LOWEST_PATRONI.split('.').map(Number);
  for (const [index, least] of lowest.entries()) {
    const part = Number(parts[index + 1] ?? 0);
    if (part !== least) return part < least;
  }
  return /^[.-]?(?:a|b|rc|dev)/.test(parts[4] ?? '');
}

/** @throws without a JSON object within 5 s */
async function ask<T extends object>(address: string, path: string): Promise<T> {
  const answer = await fetch(new URL(`/${path}`, address), { signal: AbortSignal.timeout(REQUEST_MS) });
  // A standby answers 200 to these, a node whose PostgreSQL is down 503 with a body.
  const body: unknown = await answer.json();
  if (typeof body !== 'object' || body === null) throw new Error('not an object');
  return body as T;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}
