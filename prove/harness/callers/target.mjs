// The target of an attack trial: a cluster without the fake engine, callers that search every response for secrets, and a list of
// findings. `close` also searches the logs and the database.
import { randomBytes } from 'node:crypto';
import { SecretWatch } from '../checks/secret-watch.mjs';
import { HttpCaller } from './http-caller.mjs';

/** Number of findings that ends a trial: a violated guarantee often repeats for thousands of requests. */
const MOST_FINDINGS = 10;

/** All trials of a run share it: a secret of one trial must not appear in another trial either. */
export const secrets = Object.assign(new SecretWatch(), { logBytes: 0, rows: 0, tables: 0, targets: 0 });

const JWT_SECRET = secrets.note('JWT_SECRET', `canary-${randomBytes(24).toString('hex')}`);

/** Settings that contain a secret, including those of engines of later versions. */
const TOKENS = Object.fromEntries(
  ['REPLICATE_API_TOKEN', 'FAL_KEY', 'OPENAI_API_KEY', 'HF_TOKEN'].map((name) => [
    name,
    secrets.note(name, `canary-${randomBytes(16).toString('hex')}`),
  ]),
);

export class Target {
  /**
   * @param context of the trial
   * @param {{processes?: object, env?: Record<string, string>, connections?: number, watch?: boolean, restart?: boolean}} options
   * `watch` false: responses are not searched, for trials that measure the caller's latency; `restart`: as in the options of a cluster
   */
  static async open(
    context,
    { processes = { api: 2 }, env = {}, connections = 16, watch = true, restart = false } = {},
  ) {
    const cluster = await context.startCluster({
      processes,
      plugin: false,
      restart,
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

  /** Records a violated guarantee; `MOST_FINDINGS` of them end the trial. */
  found = (message) => {
    this.findings.push(message);
    if (this.findings.length >= MOST_FINDINGS) this.conclude();
  };

  /** Fails the trial with its findings. @throws when there are any */
  conclude() {
    if (this.findings.length === 0) return;
    this.context.fail(this.findings[0], this.findings.slice(0, MOST_FINDINGS));
  }

  /** Searches logs and database for secrets, fails the trial with all findings, and stops the cluster. */
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
    if (exits.length > 0) this.found(`processes exited unexpectedly: ${JSON.stringify(exits)}`);
    this.conclude();
    await this.cluster.stop();
  }
}
