import { Controller, Get, Req } from '@nestjs/common';
import {
  type ApiKeyPrincipal,
  ApiKeyRoute,
  ApiOk,
  ApiTags,
  type AuthenticatedRequest,
  KeyCaller,
  Operation,
  SCOPES,
} from '../platform/http/index.js';
import { OwnKeyBody } from './keys.dto.js';
import { KeysService } from './keys.service.js';

@ApiTags('API keys')
@Controller('api/key')
export class OwnKeyController {
  constructor(private readonly keys: KeysService) {}

  @Get()
  @ApiKeyRoute(SCOPES)
  @Operation(
    'The calling key: its settings, and what is left of its limits',
    'For every key, whatever its scopes. Without the secret. Counts as a request.',
  )
  @ApiOk(OwnKeyBody)
  async readOwnKey(
    @KeyCaller() { accountId, keyId }: ApiKeyPrincipal,
    @Req() { budget }: AuthenticatedRequest,
  ): Promise<OwnKeyBody> {
    return this.keys.readOwn(accountId, keyId, budget!);
  }
}
