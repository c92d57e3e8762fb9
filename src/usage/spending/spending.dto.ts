import { IsIn } from 'class-validator';
import { ApiProperty, ApiPropertyOptional, QueryInstant } from '../../platform/http/index.js';
import { QueryTimeZone } from '../time-zone.query.js';

const SPENDING_BY = ['model', 'key', 'day'] as const;
export type SpendingBy = (typeof SPENDING_BY)[number];

export class SpendingQuery {
  @ApiProperty({ enum: SPENDING_BY })
  @IsIn(SPENDING_BY)
  by!: SpendingBy;

  @QueryInstant('Started at or after. Default: the beginning of the day 30 days before `to`.')
  from?: string;

  @QueryInstant('Started before. Default: now.')
  to?: string;

  @QueryTimeZone()
  timeZone: string = 'UTC';
}

/** Amounts in credits. Charge and refund both count at the time the prediction was started. */
export class Spending {
  @ApiProperty({ description: 'Credits charged.' })
  charged!: number;
  @ApiProperty({ description: 'Credits of these that were refunded, because predictions failed.' })
  refunded!: number;
  @ApiProperty({ description: 'What remains of the charges.' })
  spent!: number;
  @ApiProperty({ type: 'integer', description: 'Predictions started.' })
  predictions!: number;
}

export class SpendingItem extends Spending {
  @ApiPropertyOptional({ description: 'By model.' })
  modelKey?: string;
  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    description: 'By model; null when it is not on offer any more.',
  })
  title?: string | null;
  @ApiPropertyOptional({ type: 'string', nullable: true, description: 'By key; null: in the dashboard.' })
  keyId?: string | null;
  @ApiPropertyOptional({ type: 'string', nullable: true, description: 'By key.' })
  name?: string | null;
  @ApiPropertyOptional({ type: 'string', nullable: true, description: 'By key.' })
  masked?: string | null;
  @ApiPropertyOptional({ format: 'date', description: 'By day.' })
  date?: string;
}

export class SpendingBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ enum: SPENDING_BY })
  by!: SpendingBy;
  @ApiProperty({ format: 'date-time' })
  from!: string;
  @ApiProperty({ format: 'date-time' })
  to!: string;
  @ApiProperty()
  timeZone!: string;
  @ApiProperty({
    type: [SpendingItem],
    description: 'By day: every day, oldest first. Else at most 100, what most was spent on first.',
  })
  items!: SpendingItem[];
  @ApiProperty({ description: 'The total, including parts that are not in `items`.' })
  total!: Spending;
}
