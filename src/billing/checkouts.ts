import { Injectable } from '@nestjs/common';
import { v7 as uuid } from 'uuid';
import { AccountsService } from '../accounts/index.js';
import { type AuditSource, AuditTrail } from '../audit/index.js';
import { Catalogue, type Pack } from '../catalogue/index.js';
import { fromCredits, toCredits } from '../credits/index.js';
import { Database } from '../database/index.js';
import { AppError, validationFailed } from '../errors/index.js';
import { type DashboardPrincipal, publicId, PublicUrl } from '../http/index.js';
import { PaymentProvider } from './payment-provider.js';
import { ADD_CHECKOUT, type CheckoutRow, FIND_CUSTOMER, FIND_ORDER, type OrderRow } from './payments.sql.js';
import { callProvider } from './provider-call.js';

/** What a buyer asks for. */
export interface CheckoutRequest {
  /** The id of a pack. */
  pack: string;
  /** `Idempotency-Key`: a repeated request gets the checkout of the first one. */
  idempotencyKey: string | null;
}

/** A checkout that was opened. */
export interface OpenedCheckout {
  /** `chk_…` */
  checkoutId: string;
  /** https. */
  url: string;
  replayed: boolean;
}

/** The page of the dashboard that sells packs. */
const PAGE = '/credits';

/** Opens checkouts and portals at the payment service. The order is stored before, so that a payment always finds it. */
@Injectable()
export class Checkouts {
  constructor(
    private readonly database: Database,
    private readonly catalogue: Catalogue,
    private readonly accounts: AccountsService,
    private readonly trail: AuditTrail,
    private readonly publicUrl: PublicUrl,
    private readonly provider: PaymentProvider,
  ) {}

  /** Whether packs can be bought. */
  get canCharge(): boolean {
    return this.provider.canCharge;
  }

  /**
   * Opens a checkout.
   * @throws 409 without a payment service, and when the order of the Idempotency-Key is paid; 400 for an unknown pack; 422 when the Idempotency-Key names another pack; 503 when the payment
   * service cannot be reached.
   */
  async open(
    buyer: DashboardPrincipal,
    { pack: id, idempotencyKey }: CheckoutRequest,
    source: AuditSource,
  ): Promise<OpenedCheckout> {
    this.requireProvider();
    const pack = this.catalogue.packs.find((one) => one.id === id);
    if (!pack)
      throw validationFailed([{ field: 'pack', message: 'must be the id of GET /api/billing/packs' }]);
    const order = (await this.store(buyer, pack, idempotencyKey, source)) ?? {
      ...(await this.findOrder(buyer.accountId, idempotencyKey!, id)),
      replayed: true,
    };
    const { url } = await this.openAtProvider(buyer, order);
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

  /** Stores the order of a new checkout. @returns null when the account has used the Idempotency-Key. */
  private async store(
    { accountId, userId }: DashboardPrincipal,
    { id: pack, title, credits, price: { amount, currency } }: Pack,
    idempotencyKey: string | null,
    source: AuditSource,
  ): Promise<(CheckoutRow & { replayed: boolean }) | null> {
    const id = uuid();
    const order = {
      ...{ id, account_id: accountId, pack, title, currency },
      ...{ credits: fromCredits(credits).toString(), amount: String(amount) },
    };
    return this.database.transaction(async (tx) => {
      const values = [id, accountId, userId, this.provider.name, pack, title, order.credits, order.amount];
      const added = await tx.query(ADD_CHECKOUT, [...values, currency, idempotencyKey]);
      if (added.length === 0) return null;
      const after = { pack, credits: toCredits(order.credits), amount, currency };
      const target = publicId('chk', id);
      await this.trail.record(tx, { ...source, accountId, action: 'checkout.started', target, after });
      return { ...order, replayed: false };
    });
  }

  /** @throws 422 for another pack; 409 when it is paid: a payment service may have forgotten that, and would let it be paid again. */
  private async findOrder(accountId: string, idempotencyKey: string, pack: string): Promise<CheckoutRow> {
    const values = [accountId, idempotencyKey, this.provider.name];
    const [order] = await this.database.query<OrderRow>(FIND_ORDER, values);
    if (order?.pack !== pack) throw new AppError('idempotency_mismatch');
    if (order.is_paid) throw new AppError('checkout_paid');
    return order;
  }

  private async openAtProvider({ userId }: DashboardPrincipal, order: CheckoutRow): Promise<{ url: string }> {
    const { account_id: accountId, pack, title, credits, amount, currency } = order;
    const user = await this.accounts.findUser(userId);
    const customerId = await this.findCustomer(accountId);
    return callProvider(() =>
      this.provider.checkout({
        ...{ reference: order.id, accountId, email: user?.email ?? null, customerId },
        item: {
          ...{ kind: 'pack', key: pack, title, credits: BigInt(credits) },
          price: { minorUnits: BigInt(amount), currency },
        },
        successUrl: this.page('?paid'),
        cancelUrl: this.page(''),
      }),
    );
  }

  private async findCustomer(accountId: string): Promise<string | null> {
    const values = [accountId, this.provider.name];
    const [row] = await this.database.query<{ customer_id: string }>(FIND_CUSTOMER, values);
    return row?.customer_id ?? null;
  }

  private page(query: string): string {
    return `${this.publicUrl.url}${PAGE}${query}`;
  }
}
