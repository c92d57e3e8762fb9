import { Controller, Get, Post, Query } from '@nestjs/common';
import { AccountEmails } from '../accounts/index.js';
import { type AuditSource, CallerAudit } from '../audit/index.js';
import {
  ApiOk,
  ApiTags,
  IdParam,
  Operation,
  OperatorRoute,
  requirePublicId,
} from '../platform/http/index.js';
import {
  AdminPaymentBody,
  AdminPaymentPage,
  AdminPaymentsQuery,
  AdminSubscriptionPage,
  AdminSubscriptionsQuery,
} from './admin-billing.dto.js';
import { AllPaymentsReader } from './all-payments.reader.js';
import { PaymentRefunds } from './payment-refunds.js';
import { UnsettledSubscriptionsReader } from './subscriptions/unsettled-subscriptions.reader.js';

@ApiTags('Admin')
@Controller('api/admin')
export class AdminBillingController {
  constructor(
    private readonly payments: AllPaymentsReader,
    private readonly refunds: PaymentRefunds,
    private readonly subscriptions: UnsettledSubscriptionsReader,
    private readonly emails: AccountEmails,
  ) {}

  @Get('payments')
  @OperatorRoute('accounts:read')
  @Operation(
    'Payments of all accounts, newest first',
    'With `toRefund=true` those that granted nothing, and whose money has not gone back.',
  )
  @ApiOk(AdminPaymentPage)
  async listAllPayments(@Query() query: AdminPaymentsQuery): Promise<AdminPaymentPage> {
    const { items, ...page } = await this.payments.list(query);
    return { ...page, items: await this.emails.addTo(items) };
  }

  @Post('payments/:id/refund')
  @OperatorRoute('credits:write')
  @Operation(
    'Send the money of a payment that granted nothing back; idempotent',
    'The service does so by itself where it is sure. A payment that was granted is 409 `payment_not_rejected`: refund it at the payment service, which takes its credits back. One that the payment service cannot refund from here is 409 `refund_unavailable`.',
  )
  @ApiOk(AdminPaymentBody, 409)
  async refundRejectedPayment(
    @IdParam('pay') paymentId: string,
    @CallerAudit() source: AuditSource,
  ): Promise<AdminPaymentBody> {
    const id = requirePublicId('pay', paymentId, 'payment_not_found');
    await this.refunds.refund(id, source);
    const [payment] = await this.emails.addTo([await this.payments.find(id)]);
    return { success: true, ...payment! };
  }

  @Get('subscriptions')
  @OperatorRoute('accounts:read')
  @Operation(
    'Subscriptions that are overdue, or whose account is suspended, newest first',
    'One is overdue a day after `paidUntil`; `SUBSCRIPTION_GRACE_DAYS` after it a worker ends it, unless a month is paid at the payment service. For a suspended account months are still paid. `PATCH /api/admin/accounts/{id}` with `endSubscription` ends one.',
  )
  @ApiOk(AdminSubscriptionPage)
  async listUnsettledSubscriptions(@Query() query: AdminSubscriptionsQuery): Promise<AdminSubscriptionPage> {
    const { items, ...page } = await this.subscriptions.list(query);
    return { ...page, items: await this.emails.addTo(items) };
  }
}
