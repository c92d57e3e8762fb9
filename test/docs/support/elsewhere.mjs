// Commands of documents that are not run with the blocks, and what runs or checks them instead. A block of shell is either run, or
// each of its commands is here.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { root } from '../../../scripts/build-first.mjs';
import { commandLinesOf, LANGUAGES } from '../../generated/languages.mjs';

const text = (path) => readFileSync(join(root, path), 'utf8');
const PACKAGE = '(@offprint\\/[\\w-]+)';

/** Pages that a test reads and runs whole. The test names the page. */
export const PAGES = {
  'docs/extending.md': 'test/package/extending.test.mjs',
  // Generated: equal to what `npm run generate -- api-report` makes.
  'docs/api-report.md': 'test/package/api.test.mjs',
  // Its blocks are the files that the lane `programs` runs.
  'docs/programs.md': 'test/programs/page.mjs',
};

/** `by` runs the command; it contains `says`. */
const RUN_BY = [
  { command: /^npm ci$/, by: '.ci/run', says: () => 'npm ci' },
  { command: /^npm test$/, by: 'scripts/check/lanes.mjs', says: () => "['npm', 'test']" },
  { command: /^npm start$/, by: 'test/support/built-service.mjs', says: () => 'dist/main.js' },
  { command: /^npm run demo$/, by: 'test/package/commands.test.mjs', says: () => "'demo', '--once'" },
  { command: /^npx offprint demo$/, by: 'test/package/commands.test.mjs', says: () => "'demo', '--once'" },
  {
    command: /^npx offprint users create --help$/,
    by: 'test/package/commands.test.mjs',
    says: () => "'--help'",
  },
  {
    command: /^npx offprint$/,
    by: 'test/package/ways-in.test.mjs',
    says: () => "start('npx', ['offprint']",
  },
  {
    command: /^npm install (--no-save )?--ignore-scripts \$PACKED\/\*\.tgz$/,
    by: 'docs/extending.md',
    says: ([command]) => command,
  },
  {
    command: /^npm pack( -w packages\/[\w-]+)+ --pack-destination \$PACKED$/,
    by: 'test/package/support/installation.mjs',
    says: () => "'--pack-destination', destination",
  },
  {
    command: /^npm (init -y|pkg set overrides\.file-type=[\d.]+)$/,
    by: 'test/package/tarballs.test.mjs',
    says: () => 'npm init -y',
  },
  {
    command:
      /^(npx (--package \S+ )?create-offprint shop( --no-install)?|cd shop|npm install \$PACKED\/offprint-\*\.tgz)$/,
    by: 'test/package/shop.test.mjs',
    says: () => "'shop', '--no-install'",
  },
  { command: /^cp \.env\.example \.env$/, by: 'docs/extending.md', says: ([command]) => command },
  {
    command: /^(DATABASE_URL=\S+ )?npm run migration -- show$/,
    by: 'test/processes/migration-commands.test.ts',
    says: () => "'migration', '--', 'show'",
  },
  {
    command: /^npx offprint-types --url \S+ --out \S+$/,
    by: 'test/package/client.test.mjs',
    says: () => "'offprint-types', '--url'",
  },
  {
    command: /^TEST_PAYMENTS_SECRET=\$SECRET node (examples\/test-payments\/payment-pages\.mjs) \S+$/,
    by: 'test/flows/test-payments.test.ts',
    says: ([, program]) => program,
  },
  { command: /^npx offprint-mcp --http/, by: 'test/support/mcp.ts', says: () => "'--http'" },
  {
    command: /^docker compose up -d --build$/,
    by: 'test/deploy/compose.test.mjs',
    says: () => 'docker-compose.yml',
  },
];

/** What cannot run here is compared with the files that it names. */
const CHECKED = [
  {
    command: /^npm run ([\w:]+)(?: -w (\w+))?(?: -- (.+))?$/,
    check([, script, workspace = '.', options = '']) {
      const manifest = JSON.parse(text(`${workspace}/package.json`));
      assert.ok(manifest.scripts[script], `${workspace} has no script ${script}`);
      const program = /^exec node (\S+\.mjs)$/.exec(manifest.scripts[script])?.[1];
      for (const option of options.match(/--[a-z-]+/g) ?? [])
        assert.ok(text(program).includes(option.slice(2)), `${program} has no option ${option}`);
    },
  },
  {
    command: new RegExp(`^PLUGINS=${PACKAGE}( [A-Z].*)? npx offprint$`),
    check([, name, settings = '']) {
      const folder = manifestOf(name);
      const sources = readdirSync(join(root, folder, 'src'), { recursive: true })
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
        .map((file) => text(`${folder}/src/${file}`))
        .join('\n');
      for (const [, setting] of settings.matchAll(/\b([A-Z][A-Z0-9_]+)=/g))
        assert.ok(sources.includes(setting), `${name} does not read ${setting}`);
    },
  },
  {
    command: /^(printf .*) >> \.env$/,
    check([, printf]) {
      const compose = text('docker-compose.yml');
      const set = [...printf.matchAll(/([A-Z_]+)=/g)].map(([, name]) => name);
      for (const name of set) assert.ok(compose.includes(`\${${name}:`), `docker-compose.yml has no ${name}`);
      for (const [, name] of compose.matchAll(/\$\{([A-Z_]+):\?/g))
        assert.ok(set.includes(name), `${name} is required and not set`);
    },
  },
  { command: /^chmod 600 \.env$/, check() {} },
  { command: /^kubectl create namespace (\w+)$/, check: ([, name]) => inOverlays(`namespace: ${name}`) },
  {
    command: /^kubectl -n (\w+) create secret generic ([\w-]+) --from-env-file=\S+$/,
    check([, namespace, secret]) {
      inOverlays(`namespace: ${namespace}`);
      inOverlays(secret);
    },
  },
  {
    command: /^kubectl apply -k (\S+)$/,
    check: ([, folder]) => load(text(`${folder}/kustomization.yaml`)).resources.forEach(String),
  },
  {
    command: /^useradd --system --home-dir (\S+) --shell \S+ (\w+)$/,
    check([, home, user]) {
      assert.match(unit('offprint.service'), new RegExp(`^User=${user}$`, 'm'));
      assert.match(unit('offprint.service'), new RegExp(`^StateDirectory=${home.split('/').at(-1)}$`, 'm'));
    },
  },
  {
    command: /^install (?:-d )?-m \d{4} (?:\S+ )?(\/etc\/\S+)$/,
    check: ([, path]) => assert.ok(unit('offprint.service').includes(`EnvironmentFile=${path}`), path),
  },
  {
    command: /^cp (deploy\/systemd)\/\* \/etc\/systemd\/system\/$/,
    check: ([, folder]) => assert.ok(readdirSync(join(root, folder)).includes('offprint.service')),
  },
  { command: /^systemctl daemon-reload$/, check() {} },
  { command: /^systemctl enable --now (.+)$/, check: ([, units]) => units.split(' ').forEach(unit) },
  {
    command: /^stripe listen --forward-to \S+?(\/api\/\S+) --events (\S+)$/,
    check([, path, events]) {
      assert.ok(text('openapi.json').includes(path.replace(/stripe$/, '')), path);
      assertHandled(events.split(','));
    },
  },
  {
    command: /^stripe events list /,
    check: ({ input }) => assertHandled([...input.matchAll(/types\[\]=([\w.]+)/g)].map(([, event]) => event)),
  },
  // Around it: they need an account at Stripe, and change nothing here.
  { command: /^(since=\$\(date |jq -r '|psql -At "\$DATABASE_URL" -c "select |comm -23 )/, check() {} },
];

/** @throws for an event that packages/stripe-billing does not handle. */
function assertHandled(events) {
  const sources = readdirSync(join(root, 'packages/stripe-billing/src'), { recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'))
    .map((file) => text(`packages/stripe-billing/src/${file}`))
    .join('\n');
  assert.ok(events.length > 0);
  for (const event of events)
    assert.ok(sources.includes(`'${event}'`), `packages/stripe-billing does not handle ${event}`);
}

const unit = (name) => text(`deploy/systemd/${name}`);

function manifestOf(name) {
  const folder = `packages/${name.split('/')[1]}`;
  assert.equal(JSON.parse(text(`${folder}/package.json`)).name, name);
  return folder;
}

function inOverlays(part) {
  const folder = join(root, 'deploy/kubernetes');
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.yaml'));
  assert.ok(
    files.some((name) => readFileSync(join(folder, name), 'utf8').includes(part)),
    `deploy/kubernetes has no ${part}`,
  );
}

/** Run by `npm run lane -- generated`, which also compares the page with them. */
const GENERATED = new Set(LANGUAGES.flatMap(commandLinesOf));

/** Scripts of package.json that are run with the blocks. */
const RUN_HERE = /^npm run (?!(demo|dev|prove|types|size|lane)\b)/;

/** @returns how a command is checked instead of being run, `{ way, check() }`; null when it is run. */
export function elsewhere(command) {
  for (const { command: pattern, by, says } of RUN_BY) {
    const match = pattern.exec(command);
    if (match) return { way: 'run by another test', check: () => assertSays(by, says(match)) };
  }
  if (GENERATED.has(command)) return { way: 'run by another test', check() {} };
  if (RUN_HERE.test(command)) return null;
  for (const { command: pattern, check } of CHECKED) {
    const match = pattern.exec(command);
    if (match) return { way: 'compared', check: () => check(match) };
  }
  return null;
}

/** @throws when the file that runs something does not contain it any more. */
export function assertSays(path, part) {
  assert.ok(existsSync(join(root, path)), `${path} does not exist`);
  assert.ok(text(path).includes(part), `${path} does not contain ${part}`);
}
