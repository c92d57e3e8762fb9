import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import {
  type AuthenticatedRequest,
  callerAddress,
  type OperatorPrincipal,
  plainAddress,
  type Principal,
  publicId,
  type RequestWithId,
} from '../platform/http/index.js';
import type { AuditActor, AuditSource } from './audit-trail.js';

/** For changes that the process itself makes: rounds, and settings that it reads at the start. */
export const SYSTEM_SOURCE: AuditSource = {
  actor: { kind: 'system', id: null },
  address: null,
  requestId: null,
};

/** For changes that an operator makes with a command. */
export const COMMAND_SOURCE: AuditSource = {
  actor: { kind: 'command', id: null },
  address: null,
  requestId: null,
};

export function actorOf(principal: Principal | OperatorPrincipal): AuditActor {
  if (principal.kind === 'operator-key')
    return { kind: 'operator_key', id: publicId('opk', principal.keyId) };
  if (principal.kind === 'api-key') return { kind: 'api_key', id: publicId('key', principal.keyId) };
  return { kind: principal.role === 'admin' ? 'admin' : 'user', id: publicId('usr', principal.userId) };
}

/** @param actor of a request without a principal, such as a password reset by link. */
export function auditSourceOf(request: Request, actor?: AuditActor): AuditSource {
  const { principal } = request as AuthenticatedRequest;
  const by = actor ?? (principal ? actorOf(principal) : SYSTEM_SOURCE.actor);
  return {
    actor: by,
    address: plainAddress(callerAddress(request)),
    requestId: (request as RequestWithId).id,
    signInId: principal?.kind === 'dashboard' ? principal.familyId : null,
  };
}

/** Injects who calls the route, from where and in which request: pass it to the service that records the change. */
export const CallerAudit = createParamDecorator((_data: unknown, context: ExecutionContext): AuditSource =>
  auditSourceOf(context.switchToHttp().getRequest<Request>()),
);
