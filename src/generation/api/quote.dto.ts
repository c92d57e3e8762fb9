import { MODALITIES } from '../../catalogue/index.js';
import { Field, NullableField, OptionalField } from '../../platform/http/index.js';
import { WarningBody, WARNINGS } from './generate.dto.js';

/** The spend limit that does not cover a request. */
export class QuoteRefusalBody {
  @Field.oneOf(['key_spend_limit_reached', 'end_user_spend_limit_reached'])
  code!: string;
  @Field('Credits per period.')
  limit!: number;
  @Field('Credits spent in the current period.')
  spent!: number;
  @NullableField.instant('When the count begins anew. Null: never.')
  resetsAt!: string | null;
}

/** The response to a quote: what the same request would be charged. */
export class QuoteBody {
  @Field.oneOf([true]) success!: true;
  @Field() modelKey!: string;
  @Field() model!: string;
  @Field.oneOf(MODALITIES) modality!: string;
  @Field('Credits the same request would be charged.')
  creditCost!: number;
  @Field('Credits spendable now.')
  balance!: number;
  @Field('Whether the balance and every spend limit cover the cost now.')
  affordable!: boolean;
  @Field({
    example: 'price_3f0a9c2b7d1e4f5a6b7c',
    description:
      'Names this price. Sent with POST /api/generate, that is what is charged, or it is 409 `price_changed`.',
  })
  priceVersion!: string;
  @Field.instant('Until then the price can be charged, also if it changes before.')
  validUntil!: string;
  @OptionalField('Only when the balance covers the cost and a spend limit does not.')
  refusal?: QuoteRefusalBody;
  @OptionalField.list(WarningBody, WARNINGS) warnings?: WarningBody[];
}
