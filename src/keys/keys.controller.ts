import { Body, Controller, Delete, Get, Header, Param, Patch, Post, Query } from '@nestjs/common';
import { type AuditSource, CallerAudit } from '../audit/index.js';
import {
  ApiCreatedResponse,
  ApiErrors,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
} from '../http/index.js';
import { CreatedKeyBody, CreateKeyDto, KeyBody, KeyListBody, KeysQuery, UpdateKeyDto } from './keys.dto.js';
import { KeysService } from './keys.service.js';

const KeyId = () => ApiParam({ name: 'id', example: 'key_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' });

@ApiTags('API keys')
@Controller('api/keys')
@DashboardRoute()
export class KeysController {
  constructor(private readonly keys: KeysService) {}

  @Post()
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'createKey',
    summary: 'Create a key; only this response contains the secret',
    description: 'Store the secret at once: only its hash is kept. An account has at most 20 active keys.',
  })
  @ApiCreatedResponse({ type: CreatedKeyBody })
  @ApiErrors(400, 401, 409, 413, 415)
  async create(
    @DashboardCaller() caller: DashboardPrincipal,
    @Body() body: CreateKeyDto,
    @CallerAudit() source: AuditSource,
  ): Promise<CreatedKeyBody> {
    return this.keys.create(caller.accountId, body, source);
  }

  @Get()
  @ApiOperation({
    operationId: 'listKeys',
    summary: 'The keys of the account, newest first, revoked ones included',
    description: 'Without the secrets. `masked` shows the end of each one.',
  })
  @ApiOkResponse({ type: KeyListBody })
  @ApiErrors(400, 401)
  async list(@DashboardCaller() caller: DashboardPrincipal, @Query() query: KeysQuery): Promise<KeyListBody> {
    return this.keys.list(caller.accountId, query.cursor);
  }

  @Patch(':id')
  @KeyId()
  @ApiOperation({
    operationId: 'updateKey',
    summary: 'Change the name or the spend limit of a key',
    description: 'What is left out stays. Scopes and environment never change.',
  })
  @ApiOkResponse({ type: KeyBody })
  @ApiErrors(400, 401, 404, 413, 415)
  async update(
    @DashboardCaller() caller: DashboardPrincipal,
    @Param('id') id: string,
    @Body() body: UpdateKeyDto,
    @CallerAudit() source: AuditSource,
  ): Promise<KeyBody> {
    return this.keys.update(caller.accountId, id, body, source);
  }

  @Delete(':id')
  @KeyId()
  @ApiOperation({
    operationId: 'revokeKey',
    summary: 'Revoke a key permanently; idempotent',
    description: 'Requests with the key return 401 from then on.',
  })
  @ApiOkResponse({ type: KeyBody })
  @ApiErrors(401, 404)
  async revoke(@DashboardCaller() caller: DashboardPrincipal, @Param('id') id: string): Promise<KeyBody> {
    return this.keys.revoke(caller.accountId, id);
  }
}
