import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CreditsService } from '../../credits/index.js';
import {
  AnyCaller,
  ApiKeyOrDashboardRoute,
  ApiListOrFile,
  ApiTags,
  csvLine,
  IdParam,
  Operation,
  OperatorCaller,
  type OperatorPrincipal,
  OperatorRoute,
  type Principal,
  requirePublicId,
  sendCsv,
  sendJson,
  wantsFile,
} from '../../platform/http/index.js';
import { AdminUsageBody, UsageBody, type UsageItem, UsageQuery } from './usage.dto.js';
import { readUsageQuery, type UsageRange } from './usage.query.js';
import { UsageReader } from './usage.reader.js';
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
  @Operation('The predictions of the account, their credits and durations, added up', ABOUT)
  @ApiListOrFile(UsageBody, ORDER)
  async getUsage(
    @AnyCaller() { accountId }: Principal,
    @Query() query: UsageQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const range = readUsageQuery(query);
    const read = () => this.usage.ofAccount(accountId, range);
    const file = { owner: accountId, hasCosts: false, isNamed: true };
    await send(this.usage, { request, response, range, read, ...file });
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
  @Operation('The predictions of all accounts, their credits and durations, added up', ABOUT + ABOUT_COSTS)
  @ApiListOrFile(AdminUsageBody, ORDER)
  async getAllUsage(
    @OperatorCaller() caller: Principal | OperatorPrincipal,
    @Query() query: UsageQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const range = readUsageQuery(query);
    const read = () => this.usage.ofAll(range);
    const isNamed = mayKnowNames(caller);
    await send(this.usage, { request, response, range, read, owner: null, hasCosts: true, isNamed });
  }

  @Get('accounts/:id/usage')
  @Operation('The predictions of an account, their credits and durations, added up', ABOUT + ABOUT_COSTS)
  @ApiListOrFile(AdminUsageBody, ORDER)
  async getAccountUsage(
    @OperatorCaller() caller: Principal | OperatorPrincipal,
    @IdParam('acc') id: string,
    @Query() query: UsageQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const range = readUsageQuery(query);
    const accountId = requirePublicId('acc', id, 'account_not_found');
    await this.credits.walletOf(accountId);
    const read = () => this.usage.ofAccountWithCosts(accountId, range);
    const isNamed = mayKnowNames(caller);
    await send(this.usage, { request, response, range, read, owner: null, hasCosts: true, isNamed });
  }
}

/** An operator key without the accounts gets ids alone, as in the audit trail. */
const mayKnowNames = (caller: Principal | OperatorPrincipal): boolean =>
  caller.kind !== 'operator-key' || caller.scopes.includes('accounts:read');

interface Report {
  request: Request;
  response: Response;
  range: UsageRange;
  read: () => Promise<UsageItem[]>;
  /** Null: an administrator. */
  owner: string | null;
  hasCosts: boolean;
  /** Whether a file has the names of keys beside their ids. */
  isNamed: boolean;
}

async function send(
  usage: UsageReader,
  { request, response, range, read, owner, ...file }: Report,
): Promise<void> {
  if (!wantsFile(request, response)) {
    sendJson(response, { success: true, items: await read() });
    return;
  }
  const columns = usageColumns(range.fields, file);
  await usage.inFileLane(owner, async () => {
    const items = await read();
    const names = file.isNamed ? await usage.keyNames(owner, items) : new Map<string, string>();
    await sendCsv(response, FILE_NAME, csvLine(columns), usageCsv(items, columns, names));
  });
}
