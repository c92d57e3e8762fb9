import { Body, Controller, Delete, Get, Header, Patch, Post, Query } from '@nestjs/common';
import { type AuditSource, CallerAudit } from '../audit/index.js';
import {
  ApiCreated,
  ApiOk,
  ApiTags,
  DashboardCaller,
  type DashboardPrincipal,
  DashboardRoute,
  IdParam,
  Operation,
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

@ApiTags('API keys')
@Controller('api/keys')
export class KeysController {
  constructor(private readonly keys: KeysService) {}

  @Post()
  @DashboardRoute('user', { activeOnly: true, allow: 'keys' })
  @Header('Cache-Control', 'no-store')
  @Operation(
    'Create a key; only this response contains the secret',
    'Store the secret at once: only its hash is kept. An account has at most 20 active and disabled keys.',
  )
  @ApiCreated(CreatedKeyBody, 409)
  async createKey(
    @DashboardCaller() caller: DashboardPrincipal,
    @Body() body: CreateKeyDto,
    @CallerAudit() by: AuditSource,
  ): Promise<CreatedKeyBody> {
    return this.keys.create(caller.accountId, body, by);
  }

  @Get()
  @DashboardRoute('user', { allow: 'read' })
  @Operation(
    'The keys of the account, newest first, ended ones included',
    'Without the secrets. `masked` shows the end of each one.',
  )
  @ApiOk(KeyListBody)
  async listKeys(
    @DashboardCaller() caller: DashboardPrincipal,
    @Query() query: KeysQuery,
  ): Promise<KeyListBody> {
    return this.keys.list(caller.accountId, query.cursor);
  }

  @Patch(':id')
  @DashboardRoute('user', { allow: 'keys' })
  @Operation(
    'Change settings of a key, disable or enable it',
    'Only the given settings change, from the next request on; scopes and environment never do. `null` removes a setting. A new `expiresAt` makes an expired key usable again.',
  )
  @ApiOk(KeyBody, 409)
  async updateKey(
    @DashboardCaller() caller: DashboardPrincipal,
    @IdParam('key') id: string,
    @Body() body: UpdateKeyDto,
    @CallerAudit() by: AuditSource,
  ): Promise<KeyBody> {
    return this.keys.update(caller.accountId, id, body, by);
  }

  @Post(':id/rotate')
  @DashboardRoute('user', { activeOnly: true, allow: 'keys' })
  @Header('Cache-Control', 'no-store')
  @Operation(
    'Replace a key; only this response contains the new secret',
    'The new key has the settings of the old one and shares its rate limit. The old one is `retiring` for `graceSeconds` and then revoked. Rotating the new key ends a predecessor that is still retiring.',
  )
  @ApiCreated(CreatedKeyBody, 409)
  async rotateKey(
    @DashboardCaller() caller: DashboardPrincipal,
    @IdParam('key') id: string,
    @Body() body: RotateKeyDto,
    @CallerAudit() by: AuditSource,
  ): Promise<CreatedKeyBody> {
    return this.keys.rotate(caller.accountId, id, body.graceSeconds, by);
  }

  @Delete(':id')
  @DashboardRoute('user', { allow: 'keys' })
  @Operation(
    'Revoke a key permanently; idempotent',
    'Requests with the key return 401 from then on. A key that it has replaced and that is still retiring ends with it.',
  )
  @ApiOk(KeyBody)
  async revokeKey(
    @DashboardCaller() caller: DashboardPrincipal,
    @IdParam('key') id: string,
    @CallerAudit() by: AuditSource,
  ): Promise<KeyBody> {
    return this.keys.revoke(caller.accountId, id, by);
  }
}
