import { bodyOf, Field } from '../../platform/http/index.js';
import { RequiredSpendLimit, SpendingFields, type SpendLimitDto } from './spend-limit.dto.js';

export class LimitEndUserDto {
  @RequiredSpendLimit('The limit; null removes it.')
  spendLimit!: SpendLimitDto | null;
}

export class EndUserBody extends bodyOf(SpendingFields) {
  @Field('The `externalUserId` of its predictions.', { example: 'customer-4711' })
  externalUserId!: string;
}
