/**
 * The Idempotency-Key of an order is not a reference as in `credits/references.ts`: it is a column of the order and expires with it. A
 * concurrent request needs no 409, because a unique index keeps the order one and its page may be opened twice.
 */
import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/index.js';
import { type AuditSource, AuditTrail } from '../audit/index.js';
import { Catalogue, type Price } from '../catalogue/index.js';
import { fromCredits, toCredits } from '../credits/index.js';
import { Database, newId } from '../platform/database/index.js';
import { AppError, validationFailed } from '../platform/errors/index.js';
import { type DashboardPrincipal, publicId, PublicUrl } from '../platform/http/index.js';
import { PaymentProvider, type StartedCheckout } from './payment-provider.js';
import { ADD_CHECKOUT, type CheckoutRow, FIND_CUSTOMER, FIND_ORDER } from './payments.sql.js';
import { PlanCheckouts } from './plan-checkouts.js';
import { callProvider } from './provider-call.js';
import { Subscriptions } from './subscriptions/subscriptions.js';

export interface ItemChoice {
  kind: 'pack' | 'plan';
  id: string;
}

export interface CheckoutRequest {
  item: ItemChoice;
  /** `Idempotency-Key`: a repeated request gets the checkout of the first one. */
  idempotencyKey: string | null;
}

export interface OpenedCheckout {
  checkoutId: string;
  url: string;
  replayed: boolean;
}

/** A pack or a plan, as its order keeps it. */
interface Item extends ItemChoice {
  title: string;
  /** Of a plan: each month. */
  credits: number;
  creditsExpire: boolean;
  /** Of a pack; null: its credits never expire. */
  expiresInDays: number | null;
  price: Price;
}

const PAGE = '/credits';

/** The order is stored before a checkout is opened at the payment service, so that a payment always finds it. */
@Injectable()
export class Checkouts {
  constructor(
    private readonly database: Database,
    private readonly catalogue: Catalogue,
    private readonly accounts: AccountsService,
    private readonly subscriptions: Subscriptions,
    private readonly planCheckouts: PlanCheckouts,
    private readonly trail: AuditTrail,
    private readonly publicUrl: PublicUrl,
    private readonly provider: PaymentProvider,
  ) {}

  get canCharge(): boolean {
    return this.provider.canCharge;
  }

  /**
   * @throws 409 without a payment service, when the order of the Idempotency-Key is paid, ended or a day old, and for the plan that the
   * account is subscribed to, or has just paid for; 400 for what is not for sale; 422 when the Idempotency-Key names something else; 503
   * when the payment service cannot be reached.
   */
  async open(
    buyer: DashboardPrincipal,
    { item: choice, idempotencyKey }: CheckoutRequest,
    source: AuditSource,
  ): Promise<OpenedCheckout> {
    this.requireProvider();
    await this.catalogue.confirm();
    const item = this.findItem(choice);
    if (choice.kind === 'plan') await this.requireOtherPlan(buyer.accountId, choice.id);
    const order = (await this.store(buyer, item, idempotencyKey, source)) ?? {
      ...(await this.findOrder(buyer.accountId, idempotencyKey!, choice)),
      replayed: true,
    };
    if (choice.kind === 'plan') await this.planCheckouts.endEarlier(order);
    const { id, url } = await this.openAtProvider(buyer, order);
    if (choice.kind === 'plan') await this.planCheckouts.keepNewest(order, id);
    return { checkoutId: publicId('chk', order.id), url, replayed: order.replayed };
  }

  /** Opens the page on which a buyer reads invoices and changes cards. @throws 409 for an account that has bought nothing; 503. */
  async openPortal(accountId: string): Promise<string> {
    this.requireProvider();
    const customerId = await this.findCustomer(accountId);
    if (customerId === null)
      throw new AppError('payments_unavailable', { message: 'This account has not bought anything yet.' });
    const { url } = await callProvider(() => this.provider.portal(customerId, this.page('')));
    return url;
  }

  private requireProvider(): void {
    if (!this.provider.canCharge) throw new AppError('payments_unavailable');
  }

  /** @throws 400 for what is not for sale. */
  private findItem({ kind, id }: ItemChoice): Item {
    const pack = kind === 'pack' && this.catalogue.packs.find((one) => one.id === id);
    if (pack) return { kind, ...pack, creditsExpire: false, expiresInDays: pack.expiresInDays ?? null };
    const plan = kind === 'plan' && this.catalogue.plans.forSale.find(({ key }) => key === id);
    if (plan) {
      const { title, monthlyCredits: credits, creditsExpire = false, price } = plan;
      return { kind, id, title, credits, creditsExpire, expiresInDays: null, price };
    }
    const message =
      kind === 'pack'
        ? 'must be the id of GET /api/billing/packs'
        : 'must be the id of a plan with a price in GET /api/billing/plans';
    throw validationFailed([{ field: kind, message }]);
  }

  /** @throws 409 when the account is subscribed to the plan. */
  private async requireOtherPlan(accountId: string, key: string): Promise<void> {
    const running = await this.subscriptions.runningOf(accountId);
    if (running.some(({ plan, is_ending: isEnding }) => plan === key && !isEnding))
      throw new AppError('already_subscribed');
  }

  /** @returns null when the account has used the Idempotency-Key. */
  private async store(
    { accountId, userId }: DashboardPrincipal,
    { kind, id: key, title, credits, creditsExpire, expiresInDays, price: { amount, currency } }: Item,
    idempotencyKey: string | null,
    source: AuditSource,
  ): Promise<(CheckoutRow & { replayed: boolean }) | null> {
    const id = newId();
    const order = {
      ...{ id, account_id: accountId, provider: this.provider.name, kind, pack: key, title, currency },
      ...{ credits_expire: creditsExpire, expires_in_days: expiresInDays },
      ...{ credits: fromCredits(credits).toString(), amount: String(amount) },
    };
    return this.database.change(accountId, async (tx) => {
      const added = await tx.run(ADD_CHECKOUT, {
        ...{ id, account: accountId, user: userId, provider: order.provider, kind, pack: key, title },
        ...{ credits: order.credits, amount: order.amount, currency },
        ...{ idempotencyKey, creditsExpire, expiresInDays },
      });
      if (added.length === 0) return null;
      const after = { [kind]: key, credits: toCredits(order.credits), amount, currency };
      const target = publicId('chk', id);
      await this.trail.record(tx, { ...source, accountId, action: 'checkout.started', target, after });
      return { ...order, replayed: false };
    });
  }

  /**
   * @throws 422 for something else; 409 when it is paid or ended: a payment service may have forgotten both, and open a page with a new
   * price.
   */
  private async findOrder(
    accountId: string,
    idempotencyKey: string,
    { kind, id }: ItemChoice,
  ): Promise<CheckoutRow> {
    const by = { account: accountId, idempotencyKey, provider: this.provider.name };
    const [order] = await this.database.run(FIND_ORDER, by);
    if (order?.pack !== id || order.kind !== kind) throw new AppError('idempotency_mismatch');
    if (order.is_paid) throw new AppError('checkout_paid');
    if (order.is_expired) throw new AppError('order_expired');
    return order;
  }

  private async openAtProvider({ userId }: DashboardPrincipal, order: CheckoutRow): Promise<StartedCheckout> {
    const { account_id: accountId, kind, pack: key, title, credits, amount, currency } = order;
    const user = await this.accounts.findUser(userId);
    const customerId = await this.findCustomer(accountId);
    return callProvider(() =>
      this.provider.checkout({
        ...{ reference: order.id, accountId, email: user?.email ?? null, customerId },
        item: {
          ...{ kind, key, title, credits: BigInt(credits) },
          price: { minorUnits: BigInt(amount), currency },
        },
        successUrl: this.page('?paid'),
        cancelUrl: this.page(''),
      }),
    );
  }

  private async findCustomer(accountId: string): Promise<string | null> {
    const by = { account: accountId, provider: this.provider.name };
    const [row] = await this.database.run(FIND_CUSTOMER, by);
    return row?.customer_id ?? null;
  }

  private page(query: string): string {
    return `${this.publicUrl.url}${PAGE}${query}`;
  }
}
