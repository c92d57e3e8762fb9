import { applyDecorators, HttpCode, Param, type Type } from '@nestjs/common';
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

/**
 * The name of the method is the operation's id, which names it in generated clients: a rename is a change of the contract.
 * @param description what a caller has to know beside the summary.
 */
export const Operation =
  (summary: string, description?: string): MethodDecorator =>
  (target, key, method) =>
    ApiOperation({ operationId: String(key), summary, description })(target, key, method);

export const ApiOk = (type: Type, ...errors: ErrorStatus[]): MethodDecorator =>
  applyDecorators(HttpCode(200), ApiOkResponse({ type }), ApiErrors(...errors));

export const ApiCreated = (type: Type, ...errors: ErrorStatus[]): MethodDecorator =>
  applyDecorators(ApiCreatedResponse({ type }), ApiErrors(...errors));

export const ApiAccepted = (type: Type, description: string, ...errors: ErrorStatus[]): MethodDecorator =>
  applyDecorators(HttpCode(202), ApiResponse({ status: 202, description, type }), ApiErrors(...errors));

export const ApiNoContent = (description?: string, ...errors: ErrorStatus[]): MethodDecorator =>
  applyDecorators(HttpCode(204), ApiNoContentResponse({ description }), ApiErrors(...errors));

export const ApiId = (prefix: string, name = 'id'): MethodDecorator =>
  ApiParam({ name, example: exampleId(prefix) });

/** The public id in the path, described. It may be of nothing: 404. */
export const IdParam =
  (prefix: string, name = 'id'): ParameterDecorator =>
  (target, key, index) => {
    Param(name)(target, key, index);
    applyDecorators(ApiId(prefix, name), ApiErrors(404))(target, key, {});
  };
