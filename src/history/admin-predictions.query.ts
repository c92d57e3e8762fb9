import { IsNotEmpty, IsString, MaxLength } from 'class-validator';
import { Field, OptionalInput } from '../platform/http/index.js';
import { HistorySearchQuery } from './history.dto.js';

export class AdminPredictionsQuery extends HistorySearchQuery {
  @OptionalInput.text(100, 'Whose they are.')
  accountId?: string;
}

export class FailPredictionDto {
  @Field({
    minLength: 1,
    maxLength: 500,
    description: 'Why; kept for the operator, not shown to the customer.',
  })
  @IsString()
  @IsNotEmpty()
  @MaxLength(500)
  note!: string;
}
