import { Body, Controller, Get, Patch } from '@nestjs/common';
import { type AuditSource, CallerAudit } from '../../audit/index.js';
import {
  ApiOk,
  ApiTags,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
  Operation,
} from '../../platform/http/index.js';
import { AccountSettingsBody, UpdateOwnAccountDto } from './account.dto.js';
import { AccountSettings } from './account-settings.js';

@ApiTags('Account')
@Controller('api/account')
export class AccountController {
  constructor(private readonly settings: AccountSettings) {}

  @Get()
  @DashboardRoute('user', { allow: 'read' })
  @Operation(
    'The signed-in user’s account: name, plan, limits, alert, suspension',
    'The balance is a route of its own.',
  )
  @ApiOk(AccountSettingsBody)
  async getOwnAccount(@DashboardCaller() { accountId }: DashboardPrincipal): Promise<AccountSettingsBody> {
    return this.settings.read(accountId);
  }

  @Patch()
  @DashboardRoute('user', { allow: 'settings' })
  @Operation(
    'Name the account, or set below which balance a mail is sent',
    'Only the given settings change. A balance that is already below a new `alertBelow` counts as a crossing at once. The next one ' +
      'is a fall below it after the balance was at it or above. Mails go to a verified address only, at most 10 an hour.',
  )
  @ApiOk(AccountSettingsBody)
  async updateOwnAccount(
    @DashboardCaller() { accountId }: DashboardPrincipal,
    @Body() body: UpdateOwnAccountDto,
    @CallerAudit() by: AuditSource,
  ): Promise<AccountSettingsBody> {
    return this.settings.update(accountId, body, by);
  }
}
