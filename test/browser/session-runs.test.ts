/** The playground keeps its draft and the runs of the session, and the tab's title says when a run is done. */
import type { ServiceProcess } from '../support/service-process.js';
import { closeVisitors, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
import { eventually } from './support/eventually.js';
import { judge, overruns, settled } from './support/judge.js';
import { chooseModel, generate, goTo, openAccount, prompt, signIn } from './support/person.js';
import { sharedService } from './support/shared-service.js';

let service: ServiceProcess;
let visitor: Visitor;
let email: string;
beforeAll(async () => {
  service = await sharedService();
});
beforeEach(async () => {
  visitor = await newVisitor(service.base);
  email = await openAccount(visitor.page);
});
afterEach(async () => {
  expectQuiet(visitor);
  await visitor.close();
});
afterAll(closeVisitors);

const runs = () => visitor.page.getByRole('list', { name: 'Runs of this session' });
const download = () => visitor.page.getByRole('link', { name: 'Download' });
const title = () => visitor.page.title();

async function run(text: string): Promise<void> {
  const { page } = visitor;
  await prompt(page).fill(text);
  await generate(page).click();
  await runs()
    .getByRole('button', { name: `${text}, completed` })
    .waitFor({ timeout: 150_000 });
}

async function startSlow(seconds: number): Promise<void> {
  const { page } = visitor;
  await page.goto('/playground?model=embedded-fault');
  await page.getByRole('combobox', { name: 'Mode', exact: true }).click();
  await page.getByRole('option', { name: 'slow' }).click();
  await page.getByRole('textbox', { name: 'Seconds' }).fill(String(seconds));
  await generate(page).click();
  await page.getByRole('progressbar', { name: 'Progress' }).waitFor();
}

it('form and run are there again after another page, a reload and another model', async () => {
  const { page } = visitor;
  await goTo(page, 'Playground');
  await page.getByRole('radio', { name: '16:9' }).click();
  await run('a harbour at dawn');
  await prompt(page).fill('a harbour at noon');
  await goTo(page, 'Credits');
  await goTo(page, 'Playground');
  expect(await prompt(page).inputValue()).toBe('a harbour at noon');
  expect(await page.getByRole('radio', { name: '16:9' }).isChecked()).toBe(true);
  await download().waitFor();
  await page.goto('/playground');
  expect(await prompt(page).inputValue()).toBe('a harbour at noon');
  await download().waitFor();
  await chooseModel(page, 'Video');
  expect(await prompt(page).inputValue()).toBe('a harbour at noon');
  await runs().getByRole('button', { name: 'a harbour at dawn, completed' }).click();
  await download().waitFor();
});

it('session storage holds ids and draft values only, until the sign-out', async () => {
  const { page } = visitor;
  const stored = () => page.evaluate<Record<string, string>>('({ ...sessionStorage })');
  await goTo(page, 'Playground');
  await run('a harbour at dawn');
  const [[name, text] = []] = Object.entries(await stored());
  expect(name).toMatch(/^offprint\.playground\.\w+/);
  const work = JSON.parse(text!) as { values: object; runs: string[] };
  expect(Object.keys(work).sort()).toEqual(['modelKey', 'runs', 'shown', 'unfinished', 'values']);
  expect(work.values).toMatchObject({ prompt: 'a harbour at dawn' });
  expect(work.runs).toEqual([expect.stringMatching(/^pred_/)]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  expect(await stored()).toEqual({});
  await signIn(page, email);
  await goTo(page, 'Playground');
  expect(await prompt(page).inputValue()).toBe('');
  await page.getByText('Your result appears here').waitFor();
});

it('two runs are compared, in what differs', async () => {
  const { page } = visitor;
  await goTo(page, 'Playground');
  await run('a harbour at dawn');
  await run('a harbour at noon');
  const compare = page.getByRole('button', { name: 'Compare two' });
  expect(await compare.isDisabled()).toBe(true);
  await page.getByRole('checkbox', { name: 'Compare a harbour at dawn' }).check();
  await page.getByRole('checkbox', { name: 'Compare a harbour at noon' }).check();
  for (const width of [360, 1360]) {
    await page.setViewportSize({ width, height: 900 });
    await settled(page);
    expect(await overruns(page)).toEqual([]);
  }
  await compare.click();
  const dialog = page.getByRole('dialog', { name: 'Two runs' });
  await dialog.getByRole('img', { name: 'a harbour at dawn' }).waitFor();
  await dialog.getByRole('img', { name: 'a harbour at noon' }).waitFor();
  expect(await dialog.getByText('Prompt', { exact: true }).count()).toBe(2);
  expect(await dialog.getByText('Resolution', { exact: true }).count()).toBe(0);
  await judge(visitor, 'light', 'playground-comparison');
});

it('a result becomes the input of the models that accept it', async () => {
  const { page } = visitor;
  await goTo(page, 'Playground');
  await run('a harbour at dawn');
  await page.getByRole('button', { name: 'Use as input' }).click();
  await page.getByRole('menuitem', { name: /^Upscale/ }).waitFor();
  await judge(visitor, 'light', 'playground-runs');
  await page.getByRole('menuitem', { name: /^Upscale/ }).click();
  await page.getByText('This image will be sent.').waitFor();
  // The run remains beside the form.
  await page.getByRole('img', { name: 'a harbour at dawn' }).waitFor();
  await generate(page).click();
  await runs().getByRole('button', { name: 'Upscale, completed' }).waitFor();
});

it('a run is shown as JSON, and deleted after a question', async () => {
  const { page } = visitor;
  await goTo(page, 'Playground');
  await run('a harbour at dawn');
  await page.getByRole('button', { name: 'JSON' }).click();
  const json = page.getByLabel('the prediction as JSON', { exact: true });
  expect(JSON.parse(await json.innerText())).toMatchObject({ success: true, prompt: 'a harbour at dawn' });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete prediction' }).click();
  await page.getByText('Its files, prompt and input were deleted').waitFor();
  await runs().waitFor({ state: 'detached' });
});

it('the tab’s title says that a run is done, on another page too, until the next click', async () => {
  const { page } = visitor;
  await startSlow(4);
  await goTo(page, 'History');
  expect(await title()).toBe('History · Offprint');
  await eventually(async () => (await title()) === 'Done · Offprint');
  await page.getByRole('heading', { name: 'History', level: 1 }).click();
  expect(await title()).toBe('History · Offprint');
});
