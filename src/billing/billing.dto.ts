import { PackItem, PlanDetails } from '../catalogue/index.js';
import { Field, NullableField, OptionalInput, pageBodyOf, SuccessBody } from '../platform/http/index.js';
import { PAYMENT_STATUSES, type PaymentStatus } from './payment.entity.js';
import { SubscriptionView } from './subscriptions/subscription.dto.js';

export class PacksBody extends SuccessBody {
  @Field('Whether they can be bought: false without a payment service.')
  available!: boolean;
  @Field.list(PackItem) items!: PackItem[];
}

export class PlanItem extends PlanDetails {
  @Field({ example: 'pro' }) id!: string;
}

export class PlansBody extends SuccessBody {
  @Field('Whether those with a price can be bought: false without a payment service.', { example: true })
  available!: boolean;
  @Field.list(PlanItem) items!: PlanItem[];
  @NullableField.object(
    SubscriptionView,
    'What the account is subscribed to. Null: nothing; an administrator has given it its plan.',
  )
  subscription!: SubscriptionView | null;
}

export class CheckoutDto {
  @OptionalInput.text(100, 'The `id` of a pack. Either this or `plan`.', { example: 'small' })
  pack?: string;

  @OptionalInput.text(100, 'The `id` of a plan with a price.')
  plan?: string;
}

export class CheckoutBody extends SuccessBody {
  @Field.uri('The page of the payment service on which the buyer pays.')
  url!: string;
  @Field.id('chk') checkoutId!: string;
}

export class PortalBody extends SuccessBody {
  @Field.uri('The page of the payment service with invoices and cards.')
  url!: string;
}

export class PaymentItem {
  @Field.id('pay') id!: string;
  @Field.oneOf(['pack', 'plan'], '`plan`: a month of a subscription.')
  kind!: 'pack' | 'plan';
  @Field.integer('What was paid, in minor units of the currency.', { example: 1000 })
  amount!: number;
  @Field({ example: 'EUR' }) currency!: string;
  @Field('What it granted, less what was taken back.', { example: 1000 })
  credits!: number;
  @Field.oneOf(
    PAYMENT_STATUSES.filter((status) => status !== 'pending'),
    '`rejected`: it granted nothing, because it is not what its checkout says, or a second payment of it. `refunded`: its money was sent back, also that of a rejected one. Ask the operator about one that stays `rejected`.',
  )
  status!: PaymentStatus;
  @NullableField.uri() receiptUrl!: string | null;
  @Field.instant() createdAt!: string;
}

export class PaymentPageBody extends pageBodyOf(PaymentItem) {}

export class WebhookBody extends SuccessBody {}
