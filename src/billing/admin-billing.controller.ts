import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { type AuditSource, CallerAudit } from '../audit/index.js';
import {
  ApiErrors,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
  OperatorRoute,
} from '../platform/http/index.js';
import {
  AdminPaymentBody,
  AdminPaymentPage,
  AdminPaymentsQuery,
  AdminSubscriptionPage,
  AdminSubscriptionsQuery,
} from './admin-billing.dto.js';
import { AdminBilling } from './admin-billing.service.js';

@ApiTags('Admin')
@Controller('api/admin')
export class AdminBillingController {
  constructor(private readonly billing: AdminBilling) {}

  @Get('payments')
  @OperatorRoute('accounts:read')
  @ApiOperation({
    operationId: 'listAllPayments',
    summary: 'Payments of all accounts, newest first',
    description: 'With `toRefund=true` those that granted nothing, and whose money has not gone back.',
  })
  @ApiOkResponse({ type: AdminPaymentPage })
  @ApiErrors(400, 401, 403)
  async payments(@Query() query: AdminPaymentsQuery): Promise<AdminPaymentPage> {
    return this.billing.listPayments(query);
  }

  @Post('payments/:id/refund')
  @HttpCode(200)
  @OperatorRoute('credits:write')
  @ApiParam({ name: 'id', example: 'pay_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' })
  @ApiOperation({
    operationId: 'refundRejectedPayment',
    summary: 'Send the money of a payment that granted nothing back; idempotent',
    description:
      'The service does so by itself where it is sure. A payment that was granted is 409 `payment_not_rejected`: refund it at the payment service, which takes its credits back. One that the payment service cannot refund from here is 409 `refund_unavailable`.',
  })
  @ApiOkResponse({ type: AdminPaymentBody })
  @ApiErrors(401, 403, 404, 409, 503)
  async refund(@Param('id') id: string, @CallerAudit() source: AuditSource): Promise<AdminPaymentBody> {
    return this.billing.refund(id, source);
  }

  @Get('subscriptions')
  @OperatorRoute('accounts:read')
  @ApiOperation({
    operationId: 'listUnsettledSubscriptions',
    summary: 'Subscriptions that are overdue, or whose account is suspended, newest first',
    description:
      'One is overdue a day after `paidUntil`; `SUBSCRIPTION_GRACE_DAYS` after it a worker ends it, unless a month is paid at the payment service. For a suspended account months are still paid. `PATCH /api/admin/accounts/{id}` with `endSubscription` ends one.',
  })
  @ApiOkResponse({ type: AdminSubscriptionPage })
  @ApiErrors(400, 401, 403)
  async subscriptions(@Query() query: AdminSubscriptionsQuery): Promise<AdminSubscriptionPage> {
    return this.billing.listSubscriptions(query);
  }
}
