import { Controller, Get, Query } from '@nestjs/common';
import { apiDecorators, ApiErrors, DashboardCaller, type DashboardPrincipal, DashboardRoute } from 'offprint';
import { RequestsPageBody, RequestsQuery } from './request-record.dto.js';
import { RequestRecordsReader } from './request-records.reader.js';

const { ApiOkResponse, ApiOperation, ApiTags } = apiDecorators;

@ApiTags('Requests')
@Controller('api/requests')
@DashboardRoute('user', { allow: 'read' })
export class RequestsController {
  constructor(private readonly records: RequestRecordsReader) {}

  @Get()
  @ApiOperation({
    operationId: 'listRequests',
    summary: 'The requests of the account’s API keys, newest first',
    description:
      'Also those that were refused, except with 401. A request is in the list about a second after its response. Filters combine. A page ' +
      'reads 2,000 requests at most: with filters it can have fewer items than `limit`, or none, and still a `nextCursor`. The operator sets ' +
      'how long requests are kept with `REQUEST_LOG_DAYS` (default: 7, which is also the most; 0: none are recorded).',
  })
  @ApiOkResponse({ type: RequestsPageBody, description: 'Newest first.' })
  @ApiErrors(400, 401)
  async list(
    @DashboardCaller() { accountId }: DashboardPrincipal,
    @Query() query: RequestsQuery,
  ): Promise<RequestsPageBody> {
    return this.records.list(accountId, query);
  }
}
