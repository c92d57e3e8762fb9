import { Injectable, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { ROUTE_ACCESS, type RouteAccess } from '../platform/http/index.js';

type Handler = (...parameters: unknown[]) => unknown;

export interface DeclaredRoute {
  /** `Controller.method (GET /api/path/:id)` */
  name: string;
  /** As Express reads it, with a slash in front. */
  path: string;
  /** Undefined when the route declares nothing. */
  access: RouteAccess | undefined;
}

/** Lists the routes of all controllers, also those of extensions. */
@Injectable()
export class DeclaredRoutes {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  list(): DeclaredRoute[] {
    return this.discovery.getControllers().flatMap(({ metatype }) => this.routesOf(metatype as Type));
  }

  private routesOf(controller: Type): DeclaredRoute[] {
    const prototype = controller.prototype as Record<string, Handler>;
    return this.scanner
      .getAllMethodNames(prototype)
      .filter((name) => Reflect.hasMetadata(METHOD_METADATA, prototype[name]!))
      .flatMap((name) => {
        const handler = prototype[name]!;
        const access = this.reflector.getAllAndOverride<RouteAccess | undefined>(ROUTE_ACCESS, [
          handler,
          controller,
        ]);
        const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
        return pathsOf(controller, handler).map((path) => ({
          name: `${controller.name}.${name} (${method} ${path})`,
          path,
          access,
        }));
      });
  }
}

/** Both decorators take one path or several. */
function pathsOf(controller: Type, handler: Handler): string[] {
  const [bases, owns] = [controller, handler].map((part) =>
    [(Reflect.getMetadata(PATH_METADATA, part) as string | string[] | undefined) ?? ''].flat(),
  );
  return bases!.flatMap((base) =>
    owns!.map((own) => `/${base}/${own}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1')),
  );
}
