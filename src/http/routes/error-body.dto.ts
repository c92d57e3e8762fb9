import { ERROR_CODES, type ErrorCode } from '../../errors/index.js';
import { ApiProperty, ApiPropertyOptional } from './api-decorators.js';

export class ErrorDetailBody {
  @ApiPropertyOptional({ description: 'The field of the request that was refused.' })
  field?: string;

  @ApiPropertyOptional({ description: 'Why.' })
  message?: string;
}

/** Every error but 429. */
export class ErrorBody {
  @ApiProperty({ type: 'integer', example: 403 })
  statusCode!: number;

  @ApiProperty({ type: 'string', enum: ERROR_CODES, example: 'insufficient_scope' })
  code!: ErrorCode;

  @ApiProperty()
  message!: string;

  @ApiProperty({ description: 'The same as the X-Request-Id header.' })
  requestId!: string;

  @ApiPropertyOptional({
    type: 'array',
    description:
      'What was refused, field by field; for `insufficient_credits` the facts `required` and `balance`.',
    items: {
      type: 'object',
      properties: {
        field: { type: 'string' },
        message: { type: 'string' },
        required: { type: 'number' },
        balance: { type: 'number' },
      },
      additionalProperties: false,
    },
  })
  details?: ErrorDetailBody[];
}

/** The body of 429, exactly. */
export class RateLimitBody {
  @ApiProperty({ type: 'integer', enum: [429] })
  statusCode!: 429;

  @ApiProperty({ example: 'Rate limit exceeded for this API key (120/min)' })
  message!: string;
}
