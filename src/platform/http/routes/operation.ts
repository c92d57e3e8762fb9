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
 * The name of the method is the operation's id, which names it in generated clients: a rename is a change of the contract.
 * @param description what a caller has to know beside the summary.
 */
export const Operation =
  (summary: string, description?: string): MethodDecorator =>
  (target, key, method) =>
    ApiOperation({ operationId: String(key), summary, description })(target, key, method);

export const ApiOk = (type: Type, ...errors: ErrorStatus[]): Decorator =>
  applyDecorators(ApiOkResponse({ type }), ApiErrors(...errors));

export const ApiCreated = (type: Type, ...errors: ErrorStatus[]): Decorator =>
  applyDecorators(ApiCreatedResponse({ type }), ApiErrors(...errors));

export const ApiAccepted = (type: Type, description: string, ...errors: ErrorStatus[]): Decorator =>
  applyDecorators(ApiResponse({ status: 202, description, type }), ApiErrors(...errors));

export const ApiNoContent = (description: string, ...errors: ErrorStatus[]): Decorator =>
  applyDecorators(ApiNoContentResponse({ description }), ApiErrors(...errors));

export const ApiId = (prefix: string, name = 'id'): Decorator =>
  ApiParam({ name, example: exampleId(prefix) });
