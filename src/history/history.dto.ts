import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsISO8601, IsOptional, IsString, MaxLength } from 'class-validator';
import { MODALITIES } from '../catalogue/index.js';
import { PredictionView } from '../generation/index.js';
import { PageQuery } from '../http/index.js';

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

  @ApiPropertyOptional({ maxLength: 100, description: 'The key that started it.' })
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

  @ApiPropertyOptional({ format: 'date-time', description: 'Created at or after.' })
  @IsOptional()
  @IsISO8601({ strict: true })
  from?: string;

  @ApiPropertyOptional({ format: 'date-time', description: 'Created before.' })
  @IsOptional()
  @IsISO8601({ strict: true })
  to?: string;
}

export class HistoryEntry extends PredictionView {
  @ApiProperty({ type: 'string', nullable: true })
  prompt!: string | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The input as it was run, defaults filled in.',
  })
  input!: Record<string, unknown>;
  @ApiProperty({ description: 'The key that started it.' })
  keyId!: string;
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
