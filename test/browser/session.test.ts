/** Start, renewal and end of a session: in one tab, in several, and when the service ends it without notice. */
import type { BrowserContext, Route } from 'playwright-core';
import { call } from '../support/client.js';
import type { ServiceProcess } from '../support/service-process.js';
import { closeVisitors, expectQuiet, newVisitor, type Visitor } from './support/browser.js';
import { eventually } from './support/eventually.js';
import { fillEntry, goTo, newEmail, openAccount, PASSWORD, signIn } from './support/person.js';
import { sharedService } from './support/shared-service.js';

let service: ServiceProcess;
let visitor: Visitor;
let email: string;
beforeAll(async () => {
  service = await sharedService();
});
afterAll(closeVisitors);
beforeEach(async () => {
  visitor = await newVisitor(service.base);
  email = await openAccount(visitor.page);
});
afterEach(async () => {
  expectQuiet(visitor);
  await visitor.close();
});

const heading = (name: string) => visitor.page.getByRole('heading', { name, level: 1 });

/** Ends the session on the service without notifying the page. */
async function endOnTheService(context: BrowserContext): Promise<void> {
  const cookie = (await context.cookies(`${service.base}/api/auth`)).find(
    ({ name }) => name === 'offprint_refresh',
  );
  const refreshToken = cookie!.value;
  const { status } = await call(service.base, 'POST', '/api/auth/logout', { body: { refreshToken } });
  expect(status).toBe(204);
}

it('survives a reload, and exposes no token to scripts or links', async () => {
  const { page, context } = visitor;
  await goTo(page, 'Credits');
  await page.reload();
  await heading('Credits').waitFor();
  const cookie = (await context.cookies(`${service.base}/api/auth`)).find(
    ({ name }) => name === 'offprint_refresh',
  );
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/auth' });
  const reachable = String(
    await page.evaluate(
      'JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, location.href])',
    ),
  );
  expect(reachable).not.toContain(cookie!.value);
  expect(reachable).not.toMatch(/eyJ[\w-]+\./);
});

it('survives two tabs opened at once, although a refresh token is accepted once', async () => {
  const { context } = visitor;
  const tabs = await Promise.all([1, 2, 3].map(() => context.newPage()));
  await Promise.all(tabs.map((tab) => tab.goto('/credits')));
  for (const tab of tabs) await tab.getByRole('heading', { name: 'Credits', level: 1 }).waitFor();
});

it('is renewed silently before its token ends', async () => {
  const { page } = visitor;
  await page.clock.install();
  await page.reload();
  await heading('Home').waitFor();
  const renewal = page.waitForResponse('**/api/auth/refresh');
  await page.clock.fastForward('14:30');
  expect((await renewal).status()).toBe(200);
  await goTo(page, 'Credits');
});

it('is renewed when the service rejects the token, and the request is sent again', async () => {
  const { page } = visitor;
  const sent: string[] = [];
  const spoil = async (route: Route) => {
    sent.push(route.request().method());
    const headers = { ...route.request().headers(), authorization: 'Bearer not.a.token' };
    await route.continue(sent.length === 1 ? { headers } : {});
  };
  await page.route('**/api/keys', spoil);
  const renewal = page.waitForResponse('**/api/auth/refresh');
  await goTo(page, 'API keys');
  expect((await renewal).status()).toBe(200);
  await page.getByText('No active key').waitFor();
  expect(sent).toEqual(['GET', 'GET']);
  await page.unroute('**/api/keys', spoil);
});

it('that has ended leads to the sign-in, and afterwards back to the same page', async () => {
  const { page, context } = visitor;
  await page.goto('/history?status=failed&view=table');
  await heading('History').waitFor();
  await endOnTheService(context);
  await page.reload();
  await page.getByText('Your session has ended').waitFor();
  await signIn(page, email);
  await heading('History').waitFor();
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/history?status=failed&view=table');
});

it('that ends while a page is open is detected with the next request', async () => {
  const { page, context } = visitor;
  await endOnTheService(context);
  // At once: a click waits until the page is at rest, and a request of its own would find out before.
  await page.getByRole('link', { name: 'API keys' }).dispatchEvent('click');
  await page.getByText('Your session has ended').waitFor();
  await signIn(page, email);
  await heading('API keys').waitFor();
});

it('ends in every tab at the sign-out, and Back requires the password', async () => {
  const { page, context } = visitor;
  await goTo(page, 'History');
  await goTo(page, 'API keys');
  const other = await context.newPage();
  await other.goto('/credits');
  await other.getByRole('heading', { name: 'Credits', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await heading('Sign in').waitFor();
  // The next user may be another one.
  expect(new URL(page.url()).search).toBe('');
  await other.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  const left = await context.cookies(`${service.base}/api/auth`);
  // The cookie grants no access: it only identifies the browser.
  expect(left.map(({ name }) => name)).toEqual(['offprint_browser']);
  await other.goto('/');
  await other.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  await page.goBack();
  await heading('Sign in').waitFor();
});

it('that begins in one tab begins in the others, without data of the previous user', async () => {
  const { page, context } = visitor;
  const other = await context.newPage();
  await other.goto('/');
  await other.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await heading('Sign in').waitFor();
  const second = newEmail();
  await openAccount(page, second);
  await other.getByText(second).waitFor();
  expect(await other.getByText(email).count()).toBe(0);
});

it('is not ended when the sign-out request fails', async () => {
  const { page, context } = visitor;
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Still signed in').waitFor();
  await context.setOffline(false);
  visitor.faults.length = 0;
});

it('never redirects to another origin after the sign-in', async () => {
  const { page } = visitor;
  await page.getByRole('button', { name: 'Sign out' }).click();
  await heading('Sign in').waitFor();
  await page.goto('/sign-in?next=https%3A%2F%2Fevil.test%2F');
  await signIn(page, email);
  await heading('Home').waitFor();
  expect(new URL(page.url()).origin).toBe(service.base);
});

it('retries its renewal during an outage of the service, and continues afterwards', async () => {
  const { page } = visitor;
  await page.route('**/api/auth/refresh', (route) => route.abort());
  await page.reload();
  await page.getByText('Offprint cannot be reached').waitFor();
  await page.unroute('**/api/auth/refresh');
  await page.getByRole('button', { name: 'Try again now' }).click();
  await heading('Home').waitFor();
  await eventually(async () => visitor.faults.length > 0);
  visitor.faults.length = 0;
});

it('is not created for a wrong password, with the same message as for an unknown email', async () => {
  const { page } = visitor;
  await page.getByRole('button', { name: 'Sign out' }).click();
  await heading('Sign in').waitFor();
  const attempts: [string, string][] = [
    [email, `${PASSWORD}!`],
    [newEmail(), PASSWORD],
  ];
  for (const [name, password] of attempts) {
    await fillEntry(page, name, password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('The email or the password is wrong.').waitFor();
    await page.reload();
  }
});

it('keeps the sign-in in memory when the browser forbids storage, channels and locks', async () => {
  const forbidden = await newVisitor(service.base);
  const { page } = forbidden;
  await page.addInitScript(`
    const forbid = () => { throw new DOMException('Access is denied for this document.', 'SecurityError'); };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'BroadcastChannel'])
      Object.defineProperty(window, name, { get: forbid });
    navigator.locks.request = async () => forbid();
  `);
  await openAccount(page);
  for (const name of ['API keys', 'Playground']) await goTo(page, name);
  await page.reload();
  await page.getByRole('heading', { name: 'Playground', level: 1 }).waitFor();
  await forbidden.context.clearCookies();
  await page.goto('/keys');
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(await page.getByText(/expired|ended/).count()).toBe(0);
  await forbidden.close();
});
