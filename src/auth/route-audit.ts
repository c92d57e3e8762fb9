import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DeclaredRoutes } from './declared-routes.js';

/** Fails the start if a route does not declare who may call it. */
@Injectable()
export class RouteAudit implements OnModuleInit {
  constructor(private readonly routes: DeclaredRoutes) {}

  onModuleInit(): void {
    const undeclared = this.routes.list().filter(({ access }) => !access);
    if (undeclared.length === 0) return;
    throw new Error(
      `These routes do not declare who may call them:\n${undeclared.map(({ name }) => `  - ${name}`).join('\n')}`,
    );
  }
}
