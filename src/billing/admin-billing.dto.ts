import {
  bodyOf,
  exampleId,
  Field,
  NullableField,
  OptionalInput,
  pageBodyOf,
  PageQuery,
} from '../platform/http/index.js';
import { PaymentItem } from './billing.dto.js';
import { type Rejection, REJECTIONS } from './payment.entity.js';
import { SubscriptionView } from './subscriptions/subscription.dto.js';

const ATTENTIONS = ['overdue', 'suspended'] as const;

const AccountEmail = () =>
  NullableField.text('The email of the account’s first user.', { example: 'ada@example.com' });

export class AdminPaymentsQuery extends PageQuery {
  @OptionalInput.flag('True: only payments that granted nothing, and whose money has not gone back.')
  toRefund?: boolean;

  @OptionalInput.text(100, 'Whose they are.')
  accountId?: string;
}

export class AdminPayment extends PaymentItem {
  @NullableField.text('Null: it names no order of this installation, and may be of another one.', {
    example: exampleId('acc'),
  })
  accountId!: string | null;
  @AccountEmail() email!: string | null;
  @NullableField.text(`Why it granted nothing: ${REJECTIONS.map((reason) => `\`${reason}\``).join(', ')}.`, {
    example: 'wrong_amount',
  })
  rejection!: Rejection | null;
  @Field('The payment service.', { example: 'stripe' })
  provider!: string;
  @Field('Its id there.', { example: 'pi_1' })
  paymentId!: string;
  @Field('It granted nothing, and money of it has not gone back.')
  toRefund!: boolean;
}

export class AdminPaymentPage extends pageBodyOf(AdminPayment) {}

export class AdminPaymentBody extends bodyOf(AdminPayment) {}

export class AdminSubscriptionsQuery extends PageQuery {
  @OptionalInput.oneOf(
    ATTENTIONS,
    '`overdue`: of which no month was paid for a day. `suspended`: of suspended accounts, for which months are still paid. Default: both.',
  )
  attention?: (typeof ATTENTIONS)[number];
}

export class AdminSubscription extends SubscriptionView {
  @Field.id('acc') accountId!: string;
  @AccountEmail() email!: string | null;
  @Field.integer('Whole days since `paidUntil`.', { example: 3 })
  overdueDays!: number;
  @Field('Whether its account is suspended.')
  suspended!: boolean;
  @Field('The payment service collects nothing for it any more: the account has left the plan.')
  lapsed!: boolean;
}

export class AdminSubscriptionPage extends pageBodyOf(AdminSubscription) {}
