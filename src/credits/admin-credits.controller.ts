import { Body, Controller, Post } from '@nestjs/common';
import { Database } from '../database/index.js';
import { AppError } from '../errors/index.js';
import {
  ApiCreatedResponse,
  ApiErrors,
  ApiOperation,
  ApiTags,
  auditAdmin,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
  parsePublicId,
} from '../http/index.js';
import { fromCredits, toCredits } from './amount.js';
import { AdjustmentDto, GrantBody, GrantDto } from './credits.dto.js';
import { CreditsService } from './credits.service.js';

@ApiTags('Admin')
@Controller('api/admin/credits')
@DashboardRoute('admin')
export class AdminCreditsController {
  constructor(
    private readonly credits: CreditsService,
    private readonly database: Database,
  ) {}

  @Post('grants')
  @ApiOperation({ operationId: 'grantCredits', summary: 'Grant credits to an account' })
  @ApiCreatedResponse({ type: GrantBody })
  @ApiErrors(400, 401, 403, 404)
  async grant(@DashboardCaller() admin: DashboardPrincipal, @Body() body: GrantDto): Promise<GrantBody> {
    return this.change(admin, 'grant', body);
  }

  @Post('adjustments')
  @ApiOperation({
    operationId: 'adjustCredits',
    summary: 'Correct a balance by hand, up or down; never below zero',
  })
  @ApiCreatedResponse({ type: GrantBody })
  @ApiErrors(400, 401, 402, 403, 404)
  async adjust(
    @DashboardCaller() admin: DashboardPrincipal,
    @Body() body: AdjustmentDto,
  ): Promise<GrantBody> {
    return this.change(admin, 'adjust', body);
  }

  private async change(
    admin: DashboardPrincipal,
    verb: 'grant' | 'adjust',
    { accountId, amount, note }: GrantDto,
  ): Promise<GrantBody> {
    const account = parsePublicId('acc', accountId);
    if (account === null) throw new AppError('account_not_found');
    const thousandths = await this.database.transaction((tx) =>
      this.credits[verb](tx, { accountId: account, amount: fromCredits(amount), note }),
    );
    const balance = toCredits(thousandths);
    auditAdmin(admin, `credits.${verb}`, { accountId, amount, balance, note });
    return { success: true, accountId, amount, balance };
  }
}
