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
} from '../platform/http/index.js';
import {
  CreatedKeyBody,
  CreateKeyDto,
  KeyBody,
  KeyListBody,
  KeysQuery,
  RotateKeyDto,
  UpdateKeyDto,
} from './keys.dto.js';
import { KeysService } from './keys.service.js';

const KeyId = () => ApiParam({ name: 'id', example: 'key_0199f0c2a1b27c3d8e4f5a6b7c8d9e0f' });

@ApiTags('API keys')
@Controller('api/keys')
export class KeysController {
  constructor(private readonly keys: KeysService) {}

  @Post()
  @DashboardRoute('user', { activeOnly: true, allow: 'keys' })
  @Header('Cache-Control', 'no-store')
  @ApiOperation({
    operationId: 'createKey',
    summary: 'Create a key; only this response contains the secret',
    description:
      'Store the secret at once: only its hash is kept. An account has at most 20 active and disabled keys.',
  })
  @ApiCreatedResponse({ type: CreatedKeyBody })
  @ApiErrors(400, 401, 403, 409, 413, 415)
  async create(
    @DashboardCaller() caller: DashboardPrincipal,
    @Body() body: CreateKeyDto,
    @CallerAudit() by: AuditSource,
  ): Promise<CreatedKeyBody> {
    return this.keys.create(caller.accountId, body, by);
  }

  @Get()
  @DashboardRoute('user', { allow: 'read' })
  @ApiOperation({
    operationId: 'listKeys',
    summary: 'The keys of the account, newest first, ended ones included',
    description: 'Without the secrets. `masked` shows the end of each one.',
  })
  @ApiOkResponse({ type: KeyListBody })
  @ApiErrors(400, 401)
  async list(@DashboardCaller() caller: DashboardPrincipal, @Query() query: KeysQuery): Promise<KeyListBody> {
    return this.keys.list(caller.accountId, query.cursor);
  }

  @Patch(':id')
  @DashboardRoute('user', { allow: 'keys' })
  @KeyId()
  @ApiOperation({
    operationId: 'updateKey',
    summary: 'Change settings of a key, disable or enable it',
    description:
      'Only the given settings change, from the next request on; scopes and environment never do. `null` removes a setting. A new `expiresAt` makes an expired key usable again.',
  })
  @ApiOkResponse({ type: KeyBody })
  @ApiErrors(400, 401, 404, 409, 413, 415)
  async update(
    @DashboardCaller() caller: DashboardPrincipal,
    @Param('id') id: string,
    @Body() body: UpdateKeyDto,
    @CallerAudit() by: AuditSource,
  ): Promise<KeyBody> {
    return this.keys.update(caller.accountId, id, body, by);
  }

  @Post(':id/rotate')
  @DashboardRoute('user', { activeOnly: true, allow: 'keys' })
  @Header('Cache-Control', 'no-store')
  @KeyId()
  @ApiOperation({
    operationId: 'rotateKey',
    summary: 'Replace a key; only this response contains the new secret',
    description:
      'The new key has the settings of the old one and shares its rate limit. The old one is `retiring` for `graceSeconds` and then revoked. Rotating the new key ends a predecessor that is still retiring.',
  })
  @ApiCreatedResponse({ type: CreatedKeyBody })
  @ApiErrors(400, 401, 403, 404, 409, 413, 415)
  async rotate(
    @DashboardCaller() caller: DashboardPrincipal,
    @Param('id') id: string,
    @Body() body: RotateKeyDto,
    @CallerAudit() by: AuditSource,
  ): Promise<CreatedKeyBody> {
    return this.keys.rotate(caller.accountId, id, body.graceSeconds, by);
  }

  @Delete(':id')
  @DashboardRoute('user', { allow: 'keys' })
  @KeyId()
  @ApiOperation({
    operationId: 'revokeKey',
    summary: 'Revoke a key permanently; idempotent',
    description:
      'Requests with the key return 401 from then on. A key that it has replaced and that is still retiring ends with it.',
  })
  @ApiOkResponse({ type: KeyBody })
  @ApiErrors(401, 404)
  async revoke(
    @DashboardCaller() caller: DashboardPrincipal,
    @Param('id') id: string,
    @CallerAudit() by: AuditSource,
  ): Promise<KeyBody> {
    return this.keys.revoke(caller.accountId, id, by);
  }
}
