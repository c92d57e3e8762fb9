import { applyDecorators, Body, Controller, Headers, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { type AuditSource, CallerAudit } from '../audit/index.js';
import { AppError } from '../platform/errors/index.js';
import {
  ApiCreatedResponse,
  ApiErrors,
  ApiIdempotencyKey,
  ApiOperation,
  ApiResponse,
  ApiTags,
  ErrorBody,
  IDEMPOTENT_REPLAYED,
  OperatorCaller,
  type OperatorPrincipal,
  OperatorRoute,
  parsePublicId,
  type Principal,
  requireIdempotencyKey,
} from '../platform/http/index.js';
import { fromCredits, toCredits } from './amount.js';
import { AdjustmentDto, GrantBody, GrantDto } from './credits.dto.js';
import { OperatorTransfers } from './operator-transfers.js';

const DescribeTransfer = () =>
  applyDecorators(
    ApiIdempotencyKey(),
    ApiCreatedResponse({ type: GrantBody, headers: IDEMPOTENT_REPLAYED }),
    ApiResponse({
      status: 409,
      description: 'The first request with this Idempotency-Key is still running.',
      type: ErrorBody,
      headers: { 'Retry-After': { description: 'Whole seconds.', schema: { type: 'integer', minimum: 1 } } },
    }),
  );

const ABOUT_KEYS =
  'An `Idempotency-Key` is kept with the transfer for ever, in one namespace for the whole installation: ' +
  'a repeated request gets the first response, also one of another sender. Operator keys must send one.';

@ApiTags('Admin')
@Controller('api/admin/credits')
@OperatorRoute('credits:write')
export class AdminCreditsController {
  constructor(private readonly transfers: OperatorTransfers) {}

  @Post('grants')
  @ApiOperation({
    operationId: 'grantCredits',
    summary: 'Grant credits to an account',
    description: ABOUT_KEYS,
  })
  @DescribeTransfer()
  @ApiErrors(400, 401, 403, 404, 422)
  async grant(
    @OperatorCaller() caller: Principal | OperatorPrincipal,
    @CallerAudit() source: AuditSource,
    @Body() body: GrantDto,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GrantBody> {
    const reference = requireIdempotencyKey(idempotencyKey, caller);
    return this.deliver(source, 'grant', body, reference, response);
  }

  @Post('adjustments')
  @ApiOperation({
    operationId: 'adjustCredits',
    summary: 'Correct a balance by hand, up or down; never below zero',
    description: ABOUT_KEYS,
  })
  @DescribeTransfer()
  @ApiErrors(400, 401, 402, 403, 404, 422)
  async adjust(
    @OperatorCaller() caller: Principal | OperatorPrincipal,
    @CallerAudit() source: AuditSource,
    @Body() body: AdjustmentDto,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GrantBody> {
    const reference = requireIdempotencyKey(idempotencyKey, caller);
    return this.deliver(source, 'adjustment', body, reference, response);
  }

  private async deliver(
    source: AuditSource,
    kind: 'grant' | 'adjustment',
    { accountId, amount, note, expiresAt }: GrantDto,
    reference: string | null,
    response: Response,
  ): Promise<GrantBody> {
    const account = parsePublicId('acc', accountId);
    if (account === null) throw new AppError('account_not_found');
    const transfer = {
      kind,
      accountId: account,
      amount: fromCredits(amount),
      note,
      reference,
      ...(expiresAt && { expiresAt: new Date(expiresAt) }),
    };
    const delivered = await this.transfers.deliver(transfer, source);
    const balance = toCredits(delivered.balance);
    if (delivered.replayed) response.setHeader('Idempotent-Replayed', 'true');
    return { success: true, accountId, amount, balance };
  }
}
