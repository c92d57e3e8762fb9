// A real Prometheus (Debian's package) that scrapes a cluster and evaluates the rules of deploy/prometheus with shorter times:
// `for` and the ranges are seconds instead of minutes. Nothing else in the rules is changed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './ports.mjs';

const RULES = fileURLToPath(new URL('../../../deploy/prometheus/', import.meta.url));
const FILES = ['offprint.rules.yml', 'offprint.alerts.yml'];
/** `/metrics` takes up to four seconds while the database does not respond. */
const SCRAPE_SECONDS = 5;
const FOR_SECONDS = 6;
const RANGE_SECONDS = 30;
const POLL_MS = 250;
const START_MS = 60_000;

const running = new Set();
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

export class Prometheus {
  /** @param {string[]} targets URLs of the processes */
  static async start(targets, { scrapeSeconds = SCRAPE_SECONDS } = {}) {
    const prometheus = new Prometheus();
    prometheus.scrapeSeconds = scrapeSeconds;
    prometheus.directory = await mkdtemp(join(tmpdir(), 'offprint-prometheus-'));
    prometheus.base = `http://127.0.0.1:${await freePort()}`;
    try {
      await prometheus.launch(targets);
      return prometheus;
    } catch (error) {
      await prometheus.stop();
      throw error;
    }
  }

  async launch(targets) {
    for (const name of FILES) {
      const text = await readFile(join(RULES, name), 'utf8');
      await writeFile(join(this.directory, name), shortened(text));
    }
    const hosts = targets.map((url) => new URL(url).host);
    const settings = {
      global: {
        scrape_interval: `${this.scrapeSeconds}s`,
        scrape_timeout: `${this.scrapeSeconds}s`,
        evaluation_interval: '1s',
      },
      rule_files: FILES,
      scrape_configs: [{ job_name: 'offprint', static_configs: [{ targets: hosts }] }],
    };
    // JSON is YAML.
    const file = join(this.directory, 'prometheus.yml');
    await writeFile(file, JSON.stringify(settings));
    const log = await open(join(this.directory, 'log'), 'a');
    this.child = spawn(
      'prometheus',
      [
        `--config.file=${file}`,
        `--storage.tsdb.path=${join(this.directory, 'data')}`,
        `--web.listen-address=${new URL(this.base).host}`,
      ],
      { stdio: ['ignore', log.fd, log.fd] },
    );
    this.child.on('error', (error) => (this.failure = error));
    running.add(this.child);
    await log.close();
    const until = performance.now() + START_MS;
    for (;;) {
      if (this.failure) throw this.failure;
      const response = await fetch(`${this.base}/-/ready`).catch(() => null);
      if (response?.ok) return;
      if (this.child.exitCode !== null || performance.now() > until)
        throw new Error(`Prometheus did not start: ${await readFile(join(this.directory, 'log'), 'utf8')}`);
      await sleep(POLL_MS);
    }
  }

  /** @returns {Promise<Set<string>>} names of the alerts that fire */
  async firing() {
    const response = await fetch(`${this.base}/api/v1/alerts`);
    const { data } = await response.json();
    return new Set(
      data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname),
    );
  }

  /** @returns the value of an expression; null without one */
  async value(expression) {
    const response = await fetch(`${this.base}/api/v1/query?${new URLSearchParams({ query: expression })}`);
    const { data } = await response.json();
    return data.result.length > 0 ? Number(data.result[0].value[1]) : null;
  }

  /** @returns the series of an expression since `from` (Unix time in seconds). @throws when it is not valid */
  async series(expression, from) {
    const end = (await (await fetch(`${this.base}/api/v1/query?query=time()`)).json()).data.result[0];
    const range = new URLSearchParams({ query: expression, start: from, end, step: '1s' });
    const response = await fetch(`${this.base}/api/v1/query_range?${range}`);
    const { status, error, data } = await response.json();
    if (status !== 'success') throw new Error(`${expression}: ${error}`);
    return data.result;
  }

  /** @returns {Promise<string[]>} names of all alerts of the rules */
  async names() {
    const response = await fetch(`${this.base}/api/v1/rules?type=alert`);
    const { data } = await response.json();
    return data.groups.flatMap(({ rules }) => rules.map(({ name }) => name));
  }

  async stop() {
    if (this.child && this.child.exitCode === null && this.child.signalCode === null) {
      const gone = once(this.child, 'exit');
      this.child.kill('SIGKILL');
      await gone;
    }
    running.delete(this.child);
    await rm(this.directory, { recursive: true, force: true });
  }
}

function shortened(text) {
  return text.replace(/\bfor: \d+m\b/g, `for: ${FOR_SECONDS}s`).replace(/\[\d+m\]/g, `[${RANGE_SECONDS}s]`);
}
