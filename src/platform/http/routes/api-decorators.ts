/**
 * Deferred versions of the decorators of `@nestjs/swagger`. The library is a third of all modules that a start would
 * load, and most processes never serve openapi.json. So each use is recorded here, and `applyApiDecorators` applies
 * all of them in their original order when openapi.json is first requested.
 *
 * Only `openapi/` loads the library. An extension may also use the library's decorators directly.
 */
import type * as Swagger from '@nestjs/swagger';

type Library = typeof Swagger;
type Decorator = (target: object, key?: string | symbol, descriptor?: PropertyDescriptor) => unknown;
type DecoratorName = Extract<keyof Library, `Api${string}`>;

const deferred: ((library: Library) => void)[] = [];

/** Applies the recorded decorators, each once. @param library `@nestjs/swagger`. */
export function applyApiDecorators(library: Library): void {
  for (const apply of deferred.splice(0)) apply(library);
}

function defer<Name extends DecoratorName>(name: Name): Library[Name] {
  const decorator =
    (...options: unknown[]): Decorator =>
    (target, key) => {
      deferred.push((library) => {
        const create = library[name] as unknown as (...options: unknown[]) => Decorator;
        // Read now, not when recorded: another decorator may have replaced the method since.
        const descriptor = key === undefined ? undefined : Object.getOwnPropertyDescriptor(target, key);
        create(...options)(target, key, descriptor);
      });
    };
  return decorator as unknown as Library[Name];
}

export const ApiBearerAuth = defer('ApiBearerAuth');
export const ApiBody = defer('ApiBody');
export const ApiConsumes = defer('ApiConsumes');
export const ApiCreatedResponse = defer('ApiCreatedResponse');
export const ApiExtension = defer('ApiExtension');
export const ApiExtraModels = defer('ApiExtraModels');
export const ApiHeader = defer('ApiHeader');
export const ApiNoContentResponse = defer('ApiNoContentResponse');
export const ApiOkResponse = defer('ApiOkResponse');
export const ApiOperation = defer('ApiOperation');
export const ApiParam = defer('ApiParam');
export const ApiProperty = defer('ApiProperty');
export const ApiPropertyOptional = defer('ApiPropertyOptional');
export const ApiQuery = defer('ApiQuery');
export const ApiResponse = defer('ApiResponse');
export const ApiSecurity = defer('ApiSecurity');
export const ApiTags = defer('ApiTags');
