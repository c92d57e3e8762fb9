import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CreditsService } from '../credits/index.js';
import { AppError } from '../errors/index.js';
import {
  AnyCaller,
  ApiErrors,
  ApiKeyOrDashboardRoute,
  ApiListOrFile,
  ApiOperation,
  ApiParam,
  ApiTags,
  csvLine,
  OperatorRoute,
  parsePublicId,
  type Principal,
  sendCsv,
  sendJson,
  wantsFile,
} from '../http/index.js';
import { AdminUsageBody, UsageBody, type UsageItem, UsageQuery } from './usage.dto.js';
import { readUsageQuery, type UsageRange } from './usage.query.js';
import { type FileLane, UsageReader } from './usage.reader.js';
import { usageColumns, usageCsv } from './usage-csv.js';

const FILE_NAME = 'offprint-usage.csv';
const ABOUT =
  'Predictions that were started in [`from`, `to`), with what they were charged and refunded until now. A report reads at most 1,000,000 ' +
  'predictions and has at most 10,000 items (400), and takes 20 s at most (503). `Accept: text/csv` returns a file.';
const ABOUT_COSTS = ' With what the engines charged and what remains, where the catalogue has `engineCost`.';
const ORDER = 'Ordered by the grouped fields, in their order; days from the first to the last, null last.';

@ApiTags('Usage')
@Controller('api/usage')
@ApiKeyOrDashboardRoute(['billing'], { allow: 'read' })
export class UsageController {
  constructor(private readonly usage: UsageReader) {}

  @Get()
  @ApiOperation({
    operationId: 'getUsage',
    summary: 'The predictions of the account, their credits and durations, added up',
    description: ABOUT,
  })
  @ApiListOrFile(UsageBody, ORDER)
  @ApiErrors(400, 401, 403, 429)
  async read(
    @AnyCaller() { accountId }: Principal,
    @Query() query: UsageQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const range = readUsageQuery(query);
    const read = () => this.usage.ofAccount(accountId, range);
    await send(request, response, range, read, this.usage.fileLaneOf(accountId));
  }
}

@ApiTags('Admin')
@Controller('api/admin')
@OperatorRoute('usage:read')
export class AdminUsageController {
  constructor(
    private readonly usage: UsageReader,
    private readonly credits: CreditsService,
  ) {}

  @Get('usage')
  @ApiOperation({
    operationId: 'getAllUsage',
    summary: 'The predictions of all accounts, their credits and durations, added up',
    description: ABOUT + ABOUT_COSTS,
  })
  @ApiListOrFile(AdminUsageBody, ORDER)
  @ApiErrors(400, 401, 403)
  async readAll(
    @Query() query: UsageQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const range = readUsageQuery(query);
    const read = () => this.usage.ofAll(range);
    await send(request, response, range, read, this.usage.fileLaneOf(null), true);
  }

  @Get('accounts/:id/usage')
  @ApiParam({ name: 'id', example: 'acc_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' })
  @ApiOperation({
    operationId: 'getAccountUsage',
    summary: 'The predictions of an account, their credits and durations, added up',
    description: ABOUT + ABOUT_COSTS,
  })
  @ApiListOrFile(AdminUsageBody, ORDER)
  @ApiErrors(400, 401, 403, 404)
  async readAccount(
    @Param('id') id: string,
    @Query() query: UsageQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const range = readUsageQuery(query);
    const accountId = parsePublicId('acc', id);
    if (accountId === null) throw new AppError('account_not_found');
    await this.credits.walletOf(accountId);
    const read = () => this.usage.ofAccountWithCosts(accountId, range);
    await send(request, response, range, read, this.usage.fileLaneOf(null), true);
  }
}

async function send(
  request: Request,
  response: Response,
  { fields }: UsageRange,
  read: () => Promise<UsageItem[]>,
  inLane: FileLane,
  hasCosts = false,
): Promise<void> {
  if (!wantsFile(request, response)) {
    sendJson(response, { success: true, items: await read() });
    return;
  }
  const columns = usageColumns(fields, hasCosts);
  await inLane(async () => sendCsv(response, FILE_NAME, csvLine(columns), usageCsv(await read(), columns)));
}
