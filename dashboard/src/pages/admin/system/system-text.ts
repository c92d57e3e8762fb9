/** The texts of the page: what the figures of the installation mean. Pure. */
import { amount } from '../../../text/amounts';
import type { PartName, Read, System } from './useSystem';

type Problem = System['problems'][number];

const REASONS: Record<Problem['reason'], string> = {
  too_long: 'It was not read within 3 seconds. The next update tries again.',
  not_permitted: 'The database role of the service may not read it.',
  unavailable: 'It could not be read. The log of the service has the cause.',
};

/** Returns why a part is null. */
export function reasonOf(name: PartName, problems: Problem[]): string {
  return REASONS[problems.find(({ part }) => part === name)?.reason ?? 'unavailable'];
}

/** Returns `5 minutes`, `hour` or `24 hours`, to follow “last”. */
export function windowName(seconds: number): string {
  if (seconds < 3600) return counted(Math.round(seconds / 60), 'minute');
  const hours = Math.round(seconds / 3600);
  return hours === 1 ? 'hour' : counted(hours, 'hour');
}

/** Returns `6,000`, or `about 6,000` for an estimate. */
export function estimate(value: number, isEstimated: boolean): string {
  return isEstimated ? `about ${amount(value)}` : amount(value);
}

/** Returns `2.5 %`. A part of a whole that is not zero is never shown as zero. */
export function percent(share: number): string {
  const value = Math.round(share * 1000) / 10;
  return value === 0 && share > 0 ? 'less than 0.1 %' : `${amount(value)} %`;
}

/** Returns `1 minute` or `2 minutes`. */
export function counted(count: number, noun: string): string {
  return `${amount(count)} ${count === 1 ? noun : `${noun}s`}`;
}

/** Returns `2 API, 1 worker`; a process can have both roles. */
export function rolesText(processes: Read<'processes'>): string {
  const having = (role: 'api' | 'worker') => processes.filter(({ roles }) => roles.includes(role)).length;
  return `${having('api')} API, ${counted(having('worker'), 'worker')}`;
}

interface Work {
  waiting: number;
  running: number;
  /** Null when none waits. */
  oldestWaitingSeconds: number | null;
}

/** Sums the engines. */
export function workOf({ engines }: Read<'queue'>): Work {
  const ages = engines.flatMap(({ oldestWaitingSeconds: seconds }) => (seconds === null ? [] : [seconds]));
  return {
    waiting: engines.reduce((sum, { waiting }) => sum + waiting, 0),
    running: engines.reduce((sum, { running }) => sum + running, 0),
    oldestWaitingSeconds: ages.length > 0 ? Math.max(...ages) : null,
  };
}

const FULL_CONNECTIONS = 0.9;
const LOW_DISK = 0.1;

/** Returns what needs the operator's attention, a sentence each. A part that is null has its reason in its own place. */
export function concernsOf(system: System): string[] {
  return [
    ...concernsOfProcesses(system),
    ...(system.circuits ?? [])
      .filter(({ state }) => state !== 'closed')
      .map(({ provider, state }) => `The circuit of ${provider} is ${state}.`),
    ...concernsOfMigrations(system.migrations),
    ...concernsOfDatabase(system),
    ...concernsOfLedger(system.ledger),
    ...concernsOfStorage(system.storage),
  ];
}

function concernsOfProcesses({ processes }: System): string[] {
  if (processes === null) return [];
  const concerns: string[] = [];
  if (!processes.some(({ roles }) => roles.includes('worker')))
    concerns.push('No worker is listed: predictions wait until one runs.');
  const versions = [...new Set(processes.map(({ version }) => version))];
  if (versions.length > 1)
    concerns.push(`Processes of several versions are running: ${versions.join(', ')}.`);
  return concerns;
}

function concernsOfMigrations(migrations: System['migrations']): string[] {
  // A process of an older release does not answer with this part.
  if (!migrations) return [];
  const { pending, invalidIndexes, running } = migrations;
  const concerns: string[] = [];
  if (running?.state === 'waiting')
    concerns.push(`${running.name ?? 'A migration'} waits for transactions that use its tables.`);
  if (pending.length > 0 && !running)
    concerns.push(`${counted(pending.length, 'migration')} did not run: start a process again.`);
  if (!running)
    for (const index of invalidIndexes)
      concerns.push(`The index ${index} is invalid: the next start of the new release builds it again.`);
  return concerns;
}

/** “Wallets1765000100000, waiting; predictions_by_time: building index, 40 %”. */
export function migrationText({ name, state, build }: NonNullable<Read<'migrations'>['running']>): string {
  const what = `${name ?? 'between two'}${state === 'waiting' ? ', waiting' : ''}`;
  if (!build) return what;
  const { index, phase, percent: done } = build;
  return `${what}; ${index ?? 'an index'}: ${phase}${done === null ? '' : `, ${done} %`}`;
}

function concernsOfDatabase({ database, standbys, snapshots }: System): string[] {
  const concerns: string[] = [];
  if (database && database.connections >= FULL_CONNECTIONS * database.maxConnections) {
    const { connections, maxConnections } = database;
    concerns.push(`${connections} of ${maxConnections} connections of the database server are in use.`);
  }
  for (const { name, state } of standbys ?? [])
    if (state !== null && state !== 'streaming')
      concerns.push(`The standby ${name} is not streaming: ${state}.`);
  const held = snapshots?.length ?? 0;
  if (held > 0)
    concerns.push(
      `${counted(held, 'database session')} ${held === 1 ? 'keeps' : 'keep'} vacuum from removing rows.`,
    );
  return concerns;
}

function concernsOfLedger(ledger: System['ledger']): string[] {
  if (!ledger?.findings) return [];
  return [`The last verification of the ledger has ${counted(ledger.findings, 'finding')}.`];
}

function concernsOfStorage(storage: System['storage']): string[] {
  if (storage === null) return [];
  const { writable, freeBytes, totalBytes } = storage;
  if (!writable) return ['The storage cannot be written to.'];
  if (freeBytes === null || totalBytes === null || freeBytes >= LOW_DISK * totalBytes) return [];
  return [`The disk of the outputs has ${percent(freeBytes / totalBytes)} of free space.`];
}
