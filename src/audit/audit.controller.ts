import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import {
  ApiListOrFile,
  ApiTags,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
  Operation,
  OperatorCaller,
  type OperatorPrincipal,
  OperatorRoute,
  type Principal,
  sendCsv,
  sendJson,
  wantsFile,
} from '../platform/http/index.js';
import { AdminAuditPageBody, AdminAuditQuery, AuditPageBody, AuditQuery } from './audit.dto.js';
import { AUDIT_CSV_HEADER, auditCsv } from './audit-csv.js';
import { AuditEventsReader } from './audit-events.reader.js';
import { ABOUT_AUDIT, AUDIT_FILE_NAME, sendAdminAudit } from './send-audit.js';

@ApiTags('Audit')
@Controller('api/audit')
@DashboardRoute('user', { allow: 'manage' })
export class AuditController {
  constructor(private readonly events: AuditEventsReader) {}

  @Get()
  @Operation('Who changed what in the account, newest first', ABOUT_AUDIT)
  @ApiListOrFile(AuditPageBody, 'Newest first.')
  async listAudit(
    @DashboardCaller() { accountId }: DashboardPrincipal,
    @Query() query: AuditQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (wantsFile(request, response))
      return this.events.sendFile(accountId, () =>
        sendCsv(response, AUDIT_FILE_NAME, AUDIT_CSV_HEADER, auditCsv(this.events.batches(accountId, query))),
      );
    sendJson(response, await this.events.list(accountId, query));
  }
}

@ApiTags('Admin')
@Controller('api/admin/audit')
@OperatorRoute('usage:read')
export class AdminAuditController {
  constructor(private readonly events: AuditEventsReader) {}

  @Get()
  @Operation(
    'Who changed what in all accounts and in the installation, newest first',
    `${ABOUT_AUDIT} An operator key without \`accounts:read\` gets ids, and no names of people.`,
  )
  @ApiListOrFile(AdminAuditPageBody, 'Newest first.')
  async listAllAudit(
    @OperatorCaller() caller: Principal | OperatorPrincipal,
    @Query() query: AdminAuditQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const isNamed = caller.kind !== 'operator-key' || caller.scopes.includes('accounts:read');
    return sendAdminAudit({ events: this.events, isNamed }, query, request, response);
  }
}
