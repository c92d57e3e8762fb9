// Defects that are planted one at a time, each with the tests that detect it. `change` replaces a text that occurs once in the file.

/** @typedef {{ name: string, file: string, change: [string, string], tests: string[] }} Defect */

/** @type {Defect[]} */
export const DEFECTS = [
  {
    name: 'a month is granted again by a second payment of it',
    file: 'src/billing/payments.sql.ts',
    change: [
      'and period_ends_at = $periodEndsAt and credits > 0',
      'and period_ends_at = $periodEndsAt and credits < 0',
    ],
    tests: ['test/flows/subscriptions.test.ts'],
  },
  {
    name: 'a partial refund is rounded up',
    file: 'src/billing/reversed-credits.ts',
    change: ['(credits * refunded) / total', '(credits * refunded + total - 1n) / total'],
    tests: ['src/billing/reversed-credits.spec.ts'],
  },
  {
    name: 'a payment above the order is accepted',
    file: 'src/billing/payment-events.ts',
    change: ['!prices.includes(BigInt(order.amount))', 'amount.minorUnits < BigInt(order.amount)'],
    tests: ['test/e2e/billing.test.ts', 'test/flows/subscriptions.test.ts'],
  },
  {
    name: 'a month that is reported late expires after an hour, not a day',
    file: 'src/billing/credits-expiry.ts',
    change: ['const LEAST_MS = DAY_MS', 'const LEAST_MS = DAY_MS / 24'],
    tests: ['src/billing/credits-expiry.spec.ts', 'test/flows/subscriptions.test.ts'],
  },
  {
    name: 'the same plan bought twice: the end of the older one takes the plan away',
    file: 'src/billing/subscriptions/subscriptions.ts',
    change: [
      'if (row!.is_running === before.is_running) return;',
      'if (!row!.is_running) return this.leavePlan(tx, order, source);',
    ],
    tests: ['test/flows/subscriptions.test.ts'],
  },
  {
    name: 'the deletion of an account leaves a rotated key in its grace working',
    file: 'src/keys/keys.sql.ts',
    change: [' or retires_at > clock_timestamp())', ')'],
    tests: ['test/e2e/account-deletion.test.ts'],
  },
  {
    name: 'a larger plan grants its whole month on top',
    file: 'src/billing/monthly/monthly-grants.ts',
    change: ['monthly > given ? monthly - given : 0n', 'monthly > given ? monthly : 0n'],
    tests: ['test/flows/monthly-credits.test.ts'],
  },
  {
    name: 'the month records only the last addition',
    file: 'src/billing/monthly/monthly-grants.ts',
    change: ['(given + amount).toString()', 'amount.toString()'],
    tests: ['test/flows/monthly-credits.test.ts'],
  },
  {
    name: 'an unverified owner gets monthly credits',
    file: 'src/billing/monthly/monthly-grants.ts',
    change: ['due.is_deleted || due.is_waiting', 'due.is_deleted'],
    tests: ['test/flows/monthly-credits.test.ts'],
  },
  {
    name: 'a lot expires a millisecond late',
    file: 'src/credits/expiry/credit-lots.ts',
    change: ['filter(({ at }) => at <= nowMs)', 'filter(({ at }) => at < nowMs)'],
    tests: ['src/credits/expiry/credit-lots.spec.ts'],
  },
  {
    name: 'a refund returns to no lot',
    file: 'src/credits/expiry/credit-lots.ts',
    change: ["this.settle(predictionId!, kind === 'refund')", 'this.settle(predictionId!, false)'],
    tests: ['src/credits/expiry/credit-lots.spec.ts'],
  },
  {
    name: 'a refund returns to no lot, in the whole service',
    file: 'src/credits/expiry/credit-lots.ts',
    change: ["this.settle(predictionId!, kind === 'refund')", 'this.settle(predictionId!, false)'],
    tests: ['test/flows/expiring-credits.test.ts'],
  },
  {
    name: 'expired credits that a refund returns stay',
    file: 'src/credits/expiry/credit-lots.ts',
    change: ['at <= nowMs && held > 0n', 'at > nowMs && held > 0n'],
    tests: ['src/credits/expiry/credit-lots.spec.ts', 'test/flows/expiring-credits.test.ts'],
  },
  {
    name: 'one place more than the plan has',
    file: 'src/generation/queue/plan-places.sql.ts',
    change: ['${HAS_PLACE})::int as places', '${HAS_PLACE})::int + 1 as places'],
    tests: ['test/processes/plan-concurrency.test.ts'],
  },
  {
    name: 'a failed prediction keeps its place',
    file: 'src/generation/queue/plan-places.sql.ts',
    change: [
      "p.status = 'processing' and p.plan_tag is not null",
      "p.status in ('processing', 'failed') and p.plan_tag is not null",
    ],
    tests: ['test/processes/plan-concurrency.test.ts'],
  },
  {
    name: 'an event is lost: open transactions are not awaited',
    file: 'src/events/event-listeners.sql.ts',
    change: [
      'select pg_snapshot_xmin(pg_current_snapshot()) > $xid::xid8 as is_passed',
      'select $xid::xid8 is not null as is_passed',
    ],
    tests: ['test/flows/events.test.ts'],
  },
  {
    name: 'an event is lost: a batch is skipped at the second failure',
    file: 'src/events/listener-runner.ts',
    change: [
      'await lease.fail(inMs);\n      return false;',
      'await lease.fail(inMs);\n      return attempt >= 2;',
    ],
    tests: ['test/flows/events.test.ts'],
  },
  {
    name: 'a refund counts in no counter of a spend limit',
    file: 'src/credits/spend-limits/spend-counters.sql.ts',
    change: [
      'from movements where refund > 0 and spend_limits > 0',
      'from movements where refund < 0 and spend_limits > 0',
    ],
    tests: ['test/flows/spend-limits.test.ts'],
  },
];
