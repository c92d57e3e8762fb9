import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { type AuditSource, CallerAudit } from '../../audit/index.js';
import {
  AnyCaller,
  ApiKeyOrDashboardRoute,
  ApiNoContent,
  ApiOk,
  ApiParam,
  ApiTags,
  Operation,
  type Principal,
} from '../../platform/http/index.js';
import { EndUserBody, LimitEndUserDto } from './end-users.dto.js';
import { EndUsers } from './end-users.service.js';
import { readSpendLimit } from './spend-limit.dto.js';

const ExternalUserId = (): ParameterDecorator => (target, key, index) => {
  const name = 'externalUserId';
  Param(name)(target, key, index);
  ApiParam({ name, example: 'customer-4711', description: '1–128 characters.' })(target, key!, {});
};

@ApiTags('End users')
@Controller('api/end-users')
export class EndUsersController {
  constructor(private readonly endUsers: EndUsers) {}

  @Get(':externalUserId')
  @ApiKeyOrDashboardRoute(['read'], { allow: 'keys' })
  @Operation(
    'The spend limit of an end user, and what counts towards it',
    'An end user is who `externalUserId` of a prediction names. It needs no registration.',
  )
  @ApiOk(EndUserBody)
  async getEndUser(
    @AnyCaller() { accountId }: Principal,
    @ExternalUserId() externalUserId: string,
  ): Promise<EndUserBody> {
    return this.endUsers.get(accountId, externalUserId);
  }

  @Put(':externalUserId')
  @ApiKeyOrDashboardRoute(['write'], { allow: 'keys' })
  @Operation(
    'Limit what predictions of an end user cost',
    'Holds for the next request. What was already spent in the current period counts. A prediction beyond the limit is ' +
      'rejected with 402 `end_user_spend_limit_reached`.',
  )
  @ApiOk(EndUserBody)
  async limitEndUser(
    @AnyCaller() { accountId }: Principal,
    @ExternalUserId() externalUserId: string,
    @Body() { spendLimit }: LimitEndUserDto,
    @CallerAudit() source: AuditSource,
  ): Promise<EndUserBody> {
    return this.endUsers.limit(accountId, externalUserId, readSpendLimit(spendLimit), source);
  }

  @Delete(':externalUserId')
  @ApiKeyOrDashboardRoute(['write'], { allow: 'keys' })
  @Operation('Remove the spend limit of an end user; idempotent', 'Its predictions are not affected.')
  @ApiNoContent()
  async removeEndUserLimit(
    @AnyCaller() { accountId }: Principal,
    @ExternalUserId() externalUserId: string,
    @CallerAudit() source: AuditSource,
  ): Promise<void> {
    await this.endUsers.limit(accountId, externalUserId, null, source);
  }
}
