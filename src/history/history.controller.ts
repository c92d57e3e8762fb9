import { Controller, Get, Query } from '@nestjs/common';
import {
  type ApiKeyPrincipal,
  ApiKeyRoute,
  ApiOk,
  ApiTags,
  KeyCaller,
  Operation,
} from '../platform/http/index.js';
import { HistoryPageBody, HistoryQuery } from './history.dto.js';
import { HistoryReader } from './history.reader.js';

@ApiTags('History')
@Controller('api/generate')
@ApiKeyRoute(['read'])
export class HistoryController {
  constructor(private readonly history: HistoryReader) {}

  @Get('history')
  @Operation(
    'The account’s predictions, newest first',
    'Filters combine. Pass `nextCursor` as `cursor` to read the next page.',
  )
  @ApiOk(HistoryPageBody)
  async listPredictions(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Query() query: HistoryQuery,
  ): Promise<HistoryPageBody> {
    return this.history.list(caller.accountId, query);
  }

  @Get('reframe/history')
  @Operation(
    'The account’s reframes, newest first',
    'The history of the operation `reframe` alone, with the same filters.',
  )
  @ApiOk(HistoryPageBody)
  async listReframes(
    @KeyCaller() caller: ApiKeyPrincipal,
    @Query() query: HistoryQuery,
  ): Promise<HistoryPageBody> {
    return this.history.list(caller.accountId, { ...query, operation: 'reframe' });
  }
}
