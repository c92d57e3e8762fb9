import { Body, Controller, Get, Header, Headers, Post, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AccountPlans, AccountsReader, AccountsService, requireCreditsScope } from '../accounts/index.js';
import {
  ABOUT_AUDIT,
  AdminAuditPageBody,
  AuditEventsReader,
  AuditQuery,
  type AuditSource,
  CallerAudit,
  sendAdminAudit,
} from '../audit/index.js';
import { CreatedKeyBody, CreateKeyDto, KeysService } from '../keys/index.js';
import { AppError } from '../platform/errors/index.js';
import {
  ApiBody,
  ApiCreated,
  ApiCreatedResponse,
  ApiError,
  ApiErrors,
  ApiIdempotencyKey,
  ApiListOrFile,
  ApiTags,
  IDEMPOTENT_REPLAYED,
  IdParam,
  Operation,
  OperatorCaller,
  type OperatorPrincipal,
  OperatorRoute,
  parsePublicId,
  type Principal,
  publicId,
  readIdempotencyKey,
  requireIdempotencyKey,
  RETRY_LATER,
} from '../platform/http/index.js';
import { AccountCreation } from './account-creation.js';
import { CreateAccountDto, CreatedAccountBody } from './operator-accounts.dto.js';

@ApiTags('Admin')
@Controller('api/admin/accounts')
export class OperatorAccountsController {
  constructor(
    private readonly creation: AccountCreation,
    private readonly reader: AccountsReader,
    private readonly accounts: AccountsService,
    private readonly plans: AccountPlans,
    private readonly keys: KeysService,
    private readonly events: AuditEventsReader,
  ) {}

  @Post()
  @OperatorRoute('accounts:write')
  @Operation(
    'Create an account, with or without a user',
    'It has `credits` and no sign-up credits. An operator key needs `credits:write` for `credits` and for a plan with `monthlyCredits`. A user is mailed a link that sets the password. An `Idempotency-Key` is kept for ever: a repeated request gets the same account, as it is now.',
  )
  @ApiIdempotencyKey()
  @ApiBody({ type: CreateAccountDto, required: false })
  @ApiCreatedResponse({ type: CreatedAccountBody, headers: IDEMPOTENT_REPLAYED })
  @ApiError(
    409,
    'The email or externalId is taken, or the first request with this Idempotency-Key is still running.',
    RETRY_LATER,
  )
  @ApiErrors(422)
  async createAccount(
    @OperatorCaller() caller: Principal | OperatorPrincipal,
    @Body() body: CreateAccountDto,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @CallerAudit() by: AuditSource,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CreatedAccountBody> {
    if (body.credits !== undefined) requireCreditsScope(caller);
    this.plans.requireScope(caller, body.plan);
    const reference =
      body.credits === undefined
        ? readIdempotencyKey(idempotencyKey)
        : requireIdempotencyKey(idempotencyKey, caller);
    const created = await this.creation.create(body, reference, by);
    if (created.replayed) response.setHeader('Idempotent-Replayed', 'true');
    return { success: true, ...(await this.reader.find(created.accountId)) };
  }

  @Post(':id/keys')
  @OperatorRoute('keys:write')
  @Header('Cache-Control', 'no-store')
  @Operation(
    'Create an API key of an account; only this response contains the secret',
    'As POST /api/keys does for the account’s own users: it has at most 20 active and disabled keys.',
  )
  @ApiCreated(CreatedKeyBody, 409)
  async createAccountKey(
    @IdParam('acc') id: string,
    @Body() body: CreateKeyDto,
    @CallerAudit() by: AuditSource,
  ): Promise<CreatedKeyBody> {
    const account = await this.accounts.requireKept(await this.find(id));
    return this.keys.create(account.id, body, by);
  }

  @Get(':id/audit')
  @OperatorRoute('accounts:read')
  @Operation('Who changed what in an account, newest first', ABOUT_AUDIT)
  @ApiListOrFile(AdminAuditPageBody, 'Newest first.')
  async listAccountAudit(
    @IdParam('acc') id: string,
    @Query() query: AuditQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const accountId = publicId('acc', await this.find(id));
    return sendAdminAudit({ events: this.events, isNamed: true }, { ...query, accountId }, request, response);
  }

  /** Returns the id as in the database. @throws 404. */
  private async find(accountId: string): Promise<string> {
    const id = parsePublicId('acc', accountId);
    if (id === null || !(await this.accounts.findAccount(id))) throw new AppError('account_not_found');
    return id;
  }
}
