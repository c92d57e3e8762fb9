// Operations that move credits, with the service's own statements and any amounts, for the test and the trial of credits that expire.
// Amounts are thousandths of a credit; times are milliseconds since 1970, Infinity means never.

/** The server cancelled the statement after its timeout, 2 s, and rolled it back. */
const STATEMENT_TIMEOUT = '57014';
const MOST_TIMES = 10;

/** Repeats a round that was cancelled on a slow machine, as a worker does in its next round. */
async function repeated(round) {
  for (let left = MOST_TIMES; ; left -= 1) {
    try {
      return await round();
    } catch (error) {
      if ((error.code ?? error.driverError?.code) !== STATEMENT_TIMEOUT || left === 1) throw error;
    }
  }
}

/** @param service of `startTestService` @param parts classes and statements of the same build, by name */
export class CreditCommands {
  constructor(service, parts) {
    Object.assign(this, { service, parts });
  }

  get(name) {
    return this.service.get(this.parts[name]);
  }

  now() {
    return this.service.clock.now().getTime();
  }

  pass(minutes) {
    return this.service.clock.advance({ minutes });
  }

  openAccount() {
    const accounts = this.get('AccountsService');
    return this.get('Database').transaction((tx) => accounts.openWithoutUser(tx));
  }

  async grant(accountId, amount, at) {
    await this.get('OperatorTransfers').deliver({
      kind: 'grant',
      accountId,
      amount: BigInt(amount),
      note: 'a test',
      reference: null,
      expiresAt: at === Infinity ? null : new Date(at),
    });
  }

  /** Charges for a prediction. @returns {Promise<string | null>} its id; null: rejected with 402 */
  async charge(accountId, amount) {
    const prediction = {
      accountId,
      keyId: null,
      env: 'live',
      model: this.get('Catalogue').find('embedded-fault'),
      input: {},
      inlineMedia: null,
      metadata: {},
      externalUserId: null,
      cost: BigInt(amount),
      priceVersion: 'price_0',
      plan: null,
      deadlineSeconds: 30 * 86_400,
      idempotency: null,
    };
    try {
      return await this.get('PredictionCreation').create(prediction);
    } catch (error) {
      if (error?.status === 402) return null;
      throw error;
    }
  }

  /** Settles predictions in one statement. @param ids one or several @param status 'completed' or 'failed' */
  async settle(ids, status) {
    const failure = { error_code: 'cancelled', error_message: 'a test', error_retryable: false };
    const outcome = status === 'failed' ? failure : { outputs: [], retention_days: 1 };
    const settlements = [ids]
      .flat()
      .sort()
      .map((id) => ({ id, fence: null, status, ...outcome }));
    await this.get('Database').run(this.parts.SETTLE, { verdicts: JSON.stringify(settlements) });
  }

  /** Takes credits out. @returns {Promise<boolean>} whether it was accepted */
  async withdraw(accountId, amount) {
    const change = { accountId, amount: BigInt(-amount), note: 'a test' };
    const credits = this.get('CreditsService');
    try {
      await this.get('Database').transaction((tx) => credits.adjust(tx, change));
      return true;
    } catch (error) {
      if (error?.code === 'insufficient_credits') return false;
      throw error;
    }
  }

  /** Takes credits back, as for a refunded payment; missing credits become a debt. */
  async takeBack(accountId, amount) {
    const change = { accountId, amount: BigInt(-amount), note: 'a test' };
    const credits = this.get('CreditsService');
    await this.get('Database').transaction((tx) => credits.takeBack(tx, change));
  }

  /** Computes the lots of one account, as a worker does. */
  async advance(accountId) {
    await this.get('CreditExpiry').advance(accountId);
  }

  /** Runs the rounds of a worker once. */
  async work() {
    const { SchedulerRegistry, LedgerSummaries, CreditExpiryRounds } = this.parts;
    const summaries = new LedgerSummaries(new SchedulerRegistry(), this.get('Database'));
    const expiries = new CreditExpiryRounds(new SchedulerRegistry(), this.get('CreditExpiry'));
    expiries.onApplicationBootstrap();
    await repeated(() => summaries.round());
    await repeated(() => expiries.round());
    await expiries.beforeApplicationShutdown();
  }

  /** @returns {Promise<{balance: number, owed: number, expiring: {at: number, amount: number}[]}>} */
  async balanceOf(accountId) {
    const credits = this.get('CreditsService');
    const wallet = await credits.walletOf(accountId);
    const expiring = await credits.expiringOf(accountId, wallet);
    return {
      balance: Number(wallet.balance),
      owed: Number(wallet.owed),
      expiring: expiring.map(({ at, amount }) => ({ at, amount: Number(amount) })),
    };
  }

  /** @returns {Promise<{at: Date, amount: string, is_late: boolean}[]>} entries of the ledger, in their order */
  expiriesOf(accountId) {
    return this.service.query(
      `select expires_at as at, amount, created_at >= expires_at as is_late from ledger_transfers
       where account_id = $1 and kind = 'expiry' order by id`,
      [accountId],
    );
  }
}
