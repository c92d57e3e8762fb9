import { Controller, Get, Query } from '@nestjs/common';
import {
  ApiErrors,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
} from '../../../platform/http/index.js';
import { OverviewBody, OverviewQuery } from './account-overview.dto.js';
import { OverviewService } from './account-overview.service.js';

@ApiTags('Dashboard')
@Controller('api/dashboard/overview')
@DashboardRoute('user', { allow: 'read' })
export class OverviewController {
  constructor(private readonly overview: OverviewService) {}

  @Get()
  @ApiOperation({
    operationId: 'getOverview',
    summary: 'Balance, spending of 30 days, limits, latest results; counts against nothing',
    description: 'What the start page shows, in one request.',
  })
  @ApiOkResponse({ type: OverviewBody })
  @ApiErrors(400, 401)
  async read(
    @DashboardCaller() caller: DashboardPrincipal,
    @Query() { timeZone }: OverviewQuery,
  ): Promise<OverviewBody> {
    return this.overview.read(caller.accountId, timeZone);
  }
}
