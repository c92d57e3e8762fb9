import { Body, Controller, Delete, Get, Header, Post, Query } from '@nestjs/common';
import { type AuditSource, CallerAudit } from '../../audit/index.js';
import {
  ApiCreated,
  ApiOk,
  ApiTags,
  DashboardRoute,
  IdParam,
  Operation,
  PageQuery,
} from '../../platform/http/index.js';
import {
  CreatedOperatorKeyBody,
  CreateOperatorKeyDto,
  OperatorKeyBody,
  OperatorKeysPage,
} from './operator-keys.dto.js';
import { OperatorKeys } from './operator-keys.service.js';

/** For administrators only: an operator key never creates another one. */
@ApiTags('Admin')
@Controller('api/admin/operator-keys')
@DashboardRoute('admin')
export class OperatorKeysController {
  constructor(private readonly keys: OperatorKeys) {}

  @Post()
  @Header('Cache-Control', 'no-store')
  @Operation(
    'Create an operator key; only this response contains the secret',
    'It works on the routes of `/api/admin` that name a scope of operator keys, and nowhere else. There are at most 20 usable ones.',
  )
  @ApiCreated(CreatedOperatorKeyBody, 403, 409)
  async createOperatorKey(
    @Body() body: CreateOperatorKeyDto,
    @CallerAudit() by: AuditSource,
  ): Promise<CreatedOperatorKeyBody> {
    return this.keys.create(body, by);
  }

  @Get()
  @Operation(
    'The operator keys, newest first, ended ones included',
    'Without the secrets. `masked` shows the end of each one.',
  )
  @ApiOk(OperatorKeysPage, 403)
  async listOperatorKeys(@Query() query: PageQuery): Promise<OperatorKeysPage> {
    return this.keys.list(query);
  }

  @Delete(':id')
  @Operation(
    'Revoke an operator key permanently; idempotent',
    'Requests with the key return 401 from then on.',
  )
  @ApiOk(OperatorKeyBody, 403)
  async revokeOperatorKey(
    @IdParam('opk') id: string,
    @CallerAudit() by: AuditSource,
  ): Promise<OperatorKeyBody> {
    return this.keys.revoke(id, by);
  }
}
