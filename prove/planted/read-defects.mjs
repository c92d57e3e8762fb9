// Forty defects that were listed from the code alone, before anybody looked for tests that find them. Each replaces a text that
// stands once in its file. `before` says whether a test of that day found it (null: it was not planted): 22 of 38 were found.

/** @typedef {{ name: string, file: string, change: [string, string], before: 'found' | 'missed' | null }} ListedDefect */

/** @type {ListedDefect[]} */
export const READ_DEFECTS = [
  {
    name: 'a payment in another currency is granted',
    file: 'src/billing/payment-events.ts',
    change: ["if (amount.currency !== order.currency) return 'wrong_currency';", ''],
    before: 'found',
  },
  {
    name: 'the order of a plan can be paid once, without a subscription',
    file: 'src/billing/payment-events.ts',
    change: [
      "if ((subscription !== null) !== (order.kind === 'plan')) return 'wrong_item';",
      "if (subscription !== null && order.kind !== 'plan') return 'wrong_item';",
    ],
    before: 'missed',
  },
  {
    name: 'a payment that is reported after the deletion stores the customer',
    file: 'src/billing/payments.sql.ts',
    change: ['customer_id = case when d.is_deleted then null else $9 end', 'customer_id = $9'],
    before: 'missed',
  },
  {
    name: 'a failed refund that was never reported lessens another refund',
    file: 'src/billing/payments.sql.ts',
    change: [
      "group by kind in ('disputed', 'dispute_won'), subject_id",
      "group by kind in ('disputed', 'dispute_won')",
    ],
    before: 'missed',
  },
  {
    name: 'a refund of a month that a balance has paid in part takes back too much',
    file: 'src/billing/reversed-credits.ts',
    change: ['refunded >= total ? credits : (credits * refunded) / total', '(credits * refunded) / amount'],
    before: 'found',
  },
  {
    name: 'the credits of a pack with an expiry never expire',
    file: 'src/billing/checkouts.ts',
    change: ['expiresInDays: pack.expiresInDays ?? null }', 'expiresInDays: null }'],
    before: 'found',
  },
  {
    name: 'a rejected payment closes its checkout',
    file: 'src/billing/payments.sql.ts',
    change: ['where p.checkout_id = checkouts.id and p.credits > 0)', 'where p.checkout_id = checkouts.id)'],
    before: 'found',
  },
  {
    name: 'the portal opens for the oldest customer of an account',
    file: 'src/billing/payments.sql.ts',
    change: [
      'and customer_id is not null\norder by id desc limit 1',
      'and customer_id is not null\norder by id limit 1',
    ],
    before: 'missed',
  },
  {
    name: 'a plan whose subscription is ending cannot be bought again',
    file: 'src/billing/checkouts.ts',
    change: ['plan === key && !isEnding', 'plan === key'],
    before: 'missed',
  },
  {
    name: 'of two changes of a subscription in one second the second is lost',
    file: 'src/billing/subscriptions/subscriptions.sql.ts',
    change: [
      'changed_at is null or changed_at <= $2::timestamptz',
      'changed_at is null or changed_at < $2::timestamptz',
    ],
    before: 'missed',
  },
  {
    name: 'a subscription that nothing is collected for runs until this clock reaches the one of the payment service',
    file: 'src/billing/subscriptions/subscriptions.sql.ts',
    change: ['s.ends_at <= greatest(clock_timestamp(), s.changed_at)', 's.ends_at <= clock_timestamp()'],
    before: 'missed',
  },
  {
    name: 'the end of a subscription takes away a plan that an operator gave',
    file: 'src/billing/subscriptions/subscriptions.ts',
    change: ['account.is_deleted || account.plan !== pack) return;', 'account.is_deleted) return;'],
    before: 'found',
  },
  {
    name: 'a subscription without a paid month is ended without the days of grace',
    file: 'src/billing/subscriptions/subscriptions.sql.ts',
    change: [
      '(select clock_timestamp()) - make_interval(days => $1)',
      '(select clock_timestamp()) - make_interval(days => least($1, 0))',
    ],
    before: 'found',
  },
  {
    name: 'one failed payment leaves a subscription past due for ever',
    file: 'src/billing/subscriptions/subscriptions.sql.ts',
    change: [
      'coalesce(s.failed_at > s.paid_at, false) as is_past_due',
      's.failed_at is not null as is_past_due',
    ],
    before: 'found',
  },
  {
    name: 'an older month that is reported late takes paid time away',
    file: 'src/billing/subscriptions/subscriptions.sql.ts',
    change: ['paid_until = greatest(paid_until, $3::timestamptz)', 'paid_until = $3::timestamptz'],
    before: 'missed',
  },
  {
    name: 'a subscription to another plan keeps the free credits of the plan of an account',
    file: 'src/billing/monthly/plan-months.sql.ts',
    change: [
      'and ${IS_RUNNING} and c.pack = a.plan) as is_subscribed',
      'and ${IS_RUNNING}) as is_subscribed',
    ],
    before: 'missed',
  },
  {
    name: 'monthly credits of a plan whose credits expire never do',
    file: 'src/billing/monthly/monthly-grants.ts',
    change: ['plan.creditsExpire ? due.next_month : null', 'null'],
    before: 'found',
  },
  {
    name: 'a delayed payment is granted before its money arrives',
    file: 'packages/stripe-billing/src/payment-events.ts',
    change: [
      "mode !== 'payment' || status !== 'paid' || !reference",
      "mode !== 'payment' || status === 'no_payment_required' || !reference",
    ],
    before: 'found',
  },
  {
    name: 'a refund that was cancelled is not given back',
    file: 'packages/stripe-billing/src/payment-events.ts',
    change: ["event.data.object.status === 'canceled'", "event.data.object.status === 'cancelled'"],
    before: 'found',
  },
  {
    name: 'a paused subscription keeps its plan',
    file: 'packages/stripe-billing/src/stripe-subscriptions.ts',
    change: ["LAPSED: readonly string[] = ['unpaid', 'paused']", "LAPSED: readonly string[] = ['unpaid']"],
    before: 'found',
  },
  {
    name: 'a trial counts as a paid month',
    file: 'packages/stripe-billing/src/stripe-subscriptions.ts',
    change: ["return status === 'active' && isRunning", 'return isRunning'],
    before: 'found',
  },
  {
    name: 'a later grant postpones the expiry of an earlier one',
    file: 'src/credits/ledger.sql.ts',
    change: [
      'credits_expire_at = least(c.credits_expire_at, $4::timestamptz)',
      'credits_expire_at = coalesce($4::timestamptz, c.credits_expire_at)',
    ],
    before: null,
  },
  {
    name: 'a reference with another expiry is answered as the first transfer',
    file: 'src/credits/operator-transfers.ts',
    change: ['amount.toString(), note, ...expiry]', 'amount.toString(), note, ...expiry.slice(1)]'],
    before: 'found',
  },
  {
    name: 'a deleted account is granted credits',
    file: 'src/credits/operator-transfers.ts',
    change: [
      "if ((await tx.query(IS_DELETED, [accountId])).length > 0) throw new AppError('account_not_found');",
      '',
    ],
    before: 'found',
  },
  {
    name: 'the expiry of held credits is not awaited',
    file: 'src/credits/expiry/credit-lots.ts',
    change: ['at > nowMs && remaining + held > 0n', 'at > nowMs && remaining > 0n'],
    before: 'found',
  },
  {
    name: 'a refund returns expired credits that can be spent',
    file: 'src/credits/ledger.sql.ts',
    change: [
      "when w.refund > 0 and w.has_expired_held then '-infinity' else w.credits_expire_at end",
      'when w.refund > 0 and w.has_expired_held then w.credits_expire_at else w.credits_expire_at end',
    ],
    before: 'found',
  },
  {
    name: 'what rotated keys have spent does not count when a limit is set',
    file: 'src/credits/spend-limits/spend-counters.sql.ts',
    change: ['and coalesce(sharing.budget_id, sharing.id) = ${keyId}', 'and sharing.id = ${keyId}'],
    before: 'missed',
  },
  {
    name: 'a limit that is set again keeps what was spent in an earlier period',
    file: 'src/credits/spend-limits/spend-counters.sql.ts',
    change: [
      'when o.period = $5::text and o.period_start = p.period_start then o.spent',
      'when o.period = $5::text then o.spent',
    ],
    before: 'missed',
  },
  {
    name: 'failed predictions of an end user count towards a limit that is set later',
    file: 'src/credits/spend-limits/spend-counters.sql.ts',
    change: ["and d.status = 'completed'", "and d.status <> 'processing'"],
    before: 'found',
  },
  {
    name: 'one more mail about a low balance than an hour allows',
    file: 'src/credits/alerts/balance-alerts.sql.ts',
    change: ['attempts = 0 and mails >= $3::int', 'attempts = 0 and mails > $3::int'],
    before: 'found',
  },
  {
    name: 'the invitations of a removed member stay open',
    file: 'src/members/members.ts',
    change: ['await tx.query(WITHDRAW_OF, [accountId, userId]);', ''],
    before: 'found',
  },
  {
    name: 'the link of a replaced invitation works, with the new role',
    file: 'src/members/invitations.sql.ts',
    change: ['expires_at = excluded.expires_at, hash = null', 'expires_at = excluded.expires_at'],
    before: 'missed',
  },
  {
    name: 'an admin replaces the invitation of an owner',
    file: 'src/members/invitations.ts',
    change: [
      'requireRank(by, invited.role, ...replaced.map(({ role }) => role));',
      'requireRank(by, invited.role);',
    ],
    before: 'found',
  },
  {
    name: 'a link that an owner hands over verifies the email',
    file: 'src/members/accepted-invitations.ts',
    change: [
      'passwordHash, role, isEmailVerified };',
      'passwordHash, role, isEmailVerified: isEmailVerified || true };',
    ],
    before: 'found',
  },
  {
    name: 'events are removed before the slowest listener has had them',
    file: 'src/events/event-listeners.sql.ts',
    change: ['(select min(position) from event_listeners)', '(select max(position) from event_listeners)'],
    before: 'missed',
  },
  {
    name: 'a process that takes a listener over forgets its backoff',
    file: 'src/events/listener-lease.ts',
    change: ['performance.now() + (state.retry_in_ms ?? 0)', 'performance.now()'],
    before: 'missed',
  },
  {
    name: 'the erasure of an account keeps its customer at the payment service',
    file: 'src/account-data/deletion/erasure.sql.ts',
    change: ['set receipt_url = null, customer_id = null where', 'set receipt_url = null where'],
    before: null,
  },
  {
    name: 'an account that owes credits is deleted without force',
    file: 'src/account-data/deletion/account-deletions.ts',
    change: ['count > 0 || balance > 0n || owed > 0n', 'count > 0 || balance > 0n'],
    before: 'found',
  },
  {
    name: 'a plan that the catalogue has no longer gives places without end',
    file: 'src/generation/store/plan-places.sql.ts',
    change: ['when p.plan is null then $3::int', 'when p.plan is null then nullif($3::int, $3::int)'],
    before: 'missed',
  },
  {
    name: 'a key that is rotated twice begins with a new spend limit',
    file: 'src/keys/keys.sql.ts',
    change: [
      'allowed_models, allowed_ips, metadata, coalesce(budget_id, id), id',
      'allowed_models, allowed_ips, metadata, id, id',
    ],
    before: 'missed',
  },
];
