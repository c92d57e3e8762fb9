import { Controller, Get, Req } from '@nestjs/common';
import {
  ApiErrors,
  type ApiKeyPrincipal,
  ApiKeyRoute,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  type AuthenticatedRequest,
  KeyCaller,
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
  @ApiOperation({
    operationId: 'readOwnKey',
    summary: 'The calling key: its settings, and what is left of its limits',
    description: 'For every key, whatever its scopes. Without the secret. Counts as a request.',
  })
  @ApiOkResponse({ type: OwnKeyBody })
  @ApiErrors(401, 403, 429)
  async read(
    @KeyCaller() { accountId, keyId }: ApiKeyPrincipal,
    @Req() { budget }: AuthenticatedRequest,
  ): Promise<OwnKeyBody> {
    return this.keys.readOwn(accountId, keyId, budget!);
  }
}
