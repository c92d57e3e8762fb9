/** Actions of a user on the pages, by the visible texts. */
import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.js';

export const PASSWORD = 'correct horse battery staple';

let people = 0;

export const newEmail = () => `visitor-${process.pid}-${Date.now()}-${people++}@example.test`;

export async function openAccount(page: Page, email = newEmail()): Promise<string> {
  await page.goto('/register');
  await fillEntry(page, email, PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
  return email;
}

export async function fillEntry(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
}

export async function signIn(page: Page, email: string): Promise<void> {
  await fillEntry(page, email, PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens a page through the navigation. */
export async function goTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

/** Creates a key. @returns the secret. */
export async function createKey(page: Page, name: string): Promise<string> {
  await goTo(page, 'API keys');
  await page
    .getByRole('banner')
    .or(page.getByRole('main'))
    .getByRole('button', { name: 'Create key' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const secret = await dialog.getByLabel('Secret key').inputValue();
  await dialog.getByLabel('I have stored the key safely').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'hidden' });
  return secret;
}

/** Chooses a model in the playground. */
export async function chooseModel(page: Page, modality: string, operation?: string): Promise<void> {
  await choose(page.getByRole('radiogroup', { name: 'Modality' }), modality);
  if (operation) await choose(page.getByRole('radiogroup', { name: 'Operation' }), operation);
}

/** Waits until the option is checked; the form then belongs to it. */
async function choose(group: Locator, name: string): Promise<void> {
  await group.getByText(name, { exact: true }).click();
  await eventually(() => group.getByRole('radio', { name, exact: true }).isChecked());
}

export const prompt = (page: Page): Locator => page.getByRole('textbox', { name: 'Prompt' });
export const generate = (page: Page): Locator => page.getByRole('button', { name: 'Generate' });
export const price = (page: Page): Locator => page.getByRole('status', { name: 'Price' });

/** Returns the texts of a table's cells. */
export async function rowsOf(table: Locator): Promise<string[][]> {
  const rows = await table.locator('tbody tr').all();
  return Promise.all(rows.map((row) => row.locator('td').allInnerTexts()));
}

/** Parses `1,000`, `−4` and `+3.5`. */
export function numberIn(text: string): number {
  return Number(text.replaceAll(',', '').replace('−', '-').replace('+', ''));
}
