import { Body, Controller, Get, Header, Headers, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { type AuditSource, CallerAudit } from '../audit/index.js';
import { Catalogue, toPlanDetails } from '../catalogue/index.js';
import { validationFailed } from '../platform/errors/index.js';
import {
  ApiCreatedResponse,
  ApiErrors,
  ApiIdempotencyKey,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  CountedDashboardRoute,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
  IDEMPOTENT_REPLAYED,
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
  @ApiOperation({
    operationId: 'listPacks',
    summary: 'The packs of credits on offer',
    description: 'Without a payment service `available` is false, and none can be bought.',
  })
  @ApiOkResponse({ type: PacksBody })
  @ApiErrors(401)
  packs(): PacksBody {
    const items = this.catalogue.packs.map(({ description = null, expiresInDays = null, ...pack }) => ({
      ...pack,
      ...{ description, expiresInDays },
    }));
    return { success: true, available: this.checkouts.canCharge && items.length > 0, items };
  }

  @Get('plans')
  @DashboardRoute('user', { allow: 'read' })
  @ApiOperation({
    operationId: 'listPlans',
    summary: 'The plans of accounts, and what the account is subscribed to',
    description:
      'A plan with a price can be bought when `available`: it is paid each month until it is ended in the portal. Another plan is given by an administrator.',
  })
  @ApiOkResponse({ type: PlansBody })
  @ApiErrors(401)
  async plans(@DashboardCaller() { accountId }: DashboardPrincipal): Promise<PlansBody> {
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
  @ApiOperation({
    operationId: 'startCheckout',
    summary: 'Open a page of the payment service on which a pack or the first month of a plan is paid',
    description:
      'Name either `pack` or `plan`. The credits, and the plan, arrive when the payment service has reported the payment, not when the buyer comes back. A repeated request with ' +
      'the same `Idempotency-Key` gets the same checkout, until it is paid (409 `checkout_paid`), for 24 hours (409 `order_expired`). Of the pages of plans one is open: another one ends it. The first payment of another plan ends the subscription before. For the plan that the account is subscribed to, or is paying for: 409 `already_subscribed`.',
  })
  @ApiIdempotencyKey()
  @ApiCreatedResponse({ type: CheckoutBody, headers: IDEMPOTENT_REPLAYED })
  @ApiErrors(400, 401, 409, 413, 415, 422, 429, 503)
  async checkout(
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
  @ApiOperation({
    operationId: 'openPortal',
    summary: 'Open the page of the payment service with invoices, cards and subscriptions',
    description: 'For an account that has bought something before.',
  })
  @ApiCreatedResponse({ type: PortalBody })
  @ApiErrors(400, 401, 409, 413, 415, 429, 503)
  async portal(@DashboardCaller() { accountId }: DashboardPrincipal): Promise<PortalBody> {
    return { success: true, url: await this.checkouts.openPortal(accountId) };
  }

  @Get('payments')
  @DashboardRoute('user', { allow: 'payments' })
  @ApiOperation({
    operationId: 'listPayments',
    summary: 'The payments of the account, newest first',
    description: 'With what each has granted, less what was taken back after refunds and disputes.',
  })
  @ApiOkResponse({ type: PaymentPageBody })
  @ApiErrors(400, 401)
  async list(
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
