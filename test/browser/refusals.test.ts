/** Validation errors of forms, rule by rule, and insufficient credits, each with its message. */
import { call } from '../support/client.js';
import { endServices, type ServiceProcess, spawnService } from '../support/service-process.js';
import { closeVisitors, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
import {
  chooseModel,
  createKey,
  fillEntry,
  generate,
  goTo,
  newEmail,
  openAccount,
  PASSWORD,
  price,
  prompt,
} from './support/person.js';

let service: ServiceProcess;
let visitor: Visitor;
let email: string;
beforeAll(async () => {
  service = await spawnService({ SIGNUP_CREDITS: '12' });
  visitor = await newVisitor(service.base);
  email = await openAccount(visitor.page);
});
afterAll(closeVisitors);
afterAll(endServices);
afterEach(() => expectQuiet(visitor));

describe('the registration', () => {
  let stranger: Visitor;
  beforeAll(async () => {
    stranger = await newVisitor(service.base);
    await stranger.page.goto('/register');
  });
  afterAll(() => stranger.close());

  it.each([
    ['no email', '', PASSWORD, 'Enter an email address, such as ada@example.com.'],
    ['what is no email', 'ada', PASSWORD, 'Enter an email address, such as ada@example.com.'],
    ['a short password', newEmail(), 'eleven char', 'At least 12 characters; this has 11.'],
    ['a long password', newEmail(), 'x'.repeat(129), 'At most 128 characters.'],
    ['an address that only the service refuses', 'ada@example..test', PASSWORD, 'Some fields are invalid'],
  ])('rejects %s', async (_what, address, password, message) => {
    const { page } = stranger;
    await fillEntry(page, address, password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText(message).waitFor();
    expect(page.url()).toContain('/register');
  });

  it('rejects an email that has an account', async () => {
    const { page } = stranger;
    await fillEntry(page, email, PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText('An account with this email already exists.').waitFor();
  });
});

describe('a new key', () => {
  it.each([
    ['without a name', async () => {}, 'Enter a name.'],
    [
      'with a name that is too long',
      (v: Visitor) => v.page.getByRole('dialog').getByLabel('Name').fill('x'.repeat(101)),
      'At most 100 characters.',
    ],
    [
      'with a limit that is too low',
      (v: Visitor) => v.page.getByRole('dialog').getByLabel('Request limit').fill('9'),
      'A whole number from 10 to 6000.',
    ],
    [
      'with a limit that is too high',
      (v: Visitor) => v.page.getByRole('dialog').getByLabel('Request limit').fill('6001'),
      'A whole number from 10 to 6000.',
    ],
    [
      'without a scope',
      async (v: Visitor) => {
        await v.page
          .getByRole('dialog')
          .getByLabel(/^Generate everything/)
          .uncheck();
        await v.page
          .getByRole('dialog')
          .getByLabel(/^Read history/)
          .uncheck();
      },
      'Choose at least one.',
    ],
  ])('is rejected %s', async (_what, spoil, message) => {
    const { page } = visitor;
    await page.goto('/keys');
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await spoil(visitor);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText(message).waitFor();
    await page.keyboard.press('Escape');
  });

  it('cannot be created at the limit of active keys, which is shown before', async () => {
    const { page } = visitor;
    await createKey(page, 'First');
    await page.getByText('1 of 20 active keys.').waitFor();
    const session = await call(service.base, 'POST', '/api/auth/login', {
      body: { email, password: PASSWORD },
    });
    for (let i = 2; i <= 20; i += 1) {
      const body = { name: `Key ${i}`, scopes: ['read'] };
      await call(service.base, 'POST', '/api/keys', { token: session.body.accessToken, body });
    }
    await page.reload();
    await page.getByText('20 of 20 active keys. Revoke one to create another.').waitFor();
    expect(await page.getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true);
  });
});

describe('the playground', () => {
  // The page keeps the draft of the test before.
  beforeEach(() => visitor.page.evaluate('sessionStorage.clear()'));

  it.each([
    ['an empty prompt', 'Prompt', '', 'This field is required.'],
    [
      'what is no ratio',
      'Aspect ratio in figures',
      '16/9',
      'Enter width and height as whole numbers, such as 16:9.',
    ],
    ['a resolution out of range', 'Resolution', '4096', 'A whole number from 256 to 2048.'],
    ['a seed out of range', 'Seed', '-1', 'A whole number from 0 to 4294967295.'],
  ])('rejects %s before it is sent', async (_what, field, value, message) => {
    const { page } = visitor;
    await page.goto('/playground');
    await prompt(page).fill('a harbour');
    await page.getByRole('textbox', { name: field, exact: false }).first().fill(value);
    await generate(page).click();
    await page.getByText(message).first().waitFor();
    expect(page.url()).not.toContain('prediction=');
  });

  it('shows the service’s validation errors beside the price, and charges nothing', async () => {
    const { page } = visitor;
    await page.goto('/playground');
    await prompt(page).fill('a harbour');
    await page.getByRole('textbox', { name: 'Aspect ratio in figures' }).fill('9:1');
    await price(page)
      .getByText(/aspect|ratio|1:4/i)
      .waitFor();
    await generate(page).click();
    await page.getByText('The input is invalid').waitFor();
    expect(page.url()).not.toContain('prediction=');
  });

  it('rejects a file that is not a picture, and an invalid link', async () => {
    const { page } = visitor;
    await page.goto('/playground');
    await chooseModel(page, 'Image', 'Upscale');
    const file = page.getByLabel('File: Image');
    await file.setInputFiles({
      name: 'notes.png',
      mimeType: 'image/png',
      buffer: Buffer.from('not a picture'),
    });
    await page.getByRole('alert').waitFor();
    await file.setInputFiles({
      name: 'notes.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('not a picture'),
    });
    await page.getByText('Unsupported file. Use an image of up to 25 MB.').waitFor();
    await page.getByText('Link', { exact: true }).click();
    await page.getByLabel('Link to the image').fill('http://127.0.0.1/x.png');
    await price(page)
      .getByText(/https link/)
      .waitFor();
  });

  it('402: shows the price and the balance, and starts nothing', async () => {
    const { page } = visitor;
    await page.goto('/playground');
    await chooseModel(page, 'Video');
    await prompt(page).fill('a long walk');
    await page.getByRole('textbox', { name: 'Duration' }).fill('10');
    await price(page).getByText('more than 12 credits').waitFor();
    await generate(page).click();
    await page.getByRole('alert').getByText('This costs 19 credits and you have 12 credits.').waitFor();
    await goTo(page, 'History');
    await page.getByText('No predictions yet').waitFor();
  });
});
