import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { MODALITIES, OPERATIONS } from '../catalogue/index.js';
import { PredictionView } from '../generation/index.js';
import { ApiProperty, ApiPropertyOptional, PageQuery, QueryInstant } from '../platform/http/index.js';

/** The query parameters of the history. */
export class HistoryQuery extends PageQuery {
  @ApiPropertyOptional({ enum: ['processing', 'completed', 'failed'] })
  @IsOptional()
  @IsIn(['processing', 'completed', 'failed'])
  status?: string;

  @ApiPropertyOptional({ enum: MODALITIES })
  @IsOptional()
  @IsIn(MODALITIES)
  modality?: string;

  @ApiPropertyOptional({ maxLength: 100 })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  modelKey?: string;

  @ApiPropertyOptional({
    maxLength: 100,
    description: 'The key that started it; `dashboard` for predictions started there, without a key.',
  })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  keyId?: string;

  @ApiPropertyOptional({ enum: ['live', 'test'] })
  @IsOptional()
  @IsIn(['live', 'test'])
  env?: string;

  @ApiPropertyOptional({ maxLength: 128 })
  @IsOptional()
  @IsString()
  @MaxLength(128)
  externalUserId?: string;

  @QueryInstant('Created at or after.')
  from?: string;

  @QueryInstant('Created before.')
  to?: string;
}

/** The filters of the dashboard's list. */
export class HistorySearchQuery extends HistoryQuery {
  @ApiPropertyOptional({ enum: OPERATIONS })
  @IsOptional()
  @IsIn(OPERATIONS)
  operation?: string;

  @ApiPropertyOptional({ maxLength: 100, description: 'The complete id of one prediction.' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  predictionId?: string;
}

/** A prediction in the history. */
export class HistoryEntry extends PredictionView {
  @ApiProperty({ type: 'string', nullable: true })
  prompt!: string | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The input with defaults filled in.',
  })
  input!: Record<string, unknown>;
  @ApiProperty({
    type: 'string',
    nullable: true,
    description: 'The key that started it; null: it was started in the dashboard.',
  })
  keyId!: string | null;
  @ApiProperty({ enum: ['live', 'test'] })
  env!: 'live' | 'test';
}

export class HistoryPageBody {
  @ApiProperty({ enum: [true] })
  success!: true;
  @ApiProperty({ type: [HistoryEntry] })
  items!: HistoryEntry[];
  @ApiProperty({ type: 'string', nullable: true })
  nextCursor!: string | null;
}
