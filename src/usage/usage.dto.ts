import { IsOptional, IsString, MaxLength } from 'class-validator';
import { ApiProperty, ApiPropertyOptional, QueryInstant } from '../platform/http/index.js';
import { USAGE_FIELDS } from './usage.query.js';

const FIELD = `(${USAGE_FIELDS.join('|')})`;

/** The query of the three routes. */
export class UsageQuery {
  @QueryInstant(
    'Started at or after. At most 366 days before `to`. Default: the beginning of the day (UTC) 30 days before `to`.',
  )
  from?: string;

  @QueryInstant('Started before. Default: now.')
  to?: string;

  @ApiPropertyOptional({
    type: 'string',
    maxLength: 100,
    pattern: `^${FIELD}(,${FIELD})*$`,
    default: 'day',
    example: 'day,modelKey',
    description: `Comma-separated, any of ${USAGE_FIELDS.join(', ')}. Items have these fields and are ordered by them.`,
  })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  groupBy: string = 'day';
}

/** The predictions of a group. Credits count at the time at which the prediction was started, as in the spending. */
export class UsageItem {
  @ApiPropertyOptional({ format: 'date', example: '2026-11-20', description: 'When they were started, UTC.' })
  day?: string;
  @ApiPropertyOptional({ example: 'embedded-image' })
  modelKey?: string;
  @ApiPropertyOptional({ type: 'string', nullable: true, description: 'Null: started in the dashboard.' })
  keyId?: string | null;
  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    description: 'Null: removed after their retention.',
  })
  modality?: string | null;
  @ApiPropertyOptional({
    type: 'string',
    nullable: true,
    description: 'Null: of no end user, or removed after their retention.',
  })
  externalUserId?: string | null;
  @ApiPropertyOptional({ enum: ['processing', 'completed', 'failed'] })
  status?: string;
  @ApiProperty({ type: 'integer', description: 'Predictions, also those that are processing.' })
  count!: number;
  @ApiProperty({ type: 'integer' })
  completed!: number;
  @ApiProperty({ type: 'integer' })
  failed!: number;
  @ApiProperty({ description: 'Credits charged.' })
  credits!: number;
  @ApiProperty({ description: 'Credits of these that were refunded, because predictions failed.' })
  refunded!: number;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description:
      'Seconds from start to end, median of the completed predictions. Null without any, and when all were removed after their retention.',
  })
  p50Seconds!: number | null;
  @ApiProperty({ type: 'number', nullable: true, description: 'The same, 95th percentile.' })
  p95Seconds!: number | null;
}

export class UsageBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [UsageItem], description: 'At most 10,000; else 400.' })
  items!: UsageItem[];
}

/** As administrators see it. */
export class AdminUsageItem extends UsageItem {
  @ApiProperty({
    type: 'number',
    nullable: true,
    description:
      'Credits that the engines charged for the completed predictions, by `engineCost` of the catalogue. Null when it is missing for the model of one of them.',
  })
  engineCost!: number | null;
  @ApiProperty({
    type: 'number',
    nullable: true,
    description: 'Credits of the completed predictions without `engineCost`; null with it.',
  })
  margin!: number | null;
}

export class AdminUsageBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [AdminUsageItem], description: 'At most 10,000; else 400.' })
  items!: AdminUsageItem[];
}
