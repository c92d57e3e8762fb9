/**
 * Deferred versions of the decorators of `@nestjs/swagger`, which is a third of all modules that a start would load, while most processes
 * never serve openapi.json. So each use is recorded here, and `applyApiDecorators` applies all of them in their original order when
 * openapi.json is first requested.
 *
 * Only `openapi/` loads the library. An extension uses `apiDecorators`, or the library's own.
 */
import type * as Swagger from '@nestjs/swagger';

type Library = typeof Swagger;
type Decorator = (target: object, key?: string | symbol, descriptor?: PropertyDescriptor) => unknown;
type DecoratorName = Extract<keyof Library, `Api${string}`>;

const deferred: ((library: Library) => void)[] = [];

/** Applies each recorded decorator once. @param library `@nestjs/swagger`. */
export function applyApiDecorators(library: Library): void {
  for (const apply of deferred.splice(0)) apply(library);
}

function defer(name: DecoratorName) {
  return (...options: unknown[]): Decorator =>
    (target, key) => {
      deferred.push((library) => {
        const create = library[name] as unknown as (...options: unknown[]) => Decorator;
        // Read now, not when recorded: another decorator may have replaced the method since.
        const descriptor = key === undefined ? undefined : Object.getOwnPropertyDescriptor(target, key);
        create(...options)(target, key, descriptor);
      });
    };
}

/**
 * Decorators of `@nestjs/swagger` that load the library only when openapi.json is first requested: a start with them is as fast as
 * without. They take what those of the library take.
 */
export const apiDecorators: Pick<typeof Swagger, Extract<keyof typeof Swagger, `Api${string}`>> = new Proxy(
  {} as Library,
  { get: (_none, name) => defer(name as DecoratorName) },
);

export const {
  ApiBearerAuth,
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiExtension,
  ApiExtraModels,
  ApiHeader,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiProperty,
  ApiPropertyOptional,
  ApiQuery,
  ApiResponse,
  ApiSecurity,
  ApiTags,
} = apiDecorators;
