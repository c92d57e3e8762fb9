import { IsNotEmpty, IsOptional, IsString, MaxLength } from 'class-validator';
import { ApiProperty, ApiPropertyOptional } from '../platform/http/index.js';
import { HistorySearchQuery } from './history.dto.js';

export class AdminPredictionsQuery extends HistorySearchQuery {
  @ApiPropertyOptional({ maxLength: 100, description: 'Whose they are.' })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  accountId?: string;
}

/** Body of POST /api/admin/predictions/:predictionId/fail. */
export class FailPredictionDto {
  @ApiProperty({
    minLength: 1,
    maxLength: 500,
    description: 'Why; kept for the operator, not shown to the customer.',
  })
  @IsString()
  @IsNotEmpty()
  @MaxLength(500)
  note!: string;
}
