/** The catalogue, as administrators change it: a price with a preview, what is offered, plans and packs, history and export. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { call, type Json, type Person, register } from '../support/client.js';
import {
  endServices,
  runTool,
  type ServiceProcess,
  spawnService,
  temporaryDirectory,
} from '../support/service-process.js';
import { closeVisitors, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
import { judge } from './support/judge.js';
import { openAccount } from './support/person.js';

/** A model that two engines run. */
const ROUTED = `
provider: several
models:
  - modelKey: several-images
    modality: image
    operation: text-to-image
    title: Image of several engines
    description: Runs at the built-in engine or at a second one.
    typicalSeconds: 2
    deadlineSeconds: 900
    pricing: { base: 1 }
    engineCost: { perCredit: 0.25 }
    input:
      required: [prompt]
      properties: { prompt: { type: string, minLength: 1 } }
    routes:
      - { provider: embedded, model: embedded/scene-image }
      - { provider: replicate, model: black-forest-labs/flux-schnell }
`;

let service: ServiceProcess;
let admin: Visitor;
let email: string;
let customer: Person;
beforeAll(async () => {
  service = await spawnService({ CATALOGUE_DIR: await catalogueWithRoutes() });
  customer = await register(service.base);
  admin = await newVisitor(service.base, { colorScheme: 'light' });
  email = await openAccount(admin.page);
  const made = await runTool(['users', 'role', '--email', email, '--role', 'admin'], {
    DATA_DIR: service.directory,
  });
  expect(made.code).toBe(0);
});
afterAll(closeVisitors);
afterAll(endServices);
afterEach(() => expectQuiet(admin));

/** Returns a directory with the shipped catalogue and ROUTED. */
async function catalogueWithRoutes(): Promise<string> {
  const directory = await temporaryDirectory();
  await cp('catalogue', directory, { recursive: true });
  await writeFile(join(directory, 'several.yaml'), ROUTED);
  return directory;
}

const dialogOf = (page: Page) => page.getByRole('dialog');
const rowOf = (page: Page, key: string) =>
  page.getByRole('row').filter({ has: page.getByText(key, { exact: true }) });

async function open(kind: string, key: string): Promise<void> {
  const { page } = admin;
  await page.goto(`/admin/catalogue?kind=${kind}&search=${key}`);
  await rowOf(page, key).waitFor();
}

async function edit(kind: string, key: string) {
  const { page } = admin;
  await open(kind, key);
  await rowOf(page, key)
    .getByRole('button', { name: /^Edit / })
    .click();
  return dialogOf(page);
}

/** Saves what the dialog reviews. @returns the lines of the review. */
async function save(version: number): Promise<string[]> {
  const { page } = admin;
  const dialog = dialogOf(page);
  const lines = await dialog.getByRole('list', { name: 'Changes' }).getByRole('listitem').allInnerTexts();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`Version ${version} holds now.`).waitFor();
  await dialog.waitFor({ state: 'hidden' });
  return lines;
}

const modelFor = async (key: string): Promise<Json> => {
  const { body } = await call(service.base, 'GET', '/api/models', { token: customer.accessToken });
  return body.items.find(({ modelKey }: Json) => modelKey === key);
};

it('is reached by keyboard and lists models with price, availability and version', async () => {
  const { page } = admin;
  await page.goto('/admin/operator-keys');
  await page.getByRole('tab', { name: 'Operator keys' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.waitForURL('**/admin/catalogue');
  const row = rowOf(page, 'embedded-image');
  await row.waitFor();
  const [, price, state, version] = await row.getByRole('cell').allInnerTexts();
  expect(price).toContain('per prediction');
  expect([state, version!.split('\n')[0]]).toEqual(['offered', '1']);
  await judge(admin, 'light', 'admin-catalogue');
});

it('shows a price before and after, and charges it once it is saved with a reason', async () => {
  const { page } = admin;
  const before = (await modelFor('embedded-image')).pricing;
  const dialog = await edit('models', 'embedded-image');
  await dialog.getByRole('button', { name: 'Review changes' }).click();
  await dialog.getByText('Nothing is changed.').waitFor();
  await dialog.getByLabel('Per prediction').fill('2.5');
  await dialog.getByLabel('Multipliers').fill('{"aspectRatio": ');
  await dialog.getByRole('button', { name: 'Review changes' }).click();
  await dialog.getByText('This is no JSON.').waitFor();
  await dialog.getByLabel('Multipliers').fill('{"aspectRatio": {"1:1": -1}}');
  await judge(admin, 'light', 'admin-catalogue-model');
  await dialog.getByRole('button', { name: 'Review changes' }).click();
  await dialog.getByText(`pricing.base ${before.base} → 2.5`).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  // The service refuses it; what was typed stays.
  await dialog.getByRole('alert').waitFor();
  await dialog.getByRole('button', { name: 'Back' }).click();
  expect(await dialog.getByLabel('Per prediction').inputValue()).toBe('2.5');
  await dialog.getByLabel('Multipliers').fill('{"aspectRatio": {"1:1": 2}}');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Review changes' }).click();
  await dialog.getByLabel('Reason').fill('The engine costs more');
  await judge(admin, 'light', 'admin-catalogue-review');
  const lines = await save(2);
  expect(lines).toContain(`pricing.base ${before.base} → 2.5`);
  expect(lines).toContain('pricing.multipliers.aspectRatio.1:1 nothing → 2');
  expect((await modelFor('embedded-image')).pricing).toMatchObject({
    base: 2.5,
    multipliers: { aspectRatio: { '1:1': 2 } },
  });
  await rowOf(page, 'embedded-image').getByText('Not as in the files: pricing').first().waitFor();
});

it('has the history with who and why, and restores what the files say', async () => {
  const { page } = admin;
  await open('models', 'embedded-image');
  await rowOf(page, 'embedded-image')
    .getByRole('button', { name: /^History of / })
    .click();
  const dialog = dialogOf(page);
  const versions = dialog.getByRole('list', { name: 'Versions' }).getByRole('listitem');
  await versions.nth(1).waitFor();
  const newest = await versions.first().innerText();
  for (const text of ['Version 2', 'Holds now', `by Administrator ${email}`, 'The engine costs more'])
    expect(newest).toContain(text);
  await page.emulateMedia({ colorScheme: 'dark' });
  await judge(admin, 'dark', 'admin-catalogue-history');
  await dialog.getByRole('button', { name: 'Restore version 1' }).click();
  await dialog.getByLabel('Reason').fill('A mistake');
  await page.keyboard.press('Enter');
  await page.getByText('Version 3 holds now, as version 1.').waitFor();
  await versions.nth(2).waitFor();
  expect(await versions.first().innerText()).toContain('as version 1');
  expect((await modelFor('embedded-image')).pricing.base).not.toBe(2.5);
  await page.emulateMedia({ colorScheme: 'light' });
});

it('switches a model off and on', async () => {
  const { page } = admin;
  let dialog = await edit('models', 'embedded-music');
  await dialog.getByLabel('Offered').uncheck({ force: true });
  await dialog.getByRole('button', { name: 'Review changes' }).click();
  expect(await save(2)).toEqual(['enabled true → false']);
  await rowOf(page, 'embedded-music').getByText('off', { exact: true }).last().waitFor();
  expect(await modelFor('embedded-music')).toBeUndefined();
  dialog = await edit('models', 'embedded-music');
  await dialog.getByLabel('Offered').check({ force: true });
  await dialog.getByRole('button', { name: 'Review changes' }).click();
  await save(3);
  expect(await modelFor('embedded-music')).toBeDefined();
});

it('changes what engines charge, their order and which of them run a model', async () => {
  const { page } = admin;
  const dialog = await edit('models', 'several-images');
  const engines = dialog.getByRole('list', { name: 'Engines' }).getByRole('listitem');
  await dialog.getByLabel('For each prediction').fill('1.5');
  await dialog.getByLabel('For each credit charged').fill('');
  // Moves it by keyboard alone; at the end of the list the button keeps the focus and does nothing.
  await dialog.getByRole('button', { name: 'Move replicate up' }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByText('replicate is at place 1 of 2.').waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  expect(await engines.allInnerTexts()).toEqual(['replicate', 'embedded']);
  await dialog.getByRole('switch', { name: 'replicate' }).uncheck({ force: true });
  await dialog.getByRole('switch', { name: 'embedded' }).uncheck({ force: true });
  await dialog.getByRole('button', { name: 'Review changes' }).click();
  await dialog.getByText('Leave one engine on.').waitFor();
  await dialog.getByRole('switch', { name: 'embedded' }).check({ force: true });
  await judge(admin, 'light', 'admin-catalogue-engines');
  await page.emulateMedia({ colorScheme: 'dark' });
  await judge(admin, 'dark', 'admin-catalogue-engines');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 390, height: 844 });
  await engines.last().scrollIntoViewIfNeeded();
  await judge(admin, 'phone', 'admin-catalogue-engines');
  await page.setViewportSize({ width: 1360, height: 900 });
  await dialog.getByRole('button', { name: 'Review changes' }).click();
  await dialog.getByLabel('Reason').waitFor();
  await judge(admin, 'light', 'admin-catalogue-engines-review');
  expect(await save(2)).toEqual([
    'engineCost.perCredit 0.25 → nothing',
    'engineCost.perPrediction nothing → 1.5',
    'routes embedded, replicate → replicate (off), embedded',
  ]);
  const again = await edit('models', 'several-images');
  expect(await again.getByLabel('For each prediction').inputValue()).toBe('1.5');
  expect(await again.getByLabel('For each credit charged').inputValue()).toBe('');
  expect(await engines.allInnerTexts()).toEqual(['replicate', 'embedded']);
  expect(await again.getByRole('switch', { name: 'replicate' }).isChecked()).toBe(false);
});

it('changes limits of a plan, and not whether the default one is offered', async () => {
  const { page } = admin;
  await page.setViewportSize({ width: 390, height: 844 });
  let dialog = await edit('plans', 'free');
  expect(await dialog.getByLabel('Offered').isDisabled()).toBe(true);
  await judge(admin, 'phone', 'admin-catalogue-plan');
  await page.setViewportSize({ width: 1360, height: 900 });
  dialog = await edit('plans', 'pro');
  await judge(admin, 'light', 'admin-catalogue-plan');
  await page.emulateMedia({ colorScheme: 'dark' });
  await judge(admin, 'dark', 'admin-catalogue-plan');
  await page.emulateMedia({ colorScheme: 'light' });
  await dialog.getByLabel('Rate limit').fill('1200');
  await dialog.getByLabel('At a time').fill('20');
  await dialog.getByLabel('Priority').fill('3');
  await dialog.getByLabel('Keep outputs').fill('30');
  await dialog.getByLabel('Price in minor units').fill('1900');
  await dialog.getByLabel('Currency').fill('EUR');
  await dialog.getByRole('button', { name: 'Review changes' }).click();
  await dialog.getByText('Enter the credits of a month.').waitFor();
  await dialog.getByLabel('Credits each month').fill('2000');
  await dialog.getByLabel('Credits expire with their month').click();
  await dialog.getByRole('combobox', { name: 'Models' }).fill('embedded-im');
  await page.getByRole('option', { name: 'embedded-image', exact: true }).click();
  // Closes the options, which cover the button.
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Review changes' }).click();
  expect(await save(2)).toEqual([
    'maxRateLimit nothing → 1200',
    'maxConcurrent nothing → 20',
    'priority 1 → 3',
    'models nothing → embedded-image',
    'outputRetentionDays nothing → 30',
    'monthlyCredits nothing → 2000',
    'creditsExpire false → true',
    'price.amount nothing → 1900',
    'price.currency nothing → EUR',
  ]);
  await rowOf(page, 'pro')
    .getByText(
      '2,000 credits a month, for €19.00, 1200 / min, 20 at a time, priority 3, outputs for 30 days, 1 model',
    )
    .last()
    .waitFor();
});

it('changes credits and price of a pack', async () => {
  const { page } = admin;
  const dialog = await edit('packs', 'small');
  await dialog.getByLabel('Credits').fill('1100');
  await dialog.getByLabel('Price in minor units').fill('1250');
  await dialog.getByText('€12.50').waitFor();
  await dialog.getByLabel('Expiry in days').fill('365');
  await page.emulateMedia({ colorScheme: 'dark' });
  await judge(admin, 'dark', 'admin-catalogue-pack');
  await page.emulateMedia({ colorScheme: 'light' });
  await dialog.getByRole('button', { name: 'Review changes' }).click();
  expect(await save(2)).toEqual([
    'credits 1000 → 1100',
    'price.amount 1000 → 1250',
    'expiresInDays nothing → 365',
  ]);
  await rowOf(page, 'small').getByText('1,100 credits for €12.50, for 365 days').last().waitFor();
});

it('exports what holds as YAML', async () => {
  const { page } = admin;
  await page.goto('/admin/catalogue');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('catalogue.yaml');
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toMatch(/amount: 1250/);
});
