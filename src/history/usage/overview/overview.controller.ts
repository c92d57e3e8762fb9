import { Controller, Get, Query } from '@nestjs/common';
import { ApiOk, ApiTags, Operation, OperatorRoute } from '../../../platform/http/index.js';
import { AdminOverviewBody, AdminOverviewQuery } from './overview.dto.js';
import { readOverviewQuery } from './overview.query.js';
import { OverviewReader } from './overview.reader.js';

@ApiTags('Admin')
@Controller('api/admin/overview')
@OperatorRoute('usage:read')
export class AdminOverviewController {
  constructor(private readonly overview: OverviewReader) {}

  @Get()
  @Operation(
    'Revenue, margin, load and failures of all accounts, beside those of the time before',
    'Of [`from`, `to`) in whole hours, and of the range of the same length before it. Read from sums of the ledger, so it takes the ' +
      'same time whatever the number of predictions. `GET /api/admin/usage` adds up by other fields.',
  )
  @ApiOk(AdminOverviewBody)
  async getAdminOverview(@Query() query: AdminOverviewQuery): Promise<AdminOverviewBody> {
    return this.overview.read(readOverviewQuery(query));
  }
}
