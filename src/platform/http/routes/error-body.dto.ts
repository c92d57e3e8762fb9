import { ERROR_CODES, type ErrorCode } from '../../errors/index.js';
import { WINDOW_UNIT } from '../../limits/index.js';
import { ApiProperty, ApiPropertyOptional } from './api-decorators.js';

export class ErrorDetailBody {
  @ApiPropertyOptional({ description: 'The rejected field of the request.' })
  field?: string;

  @ApiPropertyOptional({ description: 'The reason.' })
  message?: string;
}

/** The body of every error except 429. */
export class ErrorBody {
  @ApiProperty({ type: 'integer', example: 403 }) statusCode!: number;

  @ApiProperty({ type: 'string', enum: ERROR_CODES, example: 'insufficient_scope' })
  code!: ErrorCode;

  @ApiProperty() message!: string;

  @ApiProperty({ description: 'The same as the X-Request-Id header.' })
  requestId!: string;

  @ApiPropertyOptional({
    type: 'array',
    description:
      'The rejected fields; for `insufficient_credits` the values `required` and `balance`, for `account_owes` the value `owed`, for a spend limit `required`, `limit`, ' +
      '`spent` and `resetsAt` (null: never).',
    items: {
      type: 'object',
      properties: {
        field: { type: 'string' },
        message: { type: 'string' },
        required: { type: 'number' },
        balance: { type: 'number' },
        owed: { type: 'number' },
        limit: { type: 'number' },
        spent: { type: 'number' },
        resetsAt: { type: ['string', 'null'], format: 'date-time' },
      },
      additionalProperties: false,
    },
  })
  details?: ErrorDetailBody[];
}

/** The body of 429. It has no other fields. */
export class RateLimitBody {
  @ApiProperty({ type: 'integer', enum: [429] }) statusCode!: 429;

  @ApiProperty({ example: `Rate limit exceeded for this API key (120/${WINDOW_UNIT})` })
  message!: string;

  /** Declared for generated types: the union of all error bodies then has a code that needs no narrowing. */
  @ApiPropertyOptional({
    enum: ['rate_limited'],
    description: 'Never sent: the body has two fields. Compare the status.',
  })
  code?: 'rate_limited';
}
