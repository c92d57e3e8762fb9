import { Controller, Get, Query } from '@nestjs/common';
import {
  ApiErrors,
  type ApiKeyPrincipal,
  ApiKeyRoute,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  KeyCaller,
} from '../platform/http/index.js';
import { HistoryPageBody, HistoryQuery } from './history.dto.js';
import { HistoryReader } from './history.reader.js';

@ApiTags('History')
@Controller('api/generate')
@ApiKeyRoute(['read'])
export class HistoryController {
  constructor(private readonly history: HistoryReader) {}

  @Get('history')
  @ApiOperation({
    operationId: 'listPredictions',
    summary: 'The account’s predictions, newest first',
    description: 'Filters combine. Pass `nextCursor` as `cursor` to read the next page.',
  })
  @ApiOkResponse({ type: HistoryPageBody })
  @ApiErrors(400, 401, 403, 429)
  async list(@KeyCaller() caller: ApiKeyPrincipal, @Query() query: HistoryQuery): Promise<HistoryPageBody> {
    return this.history.list(caller.accountId, query);
  }

  @Get('reframe/history')
  @ApiOperation({
    operationId: 'listReframes',
    summary: 'The account’s reframes, newest first',
    description: 'The history of the operation `reframe` alone, with the same filters.',
  })
  @ApiOkResponse({ type: HistoryPageBody })
  @ApiErrors(400, 401, 403, 429)
  async reframes(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Query() query: HistoryQuery,
  ): Promise<HistoryPageBody> {
    return this.history.list(caller.accountId, { ...query, operation: 'reframe' });
  }
}
