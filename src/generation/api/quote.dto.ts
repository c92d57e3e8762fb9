import { MODALITIES } from '../../catalogue/index.js';
import { ApiProperty, ApiPropertyOptional } from '../../platform/http/index.js';
import { WarningBody, WARNINGS } from './generate.dto.js';

/** The spend limit that does not cover a request. */
export class QuoteRefusalBody {
  @ApiProperty({ enum: ['key_spend_limit_reached', 'end_user_spend_limit_reached'] })
  code!: string;
  @ApiProperty({ description: 'Credits per period.' })
  limit!: number;
  @ApiProperty({ description: 'Credits spent in the current period.' })
  spent!: number;
  @ApiProperty({
    type: 'string',
    format: 'date-time',
    nullable: true,
    description: 'When the count begins anew. Null: never.',
  })
  resetsAt!: string | null;
}

/** The response to a quote: what the same request would be charged. */
export class QuoteBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty()
  modelKey!: string;
  @ApiProperty()
  model!: string;
  @ApiProperty({ enum: MODALITIES })
  modality!: string;
  @ApiProperty({ description: 'Credits the same request would be charged.' })
  creditCost!: number;
  @ApiProperty({ description: 'Credits spendable now.' })
  balance!: number;
  @ApiProperty({ description: 'Whether the balance and every spend limit cover the cost now.' })
  affordable!: boolean;
  @ApiProperty({
    example: 'price_3f0a9c2b7d1e4f5a6b7c',
    description:
      'Names this price. Sent with POST /api/generate, that is what is charged, or it is 409 `price_changed`.',
  })
  priceVersion!: string;
  @ApiProperty({
    format: 'date-time',
    description: 'Until then the price can be charged, also if it changes before.',
  })
  validUntil!: string;
  @ApiPropertyOptional({ description: 'Only when the balance covers the cost and a spend limit does not.' })
  refusal?: QuoteRefusalBody;
  @ApiPropertyOptional({ type: [WarningBody], description: WARNINGS })
  warnings?: WarningBody[];
}
