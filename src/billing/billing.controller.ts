import { Body, Controller, Get, Header, Headers, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { type AuditSource, CallerAudit } from '../audit/index.js';
import { Catalogue, toPackItem, toPlanDetails } from '../catalogue/index.js';
import { validationFailed } from '../platform/errors/index.js';
import {
  ApiCreated,
  ApiCreatedResponse,
  ApiErrors,
  ApiIdempotencyKey,
  ApiOk,
  ApiTags,
  CountedDashboardRoute,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
  IDEMPOTENT_REPLAYED,
  Operation,
  PageQuery,
  readIdempotencyKey,
} from '../platform/http/index.js';
import {
  CheckoutBody,
  CheckoutDto,
  PacksBody,
  PaymentPageBody,
  PlansBody,
  PortalBody,
} from './billing.dto.js';
import { Checkouts, type ItemChoice } from './checkouts.js';
import { PaymentsReader } from './payments.reader.js';
import { showSubscription } from './subscriptions/subscription.dto.js';
import { Subscriptions } from './subscriptions/subscriptions.js';

@ApiTags('Billing')
@Controller('api/billing')
export class BillingController {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly checkouts: Checkouts,
    private readonly payments: PaymentsReader,
    private readonly subscriptions: Subscriptions,
  ) {}

  @Get('packs')
  @DashboardRoute('user', { allow: 'read' })
  @Operation(
    'The packs of credits on offer',
    'Without a payment service `available` is false, and none can be bought.',
  )
  @ApiOk(PacksBody)
  listPacks(): PacksBody {
    const items = this.catalogue.packs.map(toPackItem);
    return { success: true, available: this.checkouts.canCharge && items.length > 0, items };
  }

  @Get('plans')
  @DashboardRoute('user', { allow: 'read' })
  @Operation(
    'The plans of accounts, and what the account is subscribed to',
    'A plan with a price can be bought when `available`: it is paid each month until it is ended in the portal. Another plan is given by an administrator.',
  )
  @ApiOk(PlansBody)
  async listPlans(@DashboardCaller() { accountId }: DashboardPrincipal): Promise<PlansBody> {
    const { plans } = this.catalogue;
    const items = plans.available.map((plan) => ({
      id: plan.key,
      ...toPlanDetails(plan, plans.retentionDaysOf(plan.key)),
    }));
    const [running] = await this.subscriptions.runningOf(accountId);
    const available = this.checkouts.canCharge && plans.forSale.length > 0;
    return { success: true, available, items, subscription: running ? showSubscription(running) : null };
  }

  @Post('checkout')
  @Header('Cache-Control', 'no-store')
  @CountedDashboardRoute({ allow: 'buy', activeOnly: false })
  @Operation(
    'Open a page of the payment service on which a pack or the first month of a plan is paid',
    'Name either `pack` or `plan`. The credits, and the plan, arrive when the payment service has reported the payment, not when the buyer comes back. A repeated request with ' +
      'the same `Idempotency-Key` gets the same checkout, until it is paid (409 `checkout_paid`), for 24 hours (409 `order_expired`). Of the pages of plans one is open: another one ends it. The first payment of another plan ends the subscription before. For the plan that the account is subscribed to, or is paying for: 409 `already_subscribed`.',
  )
  @ApiIdempotencyKey()
  @ApiCreatedResponse({ type: CheckoutBody, headers: IDEMPOTENT_REPLAYED })
  @ApiErrors(409, 422)
  async startCheckout(
    @DashboardCaller() caller: DashboardPrincipal,
    @Body() { pack, plan }: CheckoutDto,
    @Headers('idempotency-key') key: string | undefined,
    @CallerAudit() by: AuditSource,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CheckoutBody> {
    const idempotencyKey = readIdempotencyKey(key);
    const item = itemOf(pack, plan);
    const { replayed, ...opened } = await this.checkouts.open(caller, { item, idempotencyKey }, by);
    if (replayed) response.setHeader('Idempotent-Replayed', 'true');
    return { success: true, ...opened };
  }

  @Post('portal')
  @Header('Cache-Control', 'no-store')
  @CountedDashboardRoute({ allow: 'payments', activeOnly: false })
  @Operation(
    'Open the page of the payment service with invoices, cards and subscriptions',
    'For an account that has bought something before.',
  )
  @ApiCreated(PortalBody, 409)
  async openPortal(@DashboardCaller() { accountId }: DashboardPrincipal): Promise<PortalBody> {
    return { success: true, url: await this.checkouts.openPortal(accountId) };
  }

  @Get('payments')
  @DashboardRoute('user', { allow: 'payments' })
  @Operation(
    'The payments of the account, newest first',
    'With what each has granted, less what was taken back after refunds and disputes.',
  )
  @ApiOk(PaymentPageBody)
  async listPayments(
    @DashboardCaller() { accountId }: DashboardPrincipal,
    @Query() query: PageQuery,
  ): Promise<PaymentPageBody> {
    return this.payments.list(accountId, query);
  }
}

/** @throws 400 unless the body names one of both. */
function itemOf(pack: string | undefined, plan: string | undefined): ItemChoice {
  if (pack !== undefined && plan !== undefined)
    throw validationFailed([{ field: 'plan', message: 'must not be given together with pack' }]);
  if (plan !== undefined) return { kind: 'plan', id: plan };
  if (pack !== undefined) return { kind: 'pack', id: pack };
  throw validationFailed([{ field: 'pack', message: 'must be the id of a pack, unless plan is given' }]);
}
