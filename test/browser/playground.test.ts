/** The playground: code that runs as copied, the 3D viewer, what a run cost after all, and deletion. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator } from 'playwright-core';
import sharp from 'sharp';
import { call } from '../support/client.js';
import type { ServiceProcess } from '../support/service-process.js';
import { closeVisitors, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
import { eventually } from './support/eventually.js';
import { createKey, generate, openAccount, prompt } from './support/person.js';
import { sharedService } from './support/shared-service.js';
import { tallModel } from './support/tall-model.js';

let service: ServiceProcess;
let visitor: Visitor;
let key: string;
beforeAll(async () => {
  service = await sharedService();
  visitor = await newVisitor(service.base);
  await openAccount(visitor.page);
  key = await createKey(visitor.page, 'Copied code');
});
afterAll(closeVisitors);
afterEach(() => expectQuiet(visitor));

/** Runs the start of a curl sample. @returns the response. */
async function started(code: string) {
  const [start] = code.split('\n\n');
  const env = { PATH: process.env.PATH, OFFPRINT_API_KEY: key };
  // The sample writes the response to /dev/stderr, which cannot be a socket, as it is for a child of Node.
  const { stdout } = await promisify(execFile)('sh', ['-c', `( ${start!}\n) 2>&1 | cat`], { env });
  return JSON.parse(stdout) as Record<string, unknown>;
}

it('shows code that runs as copied for every model, with an empty form', async () => {
  const { page } = visitor;
  const { body } = await call(service.base, 'GET', '/api/models');
  const keys = (body.items as { modelKey: string }[]).map(({ modelKey }) => modelKey);
  const answers: Record<string, unknown> = {};
  for (const modelKey of keys) {
    await page.goto(`/playground?model=${modelKey}`);
    const code = page.getByLabel('the call in curl', { exact: true });
    await code.filter({ hasText: modelKey }).waitFor();
    answers[modelKey] = (await started(await code.innerText())).success;
  }
  expect(answers).toEqual(Object.fromEntries(keys.map((modelKey) => [modelKey, true])));
});

it('leaves out of the code what the form or the service rejects', async () => {
  const { page } = visitor;
  await page.goto('/playground?model=embedded-image');
  await prompt(page).fill('a harbour');
  await page.getByLabel('Aspect ratio in figures').fill('10:1');
  await page.getByRole('status', { name: 'Price' }).getByText(/1:4/).waitFor();
  const code = await page.getByLabel('the call in curl', { exact: true }).innerText();
  expect(code).toContain('a harbour');
  expect(await started(code)).toMatchObject({ success: true });
});

it('fits a tall model at every shape of the view, until the user moves the camera', async () => {
  const { page } = visitor;
  await page.route('**/api/assets/**', (route) =>
    route.fulfill({ contentType: 'model/gltf-binary', body: tallModel() }),
  );
  await page.goto('/playground?model=embedded-mesh');
  await prompt(page).fill('a tower');
  await generate(page).click();
  const view = page.locator('canvas[data-state="ready"]');
  await view.waitFor({ timeout: 150_000 });
  // Alone on the page, on whole pixels and on one colour.
  await page.evaluate(`document.body.style.visibility = 'hidden';
    Object.assign(document.querySelector('canvas').style, {
      background: '#ff00ff', borderRadius: 0, outline: 'none', position: 'fixed', inset: 0, visibility: 'visible' })`);
  for (const [width, height] of [
    [600, 450],
    [160, 450],
    [600, 120],
  ]) {
    await resize(width!, height!);
    const extent = await extentOf(view);
    expect([width, height, extent.isCut]).toEqual([width, height, false]);
    expect(extent.share).toBeGreaterThan(0.3);
  }
  await view.focus();
  for (let i = 0; i < 9; i += 1) await page.keyboard.press('ArrowDown');
  expect((await extentOf(view)).isCut).toBe(false);
  for (let i = 0; i < 9; i += 1) await page.keyboard.press('+');
  expect((await extentOf(view)).isCut).toBe(true);
  await resize(600, 450);
  expect((await extentOf(view)).isCut).toBe(true);
  await page.keyboard.press('Home');
  expect((await extentOf(view)).isCut).toBe(false);
  await page.unroute('**/api/assets/**');
});

async function resize(width: number, height: number): Promise<void> {
  const { page } = visitor;
  await page.evaluate(`Object.assign(document.querySelector('canvas').style,
    { width: '${width}px', height: '${height}px' })`);
  // The canvas has the new size in device pixels once the scene has seen it.
  await eventually(() =>
    page.evaluate<boolean>(`document.querySelector('canvas').width === ${width}
      && document.querySelector('canvas').height === ${height}`),
  );
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

/** Returns whether the model reaches the edge of the view, and which part of the nearer side it fills. */
async function extentOf(view: Locator): Promise<{ isCut: boolean; share: number }> {
  const { data, info } = await sharp(await view.screenshot())
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const columns = new Set<number>();
  const rows = new Set<number>();
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * channels;
      const isBackground = data[at]! > 245 && data[at + 1]! < 10 && data[at + 2]! > 245;
      if (isBackground) continue;
      columns.add(x);
      rows.add(y);
    }
  const isCut = columns.has(0) || columns.has(width - 1) || rows.has(0) || rows.has(height - 1);
  return { isCut, share: Math.max(rows.size / height, columns.size / width) };
}

it('shows what a cancelled prediction cost after all, and deletes it after a question', async () => {
  const { page } = visitor;
  await page.goto('/playground?model=embedded-fault');
  await page.getByRole('combobox', { name: 'Mode', exact: true }).click();
  await page.getByRole('option', { name: 'slow' }).click();
  await page.getByRole('textbox', { name: 'Seconds' }).fill('300');
  await prompt(page).fill('a secret plan');
  await generate(page).click();
  await page.getByTestId('cost').getByText('1 credit', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByTestId('cost').getByText('0 credits, 1 refunded').waitFor();
  await page.getByRole('link', { name: 'View in history' }).click();
  const drawer = page.getByRole('dialog', { name: 'Prediction', exact: true });
  await drawer.getByText('0 credits, 1 refunded').waitFor();
  await drawer.getByText('a secret plan').first().waitFor();
  await drawer.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this prediction' });
  await question.getByRole('button', { name: 'Keep' }).click();
  await question.waitFor({ state: 'hidden' });
  await drawer.getByText('a secret plan').first().waitFor();
  await drawer.getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete prediction' }).click();
  await drawer.getByText('Its files, prompt and input were deleted').waitFor();
  await eventually(async () => (await page.getByText('a secret plan').count()) === 0);
  expect(await drawer.getByRole('button', { name: 'Delete' }).count()).toBe(0);
});
