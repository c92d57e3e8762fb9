import { applyDecorators, Body, Controller, Headers, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { type AuditSource, CallerAudit } from '../audit/index.js';
import {
  ApiCreatedResponse,
  ApiError,
  ApiErrors,
  ApiIdempotencyKey,
  ApiTags,
  IDEMPOTENT_REPLAYED,
  Operation,
  OperatorCaller,
  type OperatorPrincipal,
  OperatorRoute,
  type Principal,
  requireIdempotencyKey,
  requirePublicId,
  RETRY_LATER,
} from '../platform/http/index.js';
import { fromCredits, toCredits } from './amount.js';
import { AdjustmentDto, GrantBody, GrantDto } from './credits.dto.js';
import { OperatorTransfers } from './operator-transfers.js';

const DescribeTransfer = () =>
  applyDecorators(
    ApiIdempotencyKey(),
    ApiCreatedResponse({ type: GrantBody, headers: IDEMPOTENT_REPLAYED }),
    ApiError(409, 'The first request with this Idempotency-Key is still running.', RETRY_LATER),
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
  @Operation('Grant credits to an account', ABOUT_KEYS)
  @DescribeTransfer()
  @ApiErrors(404, 422)
  async grantCredits(
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
  @Operation('Correct a balance by hand, up or down; never below zero', ABOUT_KEYS)
  @DescribeTransfer()
  @ApiErrors(402, 404, 422)
  async adjustCredits(
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
    const account = requirePublicId('acc', accountId, 'account_not_found');
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
