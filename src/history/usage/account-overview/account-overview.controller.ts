import { Controller, Get, Query } from '@nestjs/common';
import {
  ApiOk,
  ApiTags,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
  Operation,
} from '../../../platform/http/index.js';
import { OverviewBody, OverviewQuery } from './account-overview.dto.js';
import { OverviewService } from './account-overview.service.js';

@ApiTags('Dashboard')
@Controller('api/dashboard/overview')
@DashboardRoute('user', { allow: 'read' })
export class OverviewController {
  constructor(private readonly overview: OverviewService) {}

  @Get()
  @Operation(
    'Balance, spending of 30 days, limits, latest results; counts against nothing',
    'What the start page shows, in one request.',
  )
  @ApiOk(OverviewBody)
  async getOverview(
    @DashboardCaller() caller: DashboardPrincipal,
    @Query() { timeZone }: OverviewQuery,
  ): Promise<OverviewBody> {
    return this.overview.read(caller.accountId, timeZone);
  }
}
