/**
 * Each process describes itself in the name of its listening session (`application_name`), so an entry ends with the session: a killed
 * process leaves the list at once, one whose machine is gone after the keepalive.
 */
import { LISTENER_NAME } from './process-list.sql.js';

/** PostgreSQL cuts longer names. */
const MAX_NAME = 63;

export type ProcessRole = 'api' | 'worker';

export interface RunningProcess {
  /** Host and process id. */
  name: string;
  roles: ProcessRole[];
  version: string;
  startedAt: Date;
  /** The first label. A long one lacks its beginning, which `~` replaces. */
  host: string;
}

export function describeProcess(running: Omit<RunningProcess, 'name'> & { pid: number }): string {
  const { roles, version, startedAt, pid, host } = running;
  const letters = roles.map((role) => role[0]).join('');
  const seconds = Math.floor(startedAt.getTime() / 1000).toString(36);
  const start = `${LISTENER_NAME} ${letters} ${version} ${seconds} ${pid} `;
  const room = MAX_NAME - start.length;
  // PostgreSQL replaces characters that are not ASCII.
  const label = host.split('.')[0]!.replaceAll(/[^\w-]/g, '?') || '?';
  return start + (label.length > room ? `~${label.slice(label.length - room + 1)}` : label);
}

const NAME = new RegExp(`^${LISTENER_NAME} (a?w?) (\\S+) ([0-9a-z]+) (\\d+) (\\S+)$`);

/** Returns null for a name that `describeProcess` did not make. */
export function readDescription(name: string): RunningProcess | null {
  const [, letters, version, seconds, pid, host] = NAME.exec(name) ?? [];
  if (!letters) return null;
  const roles = (['api', 'worker'] as const).filter((role) => letters.includes(role[0]!));
  const startedAt = new Date(Number.parseInt(seconds!, 36) * 1000);
  if (Number.isNaN(startedAt.getTime())) return null;
  return { name: `${host}/${pid}`, roles, version: version!, startedAt, host: host! };
}
