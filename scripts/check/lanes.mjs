// Every lane of tests: `npm test` and what runs beside it against real servers, browsers and tools. `.ci/run` runs the lanes
// with a `ci` tier on each change, `npm run check` those with a `whole` tier, `npm run lane -- <name>` one of them.
// CONTRIBUTING.md has the table; `npm run generate -- lanes` writes it.

const NODE = process.execPath;

/**
 * @typedef {object} Tier
 * @property {string[]} [args] in addition to the command
 * @property {number} minutes measured on two cores; a lane is ended after four times as much, 15 minutes at least
 */

/**
 * @typedef {object} Lane
 * @property {string} name
 * @property {string} about
 * @property {string[]} command its last line is `N passed, N failed`
 * @property {number} load cores that it keeps busy, in quarters
 * @property {Tier} [ci] absent: only `npm run check` runs it
 * @property {Tier} [whole] absent: another lane contains it
 * @property {boolean} [first] runs alone, before all others, and once
 * @property {number} [quiet] most load of the lanes beside it: it measures durations
 * @property {boolean} [root] needs root
 * @property {string[]} [uses] what two lanes may not install or start at the same time
 * @property {boolean} [byExitCode] prints no counts: its exit code counts as one test
 * @property {boolean} [inMemory] keeps its temporary files in memory where there is room (scripts/scratch.mjs)
 * @property {string[]} [debian] packages of Debian that it needs
 */

/** @type {Lane[]} */
export const LANES = [
  {
    name: 'test',
    about: 'build, lint, types, rules of imports, then every test of `npm test`',
    command: ['npm', 'test'],
    inMemory: true,
    load: 2,
    first: true,
    ci: { minutes: 7.5 },
    whole: { minutes: 7.5 },
    debian: ['ffmpeg'],
  },
  {
    name: 'processes',
    about: 'the built service in processes of its own: start, stop, commands, and what they share',
    command: [NODE, 'scripts/test.mjs', '--project', 'processes', '--maxWorkers', '2'],
    inMemory: true,
    load: 1,
    ci: { minutes: 10 },
    whole: { minutes: 10 },
  },
  {
    name: 'starts',
    about:
      'a start with each row of `test/starts/rows`: ready and whole, or one sentence; CI takes the rows marked `short`',
    command: [NODE, 'test/starts/run.mjs'],
    inMemory: true,
    load: 1,
    ci: { args: ['short'], minutes: 0.8 },
    whole: { minutes: 7 },
    debian: ['strace'],
  },
  {
    name: 'long',
    about:
      'tests of half a minute and more: sums of the ledger, every engine, what other programs read in files',
    command: [NODE, 'scripts/test.mjs', '--project', 'long', '--maxWorkers', '2'],
    inMemory: true,
    load: 0.75,
    ci: { minutes: 5 },
    whole: { minutes: 5 },
    debian: ['ffmpeg', 'libimage-exiftool-perl'],
  },
  {
    name: 'engine',
    about: 'the built-in engine, which paints, sings and computes meshes, and the built-in PostgreSQL',
    command: [NODE, 'scripts/test.mjs', '--project', 'procedural-engine,embedded-postgres'],
    inMemory: true,
    load: 1,
    ci: { minutes: 2 },
    whole: { minutes: 2 },
  },
  {
    name: 'commits',
    about: 'the subjects of commits',
    command: [NODE, 'scripts/commits.mjs'],
    load: 0.25,
    byExitCode: true,
    ci: { minutes: 0.1 },
    whole: { minutes: 0.1 },
  },
  {
    name: 'licences',
    about: 'an SBOM and the licences of what the service is made of, in `reports/licences`',
    command: [NODE, 'scripts/licences.mjs'],
    load: 0.5,
    byExitCode: true,
    ci: { minutes: 0.1 },
    whole: { minutes: 0.1 },
  },
  {
    name: 'alerts',
    about: 'the rules of `deploy/prometheus`, with promtool',
    command: [NODE, 'test/alerts/run.mjs'],
    load: 0.25,
    ci: { minutes: 0.1 },
    whole: { minutes: 0.1 },
    debian: ['prometheus'],
  },
  {
    name: 'openapi',
    about: 'Redocly and Spectral on `openapi.json`, without and with the OpenAI-compatible routes',
    command: [NODE, 'test/openapi/run.mjs'],
    load: 0.5,
    ci: { minutes: 1 },
    whole: { minutes: 1 },
  },
  {
    name: 'deploy',
    about:
      'the files of `deploy/` and the workflows: schemas, `systemd-analyze`, `actionlint`, an installation behind HAProxy with Prometheus',
    command: [NODE, 'test/deploy/run.mjs'],
    load: 0.5,
    ci: { minutes: 1.4 },
    whole: { minutes: 1.4 },
    debian: ['golang-go', 'haproxy', 'openssl', 'prometheus', 'systemd'],
  },
  {
    name: 'image',
    about: 'the image of the Dockerfile, built by buildah: its size, and services in it, under runc',
    command: [NODE, 'test/image/run.mjs'],
    load: 1.5,
    root: true,
    whole: { minutes: 9 },
    debian: ['buildah', 'mmdebstrap', 'runc'],
  },
  {
    name: 'makers',
    about: 'each fake engine of the tests against the client that its engine’s maker publishes',
    command: [NODE, 'test/makers/run.mjs'],
    load: 0.5,
    ci: { minutes: 0.9 },
    whole: { minutes: 0.9 },
  },
  {
    name: 'package',
    about: 'the packed tarballs in an empty directory, their commands on newer Node.js too',
    command: [NODE, 'test/package/run.mjs'],
    load: 1,
    ci: { minutes: 8 },
    whole: { minutes: 20 },
    debian: ['redis-server'],
  },
  {
    name: 'release',
    about: 'the dry release: what private registries serve, and a newcomer who installs from them',
    command: [NODE, 'test/release/run.mjs'],
    load: 1,
    whole: { minutes: 6 },
    debian: ['python3-venv'],
  },
  {
    name: 'python',
    about: 'the Python client as sdist and wheel, in empty environments',
    command: [NODE, 'test/python/run.mjs'],
    load: 0.75,
    uses: ['python-tools'],
    ci: { minutes: 3.2 },
    whole: { minutes: 12 },
    debian: ['python3-venv'],
  },
  {
    name: 'docs',
    about: 'every code block of the documents, against a service',
    command: [NODE, 'test/docs/run.mjs'],
    load: 0.75,
    uses: ['openai-python', 'python-tools'],
    ci: { minutes: 3 },
    whole: { minutes: 3 },
    debian: ['python3-venv', 'prometheus'],
  },
  {
    name: 'openai-clients',
    about: 'the OpenAI-compatible routes, called by OpenAI’s clients for Node.js and Python',
    command: [NODE, 'test/openai-clients/run.mjs'],
    load: 0.5,
    uses: ['openai-python'],
    ci: { minutes: 0.6 },
    whole: { minutes: 0.6 },
    debian: ['python3-venv'],
  },
  {
    name: 'programs',
    about:
      'other people’s programs, unmodified, against a service; CI runs those that need no large installation',
    command: [NODE, 'test/programs/run.mjs'],
    load: 0.5,
    ci: { args: ['--small'], minutes: 2.7 },
    whole: { minutes: 25 },
    debian: ['python3-venv', 'maven', 'prometheus', 'aria2', 'wget'],
  },
  {
    name: 's3',
    about: 'the S3 storage against versitygw, a real S3 server',
    command: [NODE, 'test/s3/run.mjs'],
    load: 0.75,
    ci: { minutes: 3 },
    whole: { minutes: 3 },
    debian: ['golang-go'],
  },
  {
    name: 'redis',
    about: 'limits and notices in Redis against a real server',
    command: [NODE, 'test/redis/run.mjs'],
    load: 0.5,
    ci: { minutes: 0.8 },
    whole: { minutes: 0.8 },
    debian: ['redis-server', 'faketime'],
  },
  {
    name: 'stripe',
    about: 'payments against stripe-mock, Stripe’s own server for tests',
    command: [NODE, 'test/stripe/run.mjs'],
    load: 0.5,
    ci: { minutes: 0.3 },
    whole: { minutes: 0.3 },
    debian: ['golang-go'],
  },
  {
    name: 'database',
    about: 'a failover under load, and PgBouncer in transaction mode',
    command: [NODE, 'test/database/run.mjs'],
    load: 0.5,
    ci: { minutes: 2.3 },
    whole: { minutes: 2.3 },
    debian: ['postgresql-15', 'pgbouncer'],
  },
  {
    name: 'telemetry',
    about: 'traces against a receiver of OpenTelemetry’s definitions',
    command: [NODE, 'test/telemetry/run.mjs'],
    load: 0.5,
    ci: { minutes: 0.6 },
    whole: { minutes: 0.6 },
    debian: ['golang-go'],
  },
  {
    name: 'collector',
    about: 'traces against OpenTelemetry’s Collector',
    command: [NODE, 'test/telemetry/run.mjs', '--collector'],
    load: 0.75,
    whole: { minutes: 5 },
    debian: ['golang-go'],
  },
  {
    name: 'generated',
    about: 'clients of `openapi.json` in Go, Rust and Java; CI compiles Go',
    command: [NODE, 'test/generated/run.mjs'],
    load: 0.75,
    ci: { args: ['go'], minutes: 0.5 },
    whole: { minutes: 20 },
    debian: ['golang-go', 'cargo', 'maven'],
  },
  {
    name: 'browser',
    about: 'the dashboard in Chromium against the service; CI leaves out six long files',
    command: [NODE, 'test/browser/run.mjs'],
    load: 0.5,
    ci: { minutes: 8 },
    whole: { minutes: 40 },
    debian: ['chromium-headless-shell'],
  },
  {
    name: 'prove',
    about: 'the trials of `docs/reliability.md`; CI runs their gate',
    command: [NODE, 'prove/run.mjs'],
    load: 1.25,
    quiet: 1,
    ci: { minutes: 12.5 },
    whole: { args: ['--short'], minutes: 57 },
    debian: ['faketime', 'golang-go', 'openssl', 'pgbouncer', 'redis-server'],
  },
  {
    name: 'histories',
    about: 'hours of recorded histories, judged by Porcupine',
    command: [NODE, 'prove/run.mjs', '--only', 'M4', '--long'],
    load: 1.25,
    quiet: 1,
    whole: { minutes: 180 },
    debian: ['faketime', 'golang-go', 'pgbouncer', 'redis-server'],
  },
  {
    name: 'planted',
    about: 'defects that are planted one at a time: each is still found by its tests',
    command: [NODE, 'prove/planted/run.mjs'],
    load: 1.5,
    whole: { minutes: 28 },
  },
  {
    name: 'cluster',
    about: 'the trials of a PostgreSQL cluster in network namespaces; CI runs their gate',
    command: [NODE, 'prove/run.mjs', '--cluster'],
    load: 1,
    quiet: 1,
    root: true,
    ci: { args: ['--gate'], minutes: 4.3 },
    whole: { minutes: 50 },
    debian: [
      'postgresql-15',
      'patroni',
      'python3-venv',
      'etcd-server',
      'haproxy',
      'pgbouncer',
      'nftables',
      'iproute2',
    ],
  },
  {
    name: 'postgres-15',
    about: '`npm test`, and the tests with processes, on Debian’s PostgreSQL 15',
    command: [NODE, 'scripts/test.mjs', '--postgres', '15', '.'],
    load: 2,
    whole: { minutes: 25 },
    debian: ['postgresql-15'],
  },
  {
    name: 'nodes',
    about: '`npm ci && npm test` in a copy of the checkout, on Node.js 22 and 24',
    command: [NODE, 'scripts/nodes.mjs'],
    load: 2,
    whole: { args: ['test'], minutes: 40 },
  },
  {
    name: 'fuzz',
    about: 'Schemathesis, all checks, for 10 minutes',
    command: [NODE, 'test/fuzz/run.mjs'],
    load: 1,
    whole: { args: ['--minutes', '10'], minutes: 12 },
    debian: ['python3-venv'],
  },
  {
    name: 'bench',
    about: 'benchmarks against floors and peers; it asserts nothing, and its table is in its output',
    command: [NODE, 'bench/run.mjs'],
    load: 2,
    byExitCode: true,
    whole: { minutes: 60 },
  },
];
