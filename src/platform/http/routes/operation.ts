/** Decorators that describe an operation. */
import { applyDecorators, type Type } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiResponse,
} from './api-decorators.js';
import { ApiErrors, type ErrorStatus } from './api-errors.js';
import { exampleId } from './public-id.js';

type Decorator = MethodDecorator & ClassDecorator;

/**
 * Describes an operation. The name of the method is its id, which names it in generated clients: a rename is a change of the contract.
 * @param description what a caller has to know beside the summary.
 */
export const Operation =
  (summary: string, description?: string): MethodDecorator =>
  (target, key, method) =>
    ApiOperation({ operationId: String(key), summary, description })(target, key, method);

/** The body of a 200, and the errors that are the route’s own. */
export const ApiOk = (type: Type, ...errors: ErrorStatus[]): Decorator =>
  applyDecorators(ApiOkResponse({ type }), ApiErrors(...errors));

/** The body of a 201, and the errors that are the route’s own. */
export const ApiCreated = (type: Type, ...errors: ErrorStatus[]): Decorator =>
  applyDecorators(ApiCreatedResponse({ type }), ApiErrors(...errors));

/** The body of a 202, what it means, and the errors that are the route’s own. */
export const ApiAccepted = (type: Type, description: string, ...errors: ErrorStatus[]): Decorator =>
  applyDecorators(ApiResponse({ status: 202, description, type }), ApiErrors(...errors));

/** What a 204 means, and the errors that are the route’s own. */
export const ApiNoContent = (description: string, ...errors: ErrorStatus[]): Decorator =>
  applyDecorators(ApiNoContentResponse({ description }), ApiErrors(...errors));

/** A public id in the path. */
export const ApiId = (prefix: string, name = 'id'): Decorator =>
  ApiParam({ name, example: exampleId(prefix) });
