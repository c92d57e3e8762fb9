import { IsOptional, IsString, MaxLength } from 'class-validator';
import { PlanDetails } from '../catalogue/index.js';
import { ApiProperty, ApiPropertyOptional } from '../platform/http/index.js';
import { PAYMENT_STATUSES, type PaymentStatus } from './payment.entity.js';
import { SubscriptionView } from './subscriptions/subscription.dto.js';

class PriceBody {
  @ApiProperty({
    type: 'integer',
    description: 'In minor units of the currency, taxes included.',
    example: 1000,
  })
  amount!: number;
  @ApiProperty({ description: 'ISO 4217.', example: 'EUR' })
  currency!: string;
}

/** A pack on offer. */
export class PackItem {
  @ApiProperty({ example: 'small' })
  id!: string;
  @ApiProperty({ example: '1,000 credits' })
  title!: string;
  @ApiProperty({ type: 'string', nullable: true })
  description!: string | null;
  @ApiProperty({ example: 1000 })
  credits!: number;
  @ApiProperty({ type: PriceBody })
  price!: PriceBody;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The credits expire so many days after they have arrived. Null: never.',
    example: 365,
  })
  expiresInDays!: number | null;
}

export class PacksBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ description: 'Whether they can be bought: false without a payment service.' })
  available!: boolean;
  @ApiProperty({ type: [PackItem] })
  items!: PackItem[];
}

/** A plan of accounts. */
export class PlanItem extends PlanDetails {
  @ApiProperty({ example: 'pro' })
  id!: string;
}

export class PlansBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({
    description: 'Whether those with a price can be bought: false without a payment service.',
    example: true,
  })
  available!: boolean;
  @ApiProperty({ type: [PlanItem] })
  items!: PlanItem[];
  @ApiProperty({
    type: SubscriptionView,
    nullable: true,
    description: 'What the account is subscribed to. Null: nothing; an administrator has given it its plan.',
  })
  subscription!: SubscriptionView | null;
}

/** Body of POST /api/billing/checkout. */
export class CheckoutDto {
  @ApiPropertyOptional({
    maxLength: 100,
    description: 'The `id` of a pack. Either this or `plan`.',
    example: 'small',
  })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  pack?: string;

  @ApiPropertyOptional({
    maxLength: 100,
    description: 'The `id` of a plan with a price.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  plan?: string;
}

export class CheckoutBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ format: 'uri', description: 'The page of the payment service on which the buyer pays.' })
  url!: string;
  @ApiProperty({ example: 'chk_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' })
  checkoutId!: string;
}

export class PortalBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ format: 'uri', description: 'The page of the payment service with invoices and cards.' })
  url!: string;
}

/** A payment of the account. */
export class PaymentItem {
  @ApiProperty({ example: 'pay_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' })
  id!: string;
  @ApiProperty({ enum: ['pack', 'plan'], description: '`plan`: a month of a subscription.' })
  kind!: 'pack' | 'plan';
  @ApiProperty({
    type: 'integer',
    description: 'What was paid, in minor units of the currency.',
    example: 1000,
  })
  amount!: number;
  @ApiProperty({ example: 'EUR' })
  currency!: string;
  @ApiProperty({ description: 'What it granted, less what was taken back.', example: 1000 })
  credits!: number;
  @ApiProperty({
    enum: PAYMENT_STATUSES.filter((status) => status !== 'pending'),
    description:
      '`rejected`: it granted nothing, because it is not what its checkout says, or a second payment of it. `refunded`: its money was sent back, also that of a rejected one. Ask the operator about one that stays `rejected`.',
  })
  status!: PaymentStatus;
  @ApiProperty({ type: 'string', format: 'uri', nullable: true })
  receiptUrl!: string | null;
  @ApiProperty({ format: 'date-time' })
  createdAt!: string;
}

export class PaymentPageBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [PaymentItem] })
  items!: PaymentItem[];
  @ApiProperty({ type: 'string', nullable: true })
  nextCursor!: string | null;
}

/** Response of a webhook. */
export class WebhookBody {
  @ApiProperty({ enum: [true] })
  success!: true;
}
