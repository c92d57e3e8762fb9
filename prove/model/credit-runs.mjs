// Random runs of credits that expire, each with its own account and model: grants with and without expiry, charges, refunds, captures,
// withdrawals and debts, while the clock moves. After each tick the balance and the expiring credits equal the model's, which requires
// the correct order of spending. At the end the expiry entries equal the model's too.
import assert from 'node:assert/strict';
import { Random } from '../harness/random.mjs';
import { CreditModel } from './credit-model.mjs';

const MINUTE = 60_000;
export const TICKS = 12;
const STEPS_OF_TICK = 3;
const TICK_MINUTES = 60;
/** Accounts that run concurrently. */
const AT_ONCE = 16;
/** The rounds of a worker run once in this many ticks. */
const TICKS_OF_WORK = 4;

/** One account and its model. */
class CreditRun {
  model = new CreditModel();

  constructor(commands, accountId, random, start, counts) {
    Object.assign(this, { commands, accountId, random, start, counts });
  }

  async tick() {
    for (let step = 0; step < STEPS_OF_TICK; step += 1) {
      this.model.pass(this.commands.now());
      await this.step();
      this.model.pass(this.commands.now());
      this.counts.steps += 1;
    }
    await this.compare();
  }

  async step() {
    const { random, model } = this;
    const amount = random.between(1, 3_000);
    const kind = random.between(0, 9);
    if (kind < 3) await this.grant(amount);
    else if (kind < 6) await this.charge(amount);
    else if (kind < 8 && model.held.size > 0) await this.settle(random.pick(model.processing));
    else if (kind === 8) await this.withdraw(amount);
    else if (kind === 9) await this.commands.advance(this.accountId);
  }

  async compare() {
    const { balance, owed, expiring } = this.model;
    this.expect(await this.commands.balanceOf(this.accountId), { balance, owed, expiring }, 'its balance');
    this.counts.comparisons += 1;
  }

  /** Compares the entries of expiry at the end. */
  async compareExpiries() {
    this.model.pass(this.commands.now());
    await this.compare();
    const entered = new Map();
    for (const { at, amount, is_late: isLate } of await this.commands.expiriesOf(this.accountId)) {
      this.expect(isLate, true, 'an expiry before its time');
      entered.set(at.getTime(), (entered.get(at.getTime()) ?? 0) + Number(amount));
      this.counts.expiries += 1;
    }
    const byTime = (one) => [...one].sort(([a], [b]) => a - b);
    this.expect(byTime(entered), byTime(this.model.expired), 'its expiries');
  }

  /**
   * Grants credits that expire midway between two ticks, so that no expiry is close to the clock; some expire a millisecond before or
   * after others, and half of them never expire.
   */
  async grant(amount) {
    const { commands, random, start } = this;
    const tick = Math.floor((commands.now() - start) / (TICK_MINUTES * MINUTE)) + random.between(0, 5) + 0.5;
    const at = random.chance(0.5) ? Infinity : start + tick * TICK_MINUTES * MINUTE + random.between(0, 2);
    if (at <= commands.now()) return;
    await commands.grant(this.accountId, amount, at);
    this.model.add(at, amount);
    this.counts[at === Infinity ? 'grants' : 'grants that expire'] += 1;
  }

  async charge(amount) {
    const id = await this.commands.charge(this.accountId, amount);
    this.expect(id !== null, this.model.charge(id ?? '', amount), 'accepted a charge');
    this.counts[id === null ? 'charges rejected' : 'charges'] += 1;
  }

  async settle(id) {
    const isRefund = this.random.chance(2 / 3);
    await this.commands.settle(id, isRefund ? 'failed' : 'completed');
    if (isRefund) this.model.refund(id);
    else this.model.capture(id);
    this.counts[isRefund ? 'refunds' : 'captures'] += 1;
  }

  async withdraw(amount) {
    if (this.random.chance(0.25)) {
      await this.commands.takeBack(this.accountId, amount);
      this.model.takeBack(amount);
      this.counts['taken back'] += 1;
      return;
    }
    const isAccepted = await this.commands.withdraw(this.accountId, amount);
    this.expect(isAccepted, this.model.withdraw(amount), 'accepted a withdrawal');
  }

  expect(actual, expected, what) {
    assert.deepStrictEqual(
      { run: this.random.seed, what, of: actual },
      { run: this.random.seed, what, of: expected },
    );
  }
}

/**
 * @param {import('./credit-commands.mjs').CreditCommands} commands
 * @param {{runs: number, seed: string, onTick?: (done: number) => void}} options
 * @returns {Promise<object>} counts @throws when the service differs from the model; the message names the run
 */
export async function compareRuns(commands, { runs, seed, onTick = () => {} }) {
  const counts = { runs, steps: 0, grants: 0, 'grants that expire': 0, charges: 0, 'charges rejected': 0 };
  Object.assign(counts, { refunds: 0, captures: 0, 'taken back': 0, expiries: 0, comparisons: 0 });
  const start = commands.now();
  const all = [];
  for (let run = 0; run < runs; run += 1)
    all.push(
      new CreditRun(commands, await commands.openAccount(), new Random(`${seed}/${run}`), start, counts),
    );
  for (let tick = 1; tick <= TICKS; tick += 1) {
    await forEachConcurrently(all, (run) => run.tick());
    if (tick % TICKS_OF_WORK === 0) await commands.work();
    await commands.pass(TICK_MINUTES);
    onTick(tick);
  }
  await forEachConcurrently(all, (run) => run.compareExpiries());
  return counts;
}

async function forEachConcurrently(list, work) {
  const left = [...list];
  const loop = async () => {
    for (let one = left.pop(); one; one = left.pop()) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, loop));
}
