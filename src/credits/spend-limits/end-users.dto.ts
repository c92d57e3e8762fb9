import { bodyOf, Field } from '../../platform/http/index.js';
import { RequiredSpendLimit, SpendingFields, type SpendLimitDto } from './spend-limit.dto.js';

/** Body of PUT /api/end-users/:externalUserId. */
export class LimitEndUserDto {
  @RequiredSpendLimit('The limit; null removes it.')
  spendLimit!: SpendLimitDto | null;
}

/** An end user of the account, with its limit. */
export class EndUserBody extends bodyOf(SpendingFields) {
  @Field('The `externalUserId` of its predictions.', { example: 'customer-4711' })
  externalUserId!: string;
}
