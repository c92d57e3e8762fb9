import { applyDecorators, Controller, Get, Query, Req, Res, type Type } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  ApiErrors,
  ApiExtraModels,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
  sendCsv,
} from '../http/index.js';
import { AdminAuditPageBody, AdminAuditQuery, AuditPageBody, AuditQuery } from './audit.dto.js';
import { ADMIN_AUDIT_CSV_HEADER, adminAuditCsv, AUDIT_CSV_HEADER, auditCsv } from './audit-csv.js';
import { AuditEventsReader } from './audit-events.reader.js';

const FILE_NAME = 'offprint-audit.csv';
const ABOUT =
  'Filters combine. A page reads 2,000 events at most: with several filters it can have fewer items than `limit`, or none, and still a ' +
  '`nextCursor`. `Accept: text/csv` returns all pages in one file.';

const ApiListOrFile = (page: Type) =>
  applyDecorators(
    ApiExtraModels(page),
    ApiOkResponse({
      description: 'Newest first.',
      content: {
        'application/json': { schema: { $ref: `#/components/schemas/${page.name}` } },
        'text/csv': { schema: { type: 'string' } },
      },
    }),
  );

@ApiTags('Audit')
@Controller('api/audit')
@DashboardRoute()
export class AuditController {
  constructor(private readonly events: AuditEventsReader) {}

  @Get()
  @ApiOperation({
    operationId: 'listAudit',
    summary: 'Who changed what in the account, newest first',
    description: ABOUT,
  })
  @ApiListOrFile(AuditPageBody)
  @ApiErrors(400, 401)
  async list(
    @DashboardCaller() { accountId }: DashboardPrincipal,
    @Query() query: AuditQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (wantsFile(request, response))
      return sendCsv(response, FILE_NAME, AUDIT_CSV_HEADER, auditCsv(this.events.batches(accountId, query)));
    sendJson(response, await this.events.list(accountId, query));
  }
}

@ApiTags('Admin')
@Controller('api/admin/audit')
@DashboardRoute('admin')
export class AdminAuditController {
  constructor(private readonly events: AuditEventsReader) {}

  @Get()
  @ApiOperation({
    operationId: 'listAllAudit',
    summary: 'Who changed what in all accounts and in the installation, newest first',
    description: ABOUT,
  })
  @ApiListOrFile(AdminAuditPageBody)
  @ApiErrors(400, 401, 403)
  async list(
    @Query() query: AdminAuditQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const file = () => adminAuditCsv(this.events.batchesOfAll(query));
    if (wantsFile(request, response)) return sendCsv(response, FILE_NAME, ADMIN_AUDIT_CSV_HEADER, file());
    sendJson(response, await this.events.listAll(query));
  }
}

/** Not `response.json`, which answers 304 to `If-None-Match: *` although the list has no ETag. */
function sendJson(response: Response, body: object): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(body));
}

/** JSON is the default, also for a caller that accepts everything. */
function wantsFile(request: Request, response: Response): boolean {
  response.vary('Accept');
  return request.accepts('application/json', 'text/csv') === 'text/csv';
}
