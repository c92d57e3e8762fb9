import { createHash } from 'node:crypto';
import {
  type CanActivate,
  type ExecutionContext,
  ForbiddenException,
  Injectable,
  SetMetadata,
  UnauthorizedException,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { InjectRepository } from '@nestjs/typeorm';
import type { Request } from 'express';
import { IsNull, Repository } from 'typeorm';
import { ApiKey } from './api-key.entity.js';

export const Scopes = (...scopes: string[]) => SetMetadata('scopes', scopes);

export type AuthenticatedRequest = Request & { apiKey: ApiKey };

@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    @InjectRepository(ApiKey) private readonly keys: Repository<ApiKey>,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const [scheme, secret] = (request.headers.authorization ?? '').split(' ');
    if (scheme !== 'Bearer' || !secret) throw new UnauthorizedException();
    const secretHash = createHash('sha256').update(secret).digest('hex');
    const apiKey = await this.keys.findOne({ where: { secretHash, revokedAt: IsNull() } });
    if (!apiKey) throw new UnauthorizedException();
    const scopes = this.reflector.get<string[]>('scopes', context.getHandler());
    if (!scopes.some((scope) => apiKey.scopes.includes(scope))) throw new ForbiddenException();
    request.apiKey = apiKey;
    return true;
  }
}
