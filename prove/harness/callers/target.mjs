// What these trials aim at: a cluster of the shared harness without the fake engine, callers that know when and that
// look for secrets in every answer, and a list of what was found. Before a target goes, its logs and its database are
// looked through as well.
import { randomBytes } from 'node:crypto';
import { SecretWatch } from '../checks/secret-watch.mjs';
import { HttpCaller } from './http-caller.mjs';

/** Enough to see a pattern; a service that breaks a promise once often breaks it ten thousand times. */
const MOST_FINDINGS = 10;

/** One for all trials of a run: a secret of one must not turn up in another either. */
export const secrets = Object.assign(new SecretWatch(), { logBytes: 0, rows: 0, tables: 0, targets: 0 });

const JWT_SECRET = secrets.note('JWT_SECRET', `canary-${randomBytes(24).toString('hex')}`);

/** Settings that hold a secret, those of engines that may come with a later version among them. */
const TOKENS = Object.fromEntries(
  ['REPLICATE_API_TOKEN', 'FAL_KEY', 'OPENAI_API_KEY', 'HF_TOKEN'].map((name) => [
    name,
    secrets.note(name, `canary-${randomBytes(16).toString('hex')}`),
  ]),
);

export class Target {
  /**
   * @param context of the trial
   * @param {{processes?: object, env?: Record<string, string>, connections?: number, watch?: boolean}} options `watch` false:
   * answers are not looked through, for trials in which the caller must not be what is slow
   */
  static async open(context, { processes = { api: 2 }, env = {}, connections = 16, watch = true } = {}) {
    const cluster = await context.startCluster({
      processes,
      plugin: false,
      env: {
        JWT_SECRET,
        LOG_LEVEL: 'info',
        TRUST_PROXY: 'true',
        SIGNUP_CREDITS: '100000000',
        ...TOKENS,
        ...env,
      },
    });
    return new Target(context, cluster, { connections, watch });
  }

  findings = [];
  secret = JWT_SECRET;

  constructor(context, cluster, { connections, watch }) {
    this.context = context;
    this.cluster = cluster;
    secrets.note('the database password', new URL(cluster.postgres.url).password);
    this.callers = cluster.apis.map(
      ({ base }) => new HttpCaller(base, { connections, watch: watch ? secrets.see : undefined }),
    );
  }

  query = (text, values) => this.cluster.database.query(text, values);

  /** Notes a broken promise; many of them end the trial. */
  found = (message) => {
    this.findings.push(message);
    if (this.findings.length >= MOST_FINDINGS) this.conclude();
  };

  /** @throws when anything was found */
  conclude() {
    if (this.findings.length === 0) return;
    this.context.fail(this.findings[0], this.findings.slice(0, MOST_FINDINGS));
  }

  /** Looks for secrets in logs and database, then ends the trial: well, or with everything that was found. */
  async close() {
    await Promise.all(this.callers.map((caller) => caller.close()));
    const { tables, rows, found } = await secrets.searchDatabase(this.query);
    found.forEach(this.found);
    for (const { name } of [...this.cluster.services, { name: 'postgres' }]) {
      const log = await this.cluster.log(name);
      secrets.logBytes += log.length;
      secrets.search(log, `the log of ${name}`).forEach(this.found);
    }
    Object.assign(secrets, {
      tables: Math.max(secrets.tables, tables),
      rows: secrets.rows + rows,
      targets: secrets.targets + 1,
    });
    secrets.leaks.splice(0).forEach(this.found);
    const exits = this.cluster.unexpectedExits;
    if (exits.length > 0) this.found(`processes ended by themselves: ${JSON.stringify(exits)}`);
    this.conclude();
    await this.cluster.stop();
  }
}
