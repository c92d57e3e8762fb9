import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Config } from '../config/index.js';
import { AppError } from '../errors/index.js';
import { hasMetricsAccess } from './metrics-access.js';

/** Callers without access get a 404. */
@Injectable()
export class MetricsAccessGuard implements CanActivate {
  constructor(private readonly config: Config) {}

  canActivate(context: ExecutionContext): true {
    const { socket, headers } = context.switchToHttp().getRequest<Request>();
    if (!hasMetricsAccess({ peer: socket.remoteAddress, headers }, this.config.metricsToken))
      throw new AppError('not_found');
    return true;
  }
}
