/** Payments and subscriptions as administrators see them. */
import { IsBoolean, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { ApiProperty, ApiPropertyOptional, PageQuery, QueryBoolean } from '../platform/http/index.js';
import { PaymentItem } from './billing.dto.js';
import { type Rejection, REJECTIONS } from './payment.entity.js';
import { SubscriptionView } from './subscriptions/subscription.dto.js';
import { type Attention, ATTENTIONS } from './subscriptions/unsettled-subscriptions.reader.js';

const AccountEmail = () =>
  ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The email of the account’s first user.',
    example: 'ada@example.com',
  });

/** The query of GET /api/admin/payments. */
export class AdminPaymentsQuery extends PageQuery {
  @ApiPropertyOptional({
    description: 'True: only payments that granted nothing, and whose money has not gone back.',
  })
  @IsOptional()
  @QueryBoolean()
  @IsBoolean()
  toRefund?: boolean;

  @ApiPropertyOptional({ maxLength: 100, description: 'Whose they are.' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  accountId?: string;
}

/** A payment of any account. */
export class AdminPayment extends PaymentItem {
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'Null: it names no order of this installation, and may be of another one.',
    example: 'acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f',
  })
  accountId!: string | null;
  @AccountEmail()
  email!: string | null;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: `Why it granted nothing: ${REJECTIONS.map((reason) => `\`${reason}\``).join(', ')}.`,
    example: 'wrong_amount',
  })
  rejection!: Rejection | null;
  @ApiProperty({ description: 'The payment service.', example: 'stripe' })
  provider!: string;
  @ApiProperty({ description: 'Its id there.', example: 'pi_1' })
  paymentId!: string;
  @ApiProperty({ description: 'It granted nothing, and money of it has not gone back.' })
  toRefund!: boolean;
}

export class AdminPaymentPage {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [AdminPayment] })
  items!: AdminPayment[];
  @ApiProperty({ type: 'string', nullable: true })
  nextCursor!: string | null;
}

export class AdminPaymentBody extends AdminPayment {
  @ApiProperty({ enum: [true] })
  success!: true;
}

/** The query of GET /api/admin/subscriptions. */
export class AdminSubscriptionsQuery extends PageQuery {
  @ApiPropertyOptional({
    enum: ATTENTIONS,
    description:
      '`overdue`: of which no month was paid for a day. `suspended`: of suspended accounts, for which months are still paid. Default: both.',
  })
  @IsOptional()
  @IsIn(ATTENTIONS)
  attention?: Attention;
}

/** A subscription of any account. */
export class AdminSubscription extends SubscriptionView {
  @ApiProperty({ example: 'acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' })
  accountId!: string;
  @AccountEmail()
  email!: string | null;
  @ApiProperty({ type: 'integer', description: 'Whole days since `paidUntil`.', example: 3 })
  overdueDays!: number;
  @ApiProperty({ description: 'Whether its account is suspended.' })
  suspended!: boolean;
  @ApiProperty({
    description: 'The payment service collects nothing for it any more: the account has left the plan.',
  })
  lapsed!: boolean;
}

export class AdminSubscriptionPage {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [AdminSubscription] })
  items!: AdminSubscription[];
  @ApiProperty({ type: 'string', nullable: true })
  nextCursor!: string | null;
}
