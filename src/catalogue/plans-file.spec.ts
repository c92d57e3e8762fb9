import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withPlanFields } from '../../scripts/plan-table.mjs';
import { readCatalogue } from './catalogue-files.js';
import { PLAN_FIELDS } from './plan-fields.js';

const FREE = { key: 'free', title: 'Free' };
const PAID = { key: 'pro', title: 'Pro', monthlyCredits: 10, price: { amount: 100, currency: 'EUR' } };

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'offprint-plans-'));
  cpSync(join(process.cwd(), 'catalogue/embedded.yaml'), join(directory, 'embedded.yaml'));
});
afterEach(() => rmSync(directory, { recursive: true }));

/** JSON is YAML. */
function plansOf(...plans: object[]) {
  writeFileSync(join(directory, 'plans.yaml'), JSON.stringify({ default: 'free', plans }));
  return readCatalogue(directory).plans;
}

it('the example of the documentation is read', () => {
  cpSync(join(process.cwd(), 'examples/plans/plans.yaml'), join(directory, 'plans.yaml'));
  const { plans } = readCatalogue(directory);
  expect(plans.of('free')).toMatchObject({ maxRateLimit: 60, maxConcurrent: 2 });
  expect(plans.of('pro')).toMatchObject({ maxConcurrent: 50, priority: 4 });
});

it('docs/extending.md lists the fields (npm run generate -- env-example)', () => {
  const document = readFileSync(join(process.cwd(), 'docs/extending.md'), 'utf8');
  expect(document).toBe(withPlanFields(document, PLAN_FIELDS));
});

it('a plan without limits allows every model', () => {
  const plans = plansOf(FREE);
  expect(plans.of('free')).toEqual(FREE);
  expect(plans.isRestricted('embedded-image')).toBe(false);
  expect(() => plans.requireModel('free', 'embedded-image')).not.toThrow();
});

it('a plan with models allows these only', () => {
  const plans = plansOf(FREE, { key: 'pictures', title: 'Pictures', models: ['embedded-image'] });
  expect(plans.isRestricted('embedded-image')).toBe(false);
  expect(plans.isRestricted('embedded-video')).toBe(true);
  expect(() => plans.requireModel('pictures', 'embedded-image')).not.toThrow();
  expect(() => plans.requireModel('free', 'embedded-video')).not.toThrow();
  expect(() => plans.requireModel('pictures', 'embedded-video')).toThrow(
    expect.objectContaining({ code: 'model_not_in_plan', status: 403 }),
  );
});

it('a plan with a price is for sale while it is offered', () => {
  expect(plansOf(FREE, PAID).forSale).toEqual([PAID]);
  expect(plansOf(FREE, { ...PAID, enabled: false }).forSale).toEqual([]);
  expect(plansOf(FREE, { ...FREE, key: 'given', monthlyCredits: 5 }).forSale).toEqual([]);
});

it('an account whose plan the file has no longer is on the default plan', () => {
  const plans = plansOf({ ...FREE, maxRateLimit: 60 }, { key: 'pro', title: 'Pro' });
  expect(plans.of('gone').maxRateLimit).toBe(60);
});

it.each([
  ['a plan twice', [FREE, FREE], /plans\.yaml: the plan free exists twice/],
  ['no default plan', [{ key: 'pro', title: 'Pro' }], /the default plan free is not among the plans/],
  ['an unknown model', [{ ...FREE, models: ['a-model'] }], /the plan free has the unknown model a-model/],
  ['no model at all', [{ ...FREE, models: [] }], /\/plans\/0\/models/],
  ['a rate that no key can have', [{ ...FREE, maxRateLimit: 6001 }], /\/plans\/0\/maxRateLimit/],
  ['no place for a prediction', [{ ...FREE, maxConcurrent: 0 }], /\/plans\/0\/maxConcurrent/],
  ['a priority between two', [{ ...FREE, priority: 1.5 }], /\/plans\/0\/priority/],
  ['a retention of no day', [{ ...FREE, outputRetentionDays: 0 }], /\/plans\/0\/outputRetentionDays/],
  ['a price without credits', [FREE, { ...PAID, monthlyCredits: undefined }], /monthlyCredits/],
  ['credits that expire without any', [{ ...FREE, creditsExpire: true }], /monthlyCredits/],
  ['a price of the default plan', [{ ...PAID, key: 'free' }], /the default plan free must have no price/],
  [
    'a price of nothing',
    [FREE, { ...PAID, price: { amount: 0, currency: 'EUR' } }],
    /\/plans\/1\/price\/amount/,
  ],
  ['parts of thousandths', [{ ...FREE, monthlyCredits: 0.0001 }], /\/plans\/0\/monthlyCredits/],
  ['an unknown field', [{ ...FREE, color: 'red' }], /additional properties/],
])('%s stops the start with the place', (_, plans, message) => {
  expect(() => plansOf(...plans)).toThrow(message);
});
