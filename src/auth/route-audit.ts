import { Injectable, type OnModuleInit, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ROUTE_ACCESS } from '../http/index.js';

type Handler = (...parameters: unknown[]) => unknown;

/** Checks every route when the application starts. Fails the start if one does not declare who may call it. */
@Injectable()
export class RouteAudit implements OnModuleInit {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onModuleInit(): void {
    const undeclared = this.discovery
      .getControllers()
      .flatMap(({ metatype }) => this.undeclaredRoutesOf(metatype as Type));
    if (undeclared.length === 0) return;
    throw new Error(
      `These routes do not declare who may call them:\n${undeclared.map((route) => `  - ${route}`).join('\n')}`,
    );
  }

  private undeclaredRoutesOf(controller: Type): string[] {
    const prototype = controller.prototype as Record<string, Handler>;
    return this.scanner
      .getAllMethodNames(prototype)
      .filter((name) => Reflect.hasMetadata(METHOD_METADATA, prototype[name]!))
      .filter((name) => !this.reflector.getAllAndOverride(ROUTE_ACCESS, [prototype[name]!, controller]))
      .map((name) => describe(controller, name, prototype[name]!));
  }
}

function describe(controller: Type, name: string, handler: Handler): string {
  const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
  const paths = [controller, handler].map((part) => String(Reflect.getMetadata(PATH_METADATA, part) ?? ''));
  const path = `/${paths.join('/')}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1');
  return `${controller.name}.${name} (${method} ${path})`;
}
