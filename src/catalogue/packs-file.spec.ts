import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCatalogue } from './catalogue-files.js';

const PACK = { id: 'small', title: 'A thousand', credits: 1000, price: { amount: 1000, currency: 'EUR' } };

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'offprint-packs-'));
  copyFileSync(join(process.cwd(), 'catalogue/plans.yaml'), join(directory, 'plans.yaml'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** JSON is YAML. */
function packsOf(contents: unknown) {
  writeFileSync(join(directory, 'packs.yaml'), JSON.stringify(contents));
  return readCatalogue(directory).packs;
}

it('packs are read in the order of the file; a catalogue without the file sells nothing', () => {
  expect(readCatalogue(directory).packs).toEqual([]);
  const packs = [{ ...PACK, id: 'large', expiresInDays: 365 }, PACK];
  expect(packsOf({ packs })).toEqual(packs);
});

it.each([
  ['no list', {}, /packs\.yaml: \/ must have required property 'packs'/],
  ['a pack twice', { packs: [PACK, PACK] }, /packs\.yaml: the pack small exists twice/],
  ['no price', { packs: [{ ...PACK, price: undefined }] }, /\/packs\/0 must have required property 'price'/],
  ['a price of nothing', { packs: [{ ...PACK, price: { amount: 0, currency: 'EUR' } }] }, /price\/amount/],
  ['a part of a cent', { packs: [{ ...PACK, price: { amount: 9.5, currency: 'EUR' } }] }, /price\/amount/],
  ['no currency code', { packs: [{ ...PACK, price: { amount: 1, currency: 'eur' } }] }, /price\/currency/],
  ['no credits', { packs: [{ ...PACK, credits: 0 }] }, /credits/],
  ['a fourth decimal', { packs: [{ ...PACK, credits: 0.0001 }] }, /credits/],
  ['days that are none', { packs: [{ ...PACK, expiresInDays: 0 }] }, /expiresInDays/],
  ['an unknown field', { packs: [{ ...PACK, color: 'red' }] }, /additional properties/],
])('%s stops the start with the place', (_, contents, message) => {
  expect(() => packsOf(contents)).toThrow(message);
});
