import { Body, Controller, Post } from '@nestjs/common';
import { ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiErrors, DashboardRoute, parsePublicId } from '../http/index.js';
import { Database } from '../database/index.js';
import { AppError } from '../errors/index.js';
import { fromCredits, toCredits } from './amount.js';
import { GrantBody, GrantDto } from './credits.dto.js';
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
  async grant(@Body() { accountId, amount, note }: GrantDto): Promise<GrantBody> {
    const account = parsePublicId('acc', accountId);
    if (account === null) throw new AppError('account_not_found');
    const balance = await this.database.transaction((tx) =>
      this.credits.grant(tx, { accountId: account, amount: fromCredits(amount), note }),
    );
    return { success: true, accountId, amount, balance: toCredits(balance) };
  }
}
