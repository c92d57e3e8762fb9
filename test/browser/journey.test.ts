/** A customer's first hour, from a new account to a revoked key, with a check of the credits. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { call } from '../support/client.js';
import type { ServiceProcess } from '../support/service-process.js';
import { closeVisitors, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
import { eventually } from './support/eventually.js';
import {
  chooseModel,
  createKey,
  generate,
  goTo,
  numberIn,
  openAccount,
  price,
  prompt,
  rowsOf,
} from './support/person.js';
import { sharedService } from './support/shared-service.js';

let service: ServiceProcess;
let visitor: Visitor;
let secret: string;
beforeAll(async () => {
  service = await sharedService();
  visitor = await newVisitor(service.base);
  await openAccount(visitor.page);
});
afterAll(closeVisitors);
afterEach(() => expectQuiet(visitor));

/** Engines and 3D rendering run without a graphics card. */
const SLOW_MS = 150_000;

const MODALITIES = [
  {
    modality: 'Image',
    prompt: 'a lighthouse above a stormy sea',
    element: 'img[alt="a lighthouse above a stormy sea"]',
  },
  {
    modality: 'Video',
    prompt: 'a forest in the morning fog',
    element: 'video[aria-label="a forest in the morning fog"]',
  },
  {
    modality: 'Audio',
    prompt: 'calm piano in the rain',
    element: 'audio[aria-label="calm piano in the rain"]',
  },
  { modality: '3D', prompt: 'a red rocket', element: 'canvas[data-state="ready"]' },
];

it('shows a new account its first steps, with an API call that works unchanged', async () => {
  const { page } = visitor;
  const code = await page.getByLabel('the first call', { exact: true }).innerText();
  secret = await createKey(page, 'Production');
  const { stdout } = await promisify(execFile)('bash', ['-c', code], {
    env: { PATH: process.env.PATH, OFFPRINT_API_KEY: secret },
  });
  expect(JSON.parse(stdout)).toMatchObject({ success: true, status: 'completed' });
  await goTo(page, 'Home');
  await page.getByRole('heading', { name: 'First steps' }).waitFor({ state: 'detached' });
});

it('shows a secret once: it can be copied and downloaded, and is not shown again', async () => {
  const { page } = visitor;
  await goTo(page, 'API keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Second');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const key = await dialog.getByLabel('Secret key').inputValue();
  expect(key).toMatch(/^of_live_[0-9a-f]{48}$/);
  await dialog.getByRole('button', { name: 'Copy' }).click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download as .env' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toBe(`OFFPRINT_API_KEY=${key}\n`);
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByLabel('I have stored the key safely').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const kept = await page.evaluate(
    'JSON.stringify([document.documentElement.outerHTML, location.href, {...localStorage}, {...sessionStorage}, document.cookie])',
  );
  expect(kept).not.toContain(key);
  expect(kept).not.toMatch(/eyJ[\w-]+\./);
  expect(service.log()).not.toContain(key);
});

it('renames a key in the list', async () => {
  const { page } = visitor;
  await page.getByRole('button', { name: 'Rename Second' }).click();
  await page.getByLabel('New name of Second').fill('Staging');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Rename Staging' }).waitFor();
});

it.each(MODALITIES)('generates in the playground: $modality', async ({ modality, prompt: text, element }) => {
  const { page } = visitor;
  await goTo(page, 'Playground');
  await chooseModel(page, modality);
  await prompt(page).fill(text);
  await price(page).and(page.locator('[aria-busy="false"]')).getByText('of 9').waitFor();
  const quoted = numberIn((await price(page).innerText()).split(' ')[0]!);
  await generate(page).click();
  const download = page.getByRole('link', { name: 'Download' });
  await download.waitFor({ timeout: SLOW_MS });
  await page.locator(element).waitFor({ timeout: SLOW_MS });
  const file = page.waitForEvent('download');
  await download.click();
  const saved = await readFile(await (await file).path());
  expect(saved.length).toBeGreaterThan(1000);
  const cost = await page.getByRole('heading', { name: 'Result' }).locator('xpath=..').innerText();
  expect(numberIn(/([\d.]+) credits/.exec(cost)![1]!)).toBe(quoted);
});

it('shows the waveform of a sound, and rotates a 3D model by keyboard', async () => {
  const { page } = visitor;
  const model = page.locator('canvas[data-state="ready"]');
  await model.focus();
  const before = await model.screenshot();
  for (let i = 0; i < 6; i += 1) await page.keyboard.press('ArrowRight');
  await eventually(async () => !(await model.screenshot()).equals(before));
  await goTo(page, 'History');
  await page.getByRole('link', { name: 'calm piano in the rain' }).click();
  await page.getByTestId('waveform').locator('canvas').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

it('reframes an uploaded picture, and lists it under reframes', async () => {
  const { page } = visitor;
  await goTo(page, 'Playground');
  await chooseModel(page, 'Image', 'Reframe');
  const picture = await page.screenshot();
  await page
    .getByLabel('File: Image')
    .setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: picture });
  await page.getByText('This image will be sent.').waitFor();
  await page.getByRole('radio', { name: '16:9' }).click();
  await price(page)
    .getByText(/credits/)
    .first()
    .waitFor();
  await generate(page).click();
  await page.getByRole('link', { name: 'Download' }).waitFor();
  await goTo(page, 'History');
  await page.getByRole('tab', { name: 'Reframes' }).click();
  await page.waitForURL('**/history/reframes');
  await eventually(async () => (await page.getByRole('listitem').count()) === 1);
  await page.getByRole('listitem').getByRole('link', { name: 'Reframe' }).waitFor();
});

it('shows all predictions in the history, filtered by URL, with timeline and charge', async () => {
  const { page } = visitor;
  await goTo(page, 'History');
  for (const { prompt: text } of MODALITIES) await page.getByRole('link', { name: text }).waitFor();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'Modality' }).click();
  await page.getByRole('option', { name: 'Video' }).click();
  await page.waitForURL('**/history?modality=video');
  await page.reload();
  await page.getByRole('link', { name: 'a forest in the morning fog' }).waitFor();
  expect(await page.getByRole('listitem').count()).toBe(1);
  await page.getByRole('link', { name: 'a forest in the morning fog' }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText('Submitted to the engine').or(drawer.getByText('Attempt started')).first().waitFor();
  const [[kind, amount] = []] = await rowsOf(drawer.getByRole('table', { name: 'Charge and refund' }));
  expect([kind, numberIn(amount!)]).toEqual(['Charge', -10]);
  await drawer.getByRole('link', { name: 'Run again' }).click();
  await page.getByRole('heading', { name: 'Playground', level: 1 }).waitFor();
  await eventually(async () => (await prompt(page).inputValue()) === 'a forest in the morning fog');
});

it('shows a statement that adds up, on the page and as a file', async () => {
  const { page } = visitor;
  await goTo(page, 'Credits');
  const table = page.getByRole('main').locator('table');
  await table.locator('tbody tr').nth(6).waitFor();
  const entries = (await rowsOf(table)).map((cells) => ({
    kind: cells[1]!,
    amount: numberIn(cells[3]!),
    balance: numberIn(cells[4]!),
  }));
  expect(entries.at(-1)).toMatchObject({ kind: 'Grant', amount: 1000, balance: 1000 });
  entries.slice(0, -1).forEach(({ amount, balance }, index) => {
    expect(entries[index + 1]!.balance + amount).toBeCloseTo(balance, 3);
  });
  const { body } = await call(service.base, 'GET', '/api/credits/ledger?limit=100', {
    token: await billingKey(),
  });
  expect(entries.map(({ amount }) => amount)).toEqual(
    body.items.map(({ amount }: { amount: number }) => amount),
  );
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const lines = (await readFile(await (await download).path(), 'utf8')).trim().split(/\r?\n/);
  expect(lines).toHaveLength(entries.length + 1);
});

it('revokes a key after its name is typed, and the API rejects it', async () => {
  const { page } = visitor;
  const status = async () =>
    (await call(service.base, 'GET', '/api/generate/history', { token: secret })).status;
  expect(await status()).toBe(200);
  await goTo(page, 'API keys');
  await page.getByRole('button', { name: 'Actions of Production' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  const dialog = page.getByRole('dialog');
  const revoke = dialog.getByRole('button', { name: 'Revoke key' });
  await dialog.getByLabel('Type Production to confirm').fill('production');
  expect(await revoke.isDisabled()).toBe(true);
  await dialog.getByLabel('Type Production to confirm').fill('Production');
  await revoke.click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await status()).toBe(401);
  await page.getByRole('button', { name: 'Ended keys (1)' }).click();
  await page.getByRole('cell', { name: /^Production/ }).waitFor();
});

/** The keys made on the page cannot read the ledger, as their scopes say. */
async function billingKey(): Promise<string> {
  const { page } = visitor;
  await goTo(page, 'API keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Accounting');
  await dialog.getByLabel(/Read credits/).check();
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const key = await dialog.getByLabel('Secret key').inputValue();
  await dialog.getByLabel('I have stored the key safely').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await goTo(page, 'Credits');
  return key;
}
