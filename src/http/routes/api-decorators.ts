/**
 * The decorators that describe the API, as `@nestjs/swagger` has them, put off until the description is asked for.
 * The library is a third of all modules that a start would load, and most processes are never asked. So each use is
 * noted here, and `describeNow` carries all of them out, in the order in which they were written.
 *
 * Only `openapi/` loads the library. An extension may use its decorators directly: the two go together.
 */
import type * as Swagger from '@nestjs/swagger';

type Library = typeof Swagger;
type Decorator = (target: object, key?: string | symbol, descriptor?: PropertyDescriptor) => unknown;
type DecoratorName = Extract<keyof Library, `Api${string}`>;

const noted: ((library: Library) => void)[] = [];

/** @param library `@nestjs/swagger`. What has been described already is not described again. */
export function describeNow(library: Library): void {
  for (const describe of noted.splice(0)) describe(library);
}

function later<Name extends DecoratorName>(name: Name): Library[Name] {
  const decorator =
    (...options: unknown[]): Decorator =>
    (target, key) => {
      noted.push((library) => {
        const make = library[name] as unknown as (...options: unknown[]) => Decorator;
        // As it is by then: a decorator of somebody else may have replaced the method since.
        const descriptor = key === undefined ? undefined : Object.getOwnPropertyDescriptor(target, key);
        make(...options)(target, key, descriptor);
      });
    };
  return decorator as unknown as Library[Name];
}

export const ApiBearerAuth = later('ApiBearerAuth');
export const ApiBody = later('ApiBody');
export const ApiConsumes = later('ApiConsumes');
export const ApiCreatedResponse = later('ApiCreatedResponse');
export const ApiExtension = later('ApiExtension');
export const ApiHeader = later('ApiHeader');
export const ApiNoContentResponse = later('ApiNoContentResponse');
export const ApiOkResponse = later('ApiOkResponse');
export const ApiOperation = later('ApiOperation');
export const ApiParam = later('ApiParam');
export const ApiProperty = later('ApiProperty');
export const ApiPropertyOptional = later('ApiPropertyOptional');
export const ApiQuery = later('ApiQuery');
export const ApiResponse = later('ApiResponse');
export const ApiSecurity = later('ApiSecurity');
export const ApiTags = later('ApiTags');
