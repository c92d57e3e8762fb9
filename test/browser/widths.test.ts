/** Every page fits the widths of phones, tablets and screens; colours keep their contrast under the pointer and in focus. */
import { endServices, runTool, type ServiceProcess, spawnService } from '../support/service-process.js';
import { closeBrowser, newVisitor, type Visitor } from './support/browser.js';
import { ALL_KINDS, forcedColours } from './support/forced-colours.js';
import { furnish } from './support/furnished-account.js';
import { overruns, settled } from './support/judge.js';
import { newEmail, signIn } from './support/person.js';
import { coloursIn, type State, STATES } from './support/states.js';
import { isGate } from './support/tier.js';

const WIDTHS = isGate ? [360, 1280] : [360, 768, 1280, 1440, 1920];
const STATE_WIDTHS = isGate ? [390] : [390, 1440];
const SCHEMES: ('light' | 'dark')[] = isGate ? ['dark'] : ['light', 'dark'];

const PAGES = [
  { path: '/', ready: 'Latest results' },
  { path: '/keys', ready: 'Production' },
  { path: '/playground', ready: 'Your result appears here' },
  { path: '/history', ready: 'a lighthouse' },
  { path: '/history?view=table&env=live', ready: 'a lighthouse' },
  { path: '/credits', ready: 'Sign-up credits' },
  { path: '/usage?groupBy=day,modelKey,keyId,status', ready: 'embedded-music' },
  { path: '/requests', ready: 'POST /api/generate' },
  { path: '/audit', ready: 'Key created' },
  { path: '/account', ready: 'This session' },
  { path: '/admin', ready: 'Revenue, credits' },
  { path: '/admin/accounts', ready: 'Part of an email' },
  { path: '/admin/payments', ready: 'No payment to refund' },
  { path: '/admin/predictions', ready: 'Started' },
  { path: '/admin/providers', ready: 'Built in' },
  { path: '/admin/ledger', ready: 'Ledger verification' },
  { path: '/admin/operator-keys', ready: 'No operator key' },
  { path: '/admin/catalogue', ready: 'embedded-image' },
  { path: '/admin/catalogue?kind=plans', ready: 'Free' },
  { path: '/admin/audit', ready: 'Key created' },
  { path: '/admin/system', ready: 'As of' },
];

const STATE_PAGES = PAGES.filter(({ path }) =>
  /^\/(history|playground|keys|credits|admin\/predictions|$)/.test(path),
);

/** Only a dialog has them. */
const SWITCHES = '.mantine-Switch-input + .mantine-Switch-track';
const seenKinds = new Set<string>();

let service: ServiceProcess;
let visitor: Visitor;
beforeAll(async () => {
  service = await spawnService();
  const email = newEmail().replace('@', `-${'long'.repeat(8)}@${'long'.repeat(12)}.`);
  await furnish(service, email);
  await runTool(['users', 'role', '--email', email, '--role', 'admin'], { DATA_DIR: service.directory });
  visitor = await newVisitor(service.base, { colorScheme: 'light' });
  await visitor.page.goto('/sign-in');
  await signIn(visitor.page, email);
  await visitor.page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
});
afterAll(closeBrowser);
afterAll(endServices);

it.each(PAGES)('$path fits', async ({ path, ready }) => {
  const { page } = visitor;
  const found: Record<string, string[]> = {};
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    await page.getByText(ready).first().waitFor();
    await settled(page);
    const wide = await overruns(page);
    if (wide.length > 0) found[width] = wide;
  }
  expect(found).toEqual({});
  const { kinds, flat } = await forcedColours(page);
  kinds.forEach((kind) => seenKinds.add(kind));
  expect(flat).toEqual([]);
});

it('has met each kind of selection, bar and legend under forced colours', () => {
  expect(ALL_KINDS.filter((kind) => !seenKinds.has(kind))).toEqual(['[aria-pressed]', SWITCHES]);
});

it.each([1100, 1280])('the table of keys shows its actions without scrolling at %i px', async (width) => {
  const { page } = visitor;
  await page.setViewportSize({ width, height: 900 });
  await page.goto('/keys');
  const table = page.getByRole('region', { name: 'Active keys' });
  await table.getByText('Production', { exact: true }).waitFor();
  await settled(page);
  const wider = await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(wider).toBe(0);
});

describe.each(SCHEMES)('%s colours keep their contrast under the pointer and in focus', (colorScheme) => {
  it.each(STATE_PAGES)('$path', async ({ path, ready }) => {
    const { page } = visitor;
    await page.emulateMedia({ colorScheme });
    const found: Record<string, string[]> = {};
    for (const width of STATE_WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await page.getByText(ready).first().waitFor();
      await settled(page);
      for (const state of Object.keys(STATES) as State[]) {
        const faults = await coloursIn(page, state);
        if (faults.length > 0) found[`${width} ${state}`] = faults;
      }
    }
    expect(found).toEqual({});
  });
});

it('reports colours that lose their contrast only under the pointer or only in focus', async () => {
  const { page } = visitor;
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/keys');
  await page.getByText('Production').first().waitFor();
  for (const [state, rule] of [
    ['row', 'tr:hover td { color: #ccc }'],
    ['pointer', 'a:hover { color: #ccc !important }'],
    ['focus', 'a:focus-visible { color: #ccc !important }'],
  ] as const) {
    expect(await coloursIn(page, state)).toEqual([]);
    await page.evaluate(`(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(${JSON.stringify(rule)});
      document.adoptedStyleSheets = [sheet];
    })()`);
    expect([state, await coloursIn(page, state)]).toEqual([
      state,
      expect.arrayContaining([expect.any(String)]),
    ]);
    await page.evaluate('document.adoptedStyleSheets = []');
  }
});

it('a row of the history opens its prediction wherever it is clicked', async () => {
  const { page } = visitor;
  await page.goto('/history?view=table');
  // The middle of the row, where no text of the link is.
  await page.getByRole('row').nth(1).click();
  await page.getByRole('dialog').getByText('Waited').waitFor();
});
