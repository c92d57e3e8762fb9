/** The state of the installation, as administrators see it: its figures are those of the API, and it keeps itself current. */
import pg from 'pg';
import type { BrowserContextOptions } from 'playwright-core';
import { MIGRATIONS } from '../../src/platform/database/index.js';
import { call, createKey, generate, type Json, type Person, register } from '../support/client.js';
import { type EmbeddedDatabase, startPostgres } from '../support/postgres.js';
import {
  endServices,
  runTool,
  type ServiceProcess,
  spawnService,
  temporaryDirectory,
} from '../support/service-process.js';
import { closeVisitors, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
import { eventually } from './support/eventually.js';
import { judge, overruns, settled } from './support/judge.js';
import { goTo, openAccount, signIn } from './support/person.js';
import { coloursIn, type State, STATES } from './support/states.js';

const PATH = '/api/admin/system';
const REASON =
  'credentials: the engine answered 401 to https://engine.example.test/v1/predictions?with=a-long-address';

/** A charge and a capture per number from $1 to $2, of 12,000 that end now and began two days ago. */
const ENTRIES = `
insert into ledger_transfers (account_id, prediction_id, kind, source, destination, amount, balance_after, created_at)
select (select id from accounts limit 1), ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, kind, source, destination,
  0, 0, now() - interval '2 days' * (1 - n / 12000.0::float8)
from generate_series($1::int, $2::int) n
  cross join (values (1, 'charge', 'wallet', 'held'), (2, 'capture', 'held', 'revenue')) t (step, kind, source, destination)
order by n, step`;

interface Shown {
  at: string;
  figures: Record<string, string>;
  facts: Record<string, string>;
  tables: Record<string, string[][]>;
}

/** Reads all figures of the page at once, so that they belong to one answer. */
const SHOWN = `(() => {
  const text = (element) => element.innerText.trim();
  const rows = (table) => [...table.tBodies[0].rows].map((row) => [...row.cells].map(text).filter(Boolean));
  const panel = document.querySelector('[role=tabpanel]');
  const cards = [...panel.querySelectorAll('.mantine-Card-root:not(:has(h2))')];
  return {
    at: [...panel.querySelectorAll('time')].at(-1).dateTime,
    figures: Object.fromEntries(cards.map((card) => [text(card).split('\\n')[0], text(card).split('\\n').filter(Boolean)[1]])),
    facts: Object.fromEntries([...panel.querySelectorAll('dt')].map((dt) => [text(dt), text(dt.nextElementSibling)])),
    tables: Object.fromEntries([...panel.querySelectorAll('table')].map((table) => [table.getAttribute('aria-label'), rows(table)])),
  };
})()`;

/** The tables that are wider than their place. */
const SCROLLED = `[...document.querySelectorAll('[role=tabpanel] [role=region]')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map((region) => region.getAttribute('aria-label'))`;

let server: EmbeddedDatabase;
let operator: pg.Client;
let service: ServiceProcess;
let admin: Visitor;
let email: string;
let customer: Person;
/** Every answer that the page has received, by its time. */
const answers = new Map<string, Json>();

beforeAll(async () => {
  server = await startPostgres({ directory: await temporaryDirectory(), database: 'system' });
  operator = new pg.Client({ connectionString: server.url });
  await operator.connect();
  // Without a worker: predictions stay waiting.
  service = await spawnService({ DATABASE_URL: server.url, ROLES: 'api' });
  admin = await newVisitor(service.base);
  email = await openAccount(admin.page);
  const made = await runTool(['users', 'role', '--email', email, '--role', 'admin'], {
    DATABASE_URL: server.url,
  });
  expect(made).toMatchObject({ code: 0 });
  customer = await register(service.base);
  admin.page.on('response', (response) => {
    if (response.url().endsWith(PATH) && response.ok())
      void response.json().then(
        (body: Json) => answers.set(body.at, body),
        // The page was left meanwhile.
        () => undefined,
      );
  });
  await admin.page.reload();
});
afterEach(() => expectQuiet(admin));
afterAll(async () => {
  await closeVisitors();
  await operator.end();
  await service.end('SIGTERM');
  await server.stop();
});
afterAll(endServices);

/** Signs the administrator in once more: tabs that share a session would renew each other's token. */
async function another(options: BrowserContextOptions = {}): Promise<Visitor> {
  const visitor = await newVisitor(service.base, options);
  await visitor.page.goto('/sign-in');
  await signIn(visitor.page, email);
  await visitor.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  return visitor;
}

async function open(): Promise<void> {
  const { page } = admin;
  await page.goto('/admin/system');
  await page.getByText('As of').waitFor();
}

/** @returns what the page shows, and the answer of the API that it shows. */
async function shown(): Promise<{ page: Shown; api: Json }> {
  const page = await admin.page.evaluate<Shown>(SHOWN);
  await eventually(async () => answers.has(page.at));
  return { page, api: answers.get(page.at) };
}

const number = (text: string) => Number(text.replace('about ', '').replaceAll(',', ''));
const card = (name: string, { page } = admin) =>
  page.locator('.mantine-Card-root').filter({ has: page.getByRole('heading', { name, exact: true }) });
const concerns = () => admin.page.getByRole('status').filter({ hasText: /needs? attention/i });

it('an installation at rest: every part has a sentence of its own', async () => {
  const { page } = admin;
  await goTo(page, 'Administration');
  await page.getByRole('tab', { name: 'System' }).click();
  for (const sentence of [
    'No engine is busy.',
    'No account has a waiting prediction.',
    'No circuit is open: all engines are sent predictions.',
    'No engine has settled a prediction in the last hour.',
    'No standby is connected.',
    'No session has a snapshot older than a minute.',
    MIGRATIONS.at(-1)!.name,
  ])
    await page.getByText(sentence).waitFor();
  await concerns().getByText('No worker is listed').waitFor();
  await page.getByText('none yet').waitFor();
});

it('shows the figures of the API, part by part', async () => {
  const { key } = await createKey(service.base, customer);
  for (let i = 0; i < 4; i += 1)
    await generate(service.base, key, { modelKey: 'embedded-image', prompt: `lighthouse ${i}` });
  const { predictionId } = await generate(service.base, key, {
    modelKey: 'embedded-image',
    prompt: 'not this',
  });
  await call(service.base, 'POST', `/api/dashboard/predictions/${predictionId}/cancel`, {
    token: customer.accessToken,
  });
  await open();
  const { page, api } = await shown();
  expect(api.problems).toEqual([]);
  expect(page.tables.Processes).toEqual(
    api.processes.map(({ name, roles, version }: Json) => [
      name,
      roles.join('\n'),
      version,
      expect.any(String),
    ]),
  );
  expect(
    page.tables['Queue by engine']!.map(([name, waiting, running]) => [
      name,
      number(waiting!),
      number(running!),
    ]),
  ).toEqual(api.queue.engines.map(({ provider, waiting, running }: Json) => [provider, waiting, running]));
  expect(page.tables['Queue by account']).toEqual([[customer.email, '4', expect.stringMatching(/\d+ s$/)]]);
  expect(api.queue.accounts[0]).toMatchObject({ waiting: 4 });
  expect(page.tables.Throughput).toEqual([
    ['5 minutes', '0', '1'],
    ['hour', '0', '1'],
    ['24 hours', '0', '1'],
  ]);
  expect(api.throughput.map(({ failed }: Json) => failed)).toEqual([1, 1, 1]);
  expect(page.tables.Circuits!.map(([provider]) => provider)).toEqual(
    api.circuits.map(({ provider }: Json) => provider),
  );
  expect(page.figures).toMatchObject({ Processes: '1', Waiting: '4', Running: '0', Completed: '0' });
  expect(page.facts).toMatchObject({
    PostgreSQL: api.database.version,
    Connections: `${api.database.connections} of ${api.database.maxConnections}`,
    Kind: 'disk',
    Writable: 'yes',
    'By ledger:verify': `to entry ${api.ledger.verifiedTo} of ${api.ledger.lastEntry}`,
  });
});

it('has the exact time of every relative one, and links an account that waits', async () => {
  const { page } = admin;
  await open();
  const times = await page.getByRole('tabpanel').locator('td time').all();
  expect(times.length).toBeGreaterThan(2);
  for (const time of times) expect(await time.getAttribute('title')).toMatch(/20\d\d, \d\d:\d\d:\d\d/);
  const link = page.getByRole('link', { name: customer.email });
  await link.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Statement' }).waitFor();
});

it('lists a process while it runs: a worker appears, takes the work and leaves, without a reload', async () => {
  const { page } = admin;
  await open();
  await concerns().waitFor();
  const worker = await spawnService({
    DATABASE_URL: server.url,
    ROLES: 'worker',
    DATA_DIR: service.directory,
  });
  const row = page.getByRole('row').filter({ hasText: `/${worker.pid}` });
  await row.getByText('worker').waitFor();
  await concerns().waitFor({ state: 'detached' });
  await page.getByText('1 API, 1 worker').waitFor();
  await page.getByText('No engine is busy.').waitFor();
  await eventually(async () => {
    const { page: now, api } = await shown();
    if (now.figures.Completed !== '4') return false;
    expect(now.tables['Failures by engine']).toEqual([['embedded', '0 of 4', '0 %']]);
    expect(api.failures).toEqual([{ provider: 'embedded', settled: 4, failed: 0, failureRate: 0 }]);
    return true;
  });
  await worker.end('SIGKILL');
  await row.waitFor({ state: 'detached' });
  await concerns().getByText('No worker is listed').waitFor();
});

it('does not update while the tab is hidden, and continues when it is visible', async () => {
  const visitor = await another();
  const { page } = visitor;
  await page.clock.install();
  let requests = 0;
  page.on('request', (request) => (requests += Number(request.url().endsWith(PATH))));
  await page.goto('/admin/system');
  await page.getByText('As of').waitFor();
  const become = (state: string) =>
    page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));`);
  const update = page.waitForResponse(`**${PATH}`);
  await page.clock.runFor(6_000);
  await update;
  await become('hidden');
  const before = requests;
  await page.clock.runFor(60_000);
  expect(requests).toBe(before);
  const again = page.waitForResponse(`**${PATH}`);
  await become('visible');
  await page.clock.runFor(6_000);
  await again;
  await visitor.close();
});

it('marks an estimate', async () => {
  // 12,000 predictions would take minutes.
  await operator.query('alter table ledger_transfers disable trigger entries_have_predictions');
  for (let first = 1; first <= 12_000; first += 500) await operator.query(ENTRIES, [first, first + 499]);
  await operator.query('alter table ledger_transfers enable trigger entries_have_predictions');
  await open();
  const { page, api } = await shown();
  expect(api.throughput.map(({ estimated }: Json) => estimated)).toEqual([false, false, true]);
  const [, hour, day] = page.tables.Throughput!;
  expect(hour![0]).toBe('hour');
  expect(day![0]).toMatch(/^24 hours\s+estimate$/);
  expect(day![1]).toMatch(/^about [56],\d\d\d$/);
  expect(number(day![1]!)).toBe(api.throughput[2].completed);
});

it('an open circuit needs attention, with its reason', async () => {
  const { page } = admin;
  await operator.query(
    `insert into provider_circuits (provider, failures, open_until, reason) values ('embedded', 3, now() + interval '1 hour', $1)`,
    [REASON],
  );
  await open();
  await concerns().getByText('The circuit of embedded is open.').waitFor();
  const { page: now } = await shown();
  const row = now.tables.Circuits!.find(([engine]) => engine!.startsWith('embedded'))!;
  expect(row.slice(1)).toEqual(['not accepting', '3']);
  expect(row[0]).toContain(REASON);
  expect(await page.getByText('No circuit is open').count()).toBe(0);
});

it('a part that cannot be read has its reason in plain words, and the others are there', async () => {
  const { page } = admin;
  await operator.query('alter table ledger_checkpoint rename to ledger_checkpoint_away');
  const key = (await createKey(service.base, customer)).key as string;
  for (const prompt of ['a harbour', 'a lake'])
    await generate(service.base, key, { modelKey: 'embedded-image', prompt });
  await open();
  await card('Ledger').getByText('It could not be read. The log of the service has the cause.').waitFor();
  expect(await page.getByText('Not available').count()).toBe(1);
  await page.getByRole('table', { name: 'Processes' }).waitFor();
  await operator.query('alter table ledger_checkpoint_away rename to ledger_checkpoint');
  await card('Ledger').getByText('to entry').waitFor();
  await operator.query('begin');
  await operator.query('lock table ledger_checkpoint in access exclusive mode');
  await card('Ledger').getByText('It was not read within 3 seconds.').waitFor();
});

const PHONE = { deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const LOOKS = [
  { look: 'light', width: 1440, options: { colorScheme: 'light' } },
  { look: 'dark', width: 1440, options: { colorScheme: 'dark' } },
  { look: 'phone', width: 390, options: { colorScheme: 'light', ...PHONE } },
  { look: 'phone-360', width: 360, options: { colorScheme: 'dark', ...PHONE } },
] as const;

// The page has an open circuit, an estimate, waiting predictions and a part that cannot be read.
it.each(LOOKS)(
  '$look at $width: fits, no axe finding, colours in every state',
  async ({ look, width, options }) => {
    const visitor = await another({
      viewport: { width, height: 900 },
      ...options,
    });
    const { page } = visitor;
    await page.goto('/admin/system');
    await card('Ledger', visitor).getByText('It was not read within 3 seconds.').waitFor();
    expect(await page.getByText('Not available').count()).toBe(1);
    await judge(visitor, look, 'admin-system');
    await settled(page);
    expect(await overruns(page)).toEqual([]);
    expect(await page.evaluate(SCROLLED)).toEqual([]);
    for (const state of Object.keys(STATES) as State[])
      expect([state, await coloursIn(page, state)]).toEqual([state, []]);
    await visitor.close();
  },
);

it('is reached and read by keyboard alone', async () => {
  const { page } = admin;
  await page.goto('/admin/audit');
  await page.getByRole('tab', { name: 'Audit' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForURL('**/admin/system');
  await page.getByText('As of').waitFor();
  const labels: string[] = [];
  for (let i = 0; i < 12; i += 1) {
    await page.keyboard.press('Tab');
    labels.push(await page.evaluate<string>("document.activeElement.getAttribute('aria-label') ?? ''"));
  }
  expect(labels).toEqual(expect.arrayContaining(['Processes', 'Throughput', 'Queue by engine', 'Circuits']));
});
