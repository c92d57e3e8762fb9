import { Body, Controller, Delete, Get, Header, Param, Post, Query } from '@nestjs/common';
import { type AuditSource, CallerAudit } from '../../audit/index.js';
import {
  ApiCreatedResponse,
  ApiErrors,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
  DashboardRoute,
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
  @ApiOperation({
    operationId: 'createOperatorKey',
    summary: 'Create an operator key; only this response contains the secret',
    description:
      'It works on the routes of `/api/admin` that name a scope of operator keys, and nowhere else. There are at most 20 usable ones.',
  })
  @ApiCreatedResponse({ type: CreatedOperatorKeyBody })
  @ApiErrors(400, 401, 403, 409, 413, 415)
  async create(
    @Body() body: CreateOperatorKeyDto,
    @CallerAudit() by: AuditSource,
  ): Promise<CreatedOperatorKeyBody> {
    return this.keys.create(body, by);
  }

  @Get()
  @ApiOperation({
    operationId: 'listOperatorKeys',
    summary: 'The operator keys, newest first, ended ones included',
    description: 'Without the secrets. `masked` shows the end of each one.',
  })
  @ApiOkResponse({ type: OperatorKeysPage })
  @ApiErrors(400, 401, 403)
  async list(@Query() query: PageQuery): Promise<OperatorKeysPage> {
    return this.keys.list(query);
  }

  @Delete(':id')
  @ApiParam({ name: 'id', example: 'opk_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' })
  @ApiOperation({
    operationId: 'revokeOperatorKey',
    summary: 'Revoke an operator key permanently; idempotent',
    description: 'Requests with the key return 401 from then on.',
  })
  @ApiOkResponse({ type: OperatorKeyBody })
  @ApiErrors(401, 403, 404)
  async revoke(@Param('id') id: string, @CallerAudit() by: AuditSource): Promise<OperatorKeyBody> {
    return this.keys.revoke(id, by);
  }
}
