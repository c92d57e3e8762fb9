// The installation of the cluster trials. Each program runs on a host with its own network address: three etcd, three PostgreSQL 15
// under Patroni with a synchronous standby, two API processes and two workers, each with the HAProxy of deploy/haproxy/postgres.cfg
// on its host, the HAProxy of deploy/haproxy/api.cfg in front of the API, and the fake engine. One cluster serves all trials of a
// run. Callers and the invariant checker are outside, with a HAProxy of their own to the leader. A trial may put the PgBouncer of
// docs/operating.md between each process and its HAProxy.
//
//   const cluster = await context.startCluster();
//   cluster.network · cluster.leader() · cluster.members() · cluster.untilHealthy() · cluster.services · cluster.database
//   cluster.runCommand('api1', ['ledger', 'verify']) · cluster.startPoolers() · cluster.startOldPatroni()
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { request } from 'undici';
import { DirectDatabase } from '../harness/cluster/cluster.mjs';
import { Service } from '../harness/cluster/service.mjs';
import { EngineControl } from '../harness/engines/engine-control.mjs';
import { NETWORK, Network } from './network.mjs';
import { DEBIAN_PATRONI, mountPatroni } from './patroni.mjs';
import { insideDirectory } from './private-namespaces.mjs';
import { Program } from './program.mjs';

const run = promisify(execFile);
const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url));
const DEPLOY = fileOf('../../deploy');
const MANUAL = fileOf('../../docs/operating.md');
const CLI = fileOf('../../scripts/cli.mjs');
const PLUGINS = [
  fileOf('../harness/engines/engine-plugin.mjs'),
  fileOf('../harness/payments/payments-plugin.mjs'),
].join(',');
/** The models of the fake engine. */
export const CATALOGUE = fileOf('../harness/engines/catalogue');
const PACKS = fileOf('../../catalogue/packs.yaml');

export const ETCD = ['etcd1', 'etcd2', 'etcd3'];
export const NODES = ['pg1', 'pg2', 'pg3'];
const SERVICES = [
  { name: 'api1', roles: 'api' },
  { name: 'api2', roles: 'api' },
  { name: 'worker1', roles: 'worker' },
  { name: 'worker2', roles: 'worker' },
];
/** A node of a separate cluster with Debian's Patroni. */
const OLD_NODE = 'old';
const HOSTS = [...ETCD, ...NODES, ...SERVICES.map(({ name }) => name), 'lb', 'engine', OLD_NODE];
/** The account of etcd, Patroni and PostgreSQL. */
const ACCOUNT = 'postgres';
const PORT = 3000;
const POOLER_PORT = 6432;
const POLL_MS = 200;
const REQUEST_MS = 2_000;
const COMMAND_MS = 120_000;

export class FailoverCluster {
  network = new Network();
  engine = new EngineControl();
  services = [];
  etcd = new Map();
  patroni = new Map();
  proxies = new Map();
  /** Host of a process → its pooler; empty while the processes reach the leader directly. */
  poolers = new Map();
  directory = insideDirectory();
  proxyUrl = null;

  static async start() {
    const cluster = new FailoverCluster();
    await cluster.launch();
    return cluster;
  }

  get apis() {
    return this.services.filter((service) => service.serves('api'));
  }

  get workers() {
    return this.services.filter((service) => service.serves('worker'));
  }

  get starts() {
    return this.services.reduce((sum, { starts }) => sum + starts, 0);
  }

  get unexpectedExits() {
    return this.services.flatMap(({ name, unexpectedExits }) =>
      unexpectedExits.map((exit) => ({ name, ...exit })),
    );
  }

  service(name) {
    return this.services.find((service) => service.name === name);
  }

  /** The address of callers: the load balancer. */
  get front() {
    return { base: `http://${this.network.address('lb')}:8080` };
  }

  logFile(name) {
    return join(this.directory, `${name}.log`);
  }

  async launch() {
    await this.network.start(HOSTS);
    this.passwords = Object.fromEntries(
      ['SUPERUSER', 'REPLICATION', 'REWIND', 'SERVICE'].map((name) => [
        name,
        randomBytes(12).toString('hex'),
      ]),
    );
    this.paymentSecret = randomBytes(12).toString('hex');
    await this.makeCatalogue();
    this.patroniCommand = await mountPatroni(this.directory);
    const engineHost = { address: this.network.address('engine'), through: this.network.in('engine') };
    await Promise.all([this.engine.start(this.logFile('engine'), engineHost), this.startEtcd()]);
    await this.checkConfiguration();
    // The first node initialises the cluster, the others clone it.
    for (const name of NODES) this.patroni.set(name, await this.makeNode(name));
    this.patroni.get(NODES[0]).start();
    await this.until('the first node', async () => (await this.leader()) === NODES[0], 120_000);
    await this.createDatabase('offprint');
    for (const name of NODES.slice(1)) this.patroni.get(name).start();
    await this.untilHealthy();
    await this.startProxies();
    this.database = new DirectDatabase(this.urlOf('offprint'));
    const settings = this.settings('offprint');
    for (const { name, roles } of SERVICES) this.services.push(this.makeService({ name, roles }, settings));
    // The first process migrates; the others find the schema.
    await this.services[0].start();
    await Promise.all(this.services.slice(1).map((service) => service.start()));
    await this.untilServed();
  }

  settings(database) {
    return {
      HOST: '0.0.0.0',
      DATABASE_URL: this.urlOf(database),
      DATA_DIR: join(this.directory, 'data', database),
      JWT_SECRET: 'a secret of the trials, long enough to be one',
      LOG_LEVEL: 'warn',
      REGISTRATION: 'open',
      PLATFORM_RATE_LIMIT: '10000000',
      TRUST_PROXY: '1',
      PLUGINS,
      CATALOGUE_DIR: join(this.directory, 'catalogue'),
      CHAOS_ENGINE: this.engine.base,
      CHAOS_PAYMENTS_SECRET: this.paymentSecret,
    };
  }

  /** The models of the fake engine, and packs for sale. */
  async makeCatalogue() {
    const directory = join(this.directory, 'catalogue');
    await cp(CATALOGUE, directory, { recursive: true });
    await cp(PACKS, join(directory, 'packs.yaml'));
  }

  /** Returns the URL of the leader through the HAProxy of the host. */
  urlOf(database) {
    return `postgres://offprint:${this.passwords.SERVICE}@127.0.0.1:5432/${database}`;
  }

  makeService({ name, roles, main, env = {}, host = name, port = PORT }, settings) {
    return new Service({
      ...{ name, roles, main, port, restart: false, cwd: this.directory, logFile: this.logFile(name) },
      host: this.network.address(host),
      through: this.network.in(host),
      env: { ...settings, ...env },
    });
  }

  async startEtcd() {
    const urlOf = (name, port) => `http://${this.network.address(name)}:${port}`;
    const initial = ETCD.map((name) => `${name}=${urlOf(name, 2380)}`).join(',');
    for (const name of ETCD) {
      const directory = await this.ownDirectory(name);
      const etcd = new Program({
        command: [
          ...this.network.in(name, ACCOUNT),
          ...['etcd', '--name', name, '--data-dir', join(directory, 'data')],
          ...['--listen-peer-urls', urlOf(name, 2380), '--initial-advertise-peer-urls', urlOf(name, 2380)],
          ...['--listen-client-urls', urlOf(name, 2379), '--advertise-client-urls', urlOf(name, 2379)],
          ...['--initial-cluster', initial, '--heartbeat-interval', '200', '--election-timeout', '2000'],
        ],
        logFile: this.logFile(name),
      });
      this.etcd.set(name, etcd.start());
    }
    await this.until('etcd', () => this.isEtcdHealthy(ETCD[0]), 60_000);
  }

  async isEtcdHealthy(name) {
    return (await this.get(`http://${this.network.address(name)}:2379/health`))?.body?.health === 'true';
  }

  async ownDirectory(name) {
    const directory = join(this.directory, name);
    await mkdir(directory, { recursive: true });
    await run('chown', [`${ACCOUNT}:`, directory]);
    await chmod(directory, 0o700);
    return directory;
  }

  /**
   * Fills in deploy/patroni/patroni.yml for a node.
   * @param {{patroni?: string[], scope?: string}} [options] another Patroni; the name of a separate cluster
   * @returns {Promise<Program>}
   */
  async makeNode(name, { patroni = this.patroniCommand, scope } = {}) {
    const directory = await this.ownDirectory(name);
    const filled = {
      NODE: name,
      ADDRESS: this.network.address(name),
      NETWORK,
      ETCD_HOSTS: ETCD.map((one) => `${this.network.address(one)}:2379`).join(','),
      DATA_DIR: join(directory, 'data'),
      PGPASS: join(directory, 'pgpass'),
      SOCKET_DIR: directory,
      SUPERUSER_PASSWORD: this.passwords.SUPERUSER,
      REPLICATION_PASSWORD: this.passwords.REPLICATION,
      REWIND_PASSWORD: this.passwords.REWIND,
      // There is no watchdog in a namespace.
      WATCHDOG: 'off',
    };
    const template = await readFile(join(DEPLOY, 'patroni/patroni.yml'), 'utf8');
    const file = join(directory, 'patroni.yml');
    const text = template.replace(/^ *#.*\n/gm, '').replace(/\$\{(\w+)\}/g, (_, key) => {
      if (!(key in filled)) throw new Error(`patroni.yml: nothing fills in ${key}`);
      return filled[key];
    });
    await writeFile(file, scope ? text.replace(/^scope: .*$/m, `scope: ${scope}`) : text, { mode: 0o600 });
    await run('chown', [`${ACCOUNT}:`, file]);
    const through = this.network.in(name, ACCOUNT);
    const [command, ...args] = [...through, ...patroni, '--validate-config', file];
    const { stdout, stderr } = await run(command, args, { cwd: directory }).catch((error) => error);
    if (/invalid|error|is not|required/i.test(stdout + stderr))
      throw new Error(`patroni --validate-config: ${stdout}${stderr}`);
    return new Program({
      command: [...through, ...patroni, file],
      cwd: directory,
      logFile: this.logFile(name),
    });
  }

  /**
   * Starts Debian's Patroni, which is too old, as a cluster of one node.
   * @returns {Promise<{address: string, stop(): Promise<void>}>} the address of its REST API
   */
  async startOldPatroni() {
    const patroni = await this.makeNode(OLD_NODE, { patroni: [DEBIAN_PATRONI], scope: OLD_NODE });
    patroni.start();
    const address = this.restOf(OLD_NODE);
    await this.until(
      'the old Patroni',
      async () => (await this.get(`${address}/primary`))?.status === 200,
      120_000,
    );
    return {
      address,
      stop: async () => {
        this.network.signalAll(OLD_NODE, 'SIGKILL');
        await patroni.gone;
      },
    };
  }

  /** @throws when HAProxy rejects a file of deploy/haproxy */
  async checkConfiguration() {
    for (const name of ['postgres', 'api'])
      await run('haproxy', ['-c', '-f', join(DEPLOY, `haproxy/${name}.cfg`)], {
        env: this.proxyEnvironment(),
      });
  }

  proxyEnvironment() {
    const { network } = this;
    const addresses = [...NODES, 'api1', 'api2'].map((name) => [name.toUpperCase(), network.address(name)]);
    return {
      PATH: process.env.PATH,
      ...Object.fromEntries(addresses),
      LISTEN: `${network.address('lb')}:8080`,
      ADMIN_SOCKET: this.adminSocket,
    };
  }

  get adminSocket() {
    return join(this.directory, 'lb.sock');
  }

  async startProxies() {
    await run('ip', ['link', 'set', 'lo', 'up']);
    const start = (host, file, through) => {
      const proxy = new Program({
        command: [...through, 'haproxy', '-W', '-db', '-f', join(DEPLOY, `haproxy/${file}.cfg`)],
        env: this.proxyEnvironment(),
        logFile: this.logFile(`haproxy-${host}`),
      });
      this.proxies.set(host, proxy.start());
    };
    for (const { name } of SERVICES) start(name, 'postgres', this.network.in(name));
    start('outside', 'postgres', []);
    start('lb', 'api', this.network.in('lb'));
    await this.until('the proxies', () => this.answers(), 30_000);
  }

  /** Starts a PgBouncer on the host of each process, as docs/operating.md describes, and restarts the processes to use it. */
  async startPoolers() {
    const file = join(this.directory, 'pgbouncer.ini');
    await writeFile(file, await this.poolerConfiguration(), { mode: 0o600 });
    const users = join(this.directory, 'pgbouncer.users');
    await writeFile(users, `"offprint" "${this.passwords.SERVICE}"\n`, { mode: 0o600 });
    for (const path of [file, users]) await run('chown', [`${ACCOUNT}:`, path]);
    for (const { name } of this.services) {
      const pooler = new Program({
        command: [...this.network.in(name, ACCOUNT), 'pgbouncer', file],
        logFile: this.logFile(`pgbouncer-${name}`),
      });
      this.poolers.set(name, pooler.start());
    }
    const direct = this.urlOf('offprint');
    await this.restartServices({
      DATABASE_URL: direct.replace('127.0.0.1:5432', `127.0.0.1:${POOLER_PORT}`),
      DATABASE_DIRECT_URL: direct,
      DATABASE_POOL_MODE: 'transaction',
      DATABASE_PREPARED: 'false',
    });
  }

  /** Stops the poolers and restarts the processes so that they reach the leader directly. */
  async stopPoolers() {
    await this.restartServices({});
    await Promise.all([...this.poolers.values()].map((pooler) => pooler.stop()));
    this.poolers.clear();
  }

  /** Restarts all processes at once, with other settings. */
  async restartServices(env) {
    await Promise.all(this.services.map((service) => service.terminate()));
    for (const service of this.services) service.env = { ...this.settings('offprint'), ...env };
    await Promise.all(this.services.map((service) => service.start()));
    await this.untilServed();
  }

  /** Returns the configuration of the document, with addresses and the size for one process. */
  async poolerConfiguration() {
    let [, text] = /```ini\n([^`]+)```/.exec(await readFile(MANUAL, 'utf8'));
    for (const [given, wanted] of [
      ['host=db port=5432', 'host=127.0.0.1 port=5432'],
      ['default_pool_size = 20', 'default_pool_size = 10'],
    ]) {
      if (!text.includes(given)) throw new Error(`docs/operating.md has no ${given} for PgBouncer`);
      text = text.replace(given, wanted);
    }
    return [
      text,
      ...['listen_addr = 127.0.0.1', `listen_port = ${POOLER_PORT}`, 'unix_socket_dir ='],
      ...['auth_type = scram-sha-256', `auth_file = ${join(this.directory, 'pgbouncer.users')}`, ''],
    ].join('\n');
  }

  /**
   * Runs a command of the CLI on the host of a process, with its settings, as an operator or a timer does.
   * @returns {Promise<{code: number | string, stdout: string, stderr: string}>}
   */
  async runCommand(host, args) {
    const [command, ...before] = [...this.network.in(host), process.execPath];
    const env = { PATH: process.env.PATH, ...this.service(host).env };
    const options = { cwd: this.directory, env, timeout: COMMAND_MS };
    return run(command, [...before, CLI, ...args], options).then(
      (output) => ({ code: 0, ...output }),
      ({ code, signal, stdout = '', stderr = '' }) => ({ code: code ?? signal, stdout, stderr }),
    );
  }

  async answers() {
    const client = new pg.Client({
      connectionString: this.urlOf('offprint'),
      connectionTimeoutMillis: REQUEST_MS,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return true;
    } catch {
      return false;
    } finally {
      client.end().catch(() => {});
    }
  }

  /** Runs statements on the leader as the superuser, as an operator does. */
  async administer(database, ...statements) {
    const leader = await this.leader();
    const client = new pg.Client({
      host: this.network.address(leader),
      user: 'postgres',
      password: this.passwords.SUPERUSER,
      database,
    });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  async createDatabase(name) {
    if (name === 'offprint')
      await this.administer('postgres', `create role offprint login password '${this.passwords.SERVICE}'`);
    await this.administer('postgres', `create database ${name} owner offprint`);
  }

  /** @returns {Promise<{status: number, body: object} | null>} null without a response */
  async get(url, { method = 'GET', body } = {}) {
    try {
      const answer = await request(url, {
        method,
        body: body && JSON.stringify(body),
        headersTimeout: REQUEST_MS,
        bodyTimeout: REQUEST_MS,
        signal: AbortSignal.timeout(method === 'GET' ? REQUEST_MS : 60_000),
      });
      const text = await answer.body.text();
      return { status: answer.statusCode, text, body: text.startsWith('{') ? JSON.parse(text) : null };
    } catch {
      return null;
    }
  }

  restOf(name) {
    return `http://${this.network.address(name)}:8008`;
  }

  /** Returns the node that reports itself as the leader; null without one. */
  async leader() {
    const answers = await Promise.all(NODES.map((name) => this.get(`${this.restOf(name)}/primary`)));
    const at = answers.findIndex((answer) => answer?.status === 200);
    return at < 0 ? null : NODES[at];
  }

  /** Returns the members as the leader reports them: [{name, role, state, timeline, lag}]. */
  async members() {
    for (const name of NODES) {
      const answer = await this.get(`${this.restOf(name)}/cluster`);
      if (answer?.body?.members) return answer.body.members;
    }
    return [];
  }

  async isHealthy() {
    const members = await this.members();
    const roles = members.map(({ role }) => role).sort();
    const timelines = new Set(members.map(({ timeline }) => timeline));
    // Patroni 3 reports all members as running; later versions report a following standby as streaming.
    return (
      roles.join() === 'leader,replica,sync_standby' &&
      members.every(
        ({ state, role }) => state === 'running' || (state === 'streaming' && role !== 'leader'),
      ) &&
      timelines.size === 1 &&
      (await this.followers()) === 2
    );
  }

  /** Returns the number of standbys to which the leader streams. */
  async followers() {
    const leader = await this.leader();
    const status = leader && (await this.get(`${this.restOf(leader)}/patroni`));
    return status?.body?.replication?.filter(({ state }) => state === 'streaming').length ?? 0;
  }

  /** Resolves when there is a leader, a synchronous standby and a third node that follows. */
  untilHealthy(milliseconds = 180_000) {
    return this.until('three healthy nodes', () => this.isHealthy(), milliseconds);
  }

  /** Resolves when the load balancer reaches both API processes. */
  untilServed() {
    return this.until(
      'both API processes',
      async () => {
        const list = await this.commandProxy('show stat').catch(() => '');
        return (
          list.split('\n').filter((line) => /^api,api\d,/.test(line) && line.split(',')[17] === 'UP')
            .length === 2
        );
      },
      60_000,
    );
  }

  /** Sends a command to the load balancer's administration. */
  commandProxy(command) {
    return new Promise((resolve, reject) => {
      let text = '';
      const socket = connect(this.adminSocket, () => socket.end(`${command}\n`));
      socket.on('data', (chunk) => (text += chunk));
      socket.on('end', () => resolve(text));
      socket.on('error', reject);
    });
  }

  /** Takes an API process out of the load balancer; `undrain` puts it back. */
  async drain(name) {
    await this.commandProxy(`set server api/${name} state drain`);
  }

  async undrain(name) {
    await this.commandProxy(`set server api/${name} state ready`);
  }

  async until(what, condition, milliseconds) {
    const until = performance.now() + milliseconds;
    while (!(await condition())) {
      if (performance.now() > until) {
        const state = JSON.stringify(await this.members());
        throw new Error(`${what}: not within ${milliseconds} ms; members: ${state}; logs: ${this.directory}`);
      }
      await sleep(POLL_MS);
    }
  }

  /** Kills every process of a node, like a crash of its machine. */
  async killNode(name) {
    this.network.signalAll(name, 'SIGKILL');
    await this.patroni.get(name).gone;
  }

  /** Freezes every process of a node, like a hypervisor that pauses its machine. */
  freezeNode(name) {
    // A process may start another process between the signals.
    for (let time = 0; time < 2; time += 1) this.network.signalAll(name, 'SIGSTOP');
  }

  thawNode(name) {
    this.network.signalAll(name, 'SIGCONT');
  }

  startNode(name) {
    this.patroni.get(name).start();
  }

  /** Restarts a node gracefully: Patroni stops its PostgreSQL. */
  async restartNode(name) {
    await this.patroni.get(name).stop();
    this.patroni.get(name).start();
  }

  /** @returns the new leader */
  async switchOver() {
    const leader = await this.leader();
    const members = await this.members();
    const candidate = members.find(({ role }) => role === 'sync_standby').name;
    const answer = await this.get(`${this.restOf(leader)}/switchover`, {
      method: 'POST',
      body: { leader, candidate },
    });
    if (answer && answer.status !== 200) throw new Error(`switch-over: ${answer.status} ${answer.text}`);
    return candidate;
  }

  async stop() {
    await Promise.all(this.services.map((service) => service.stop()));
    await Promise.all([this.engine.stop(), this.database?.end()]);
    const programs = [...this.proxies.values(), ...this.poolers.values()];
    await Promise.all(programs.map((program) => program.stop('SIGKILL')));
    for (const name of [...NODES, OLD_NODE, ...ETCD]) this.network.signalAll(name, 'SIGKILL');
  }
}
