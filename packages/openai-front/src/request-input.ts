import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import {
  type ApiKeyPrincipal,
  isForm,
  type ReceivedForm,
  receiveForm,
  type Upload,
  UploadStore,
} from 'offprint';
import type { Parameters } from './mapped-request.js';
import { parameterError } from './openai-error.js';

/** The parameters of a request, as JSON or as a form. */
export interface RequestInput {
  parameters: Parameters;
  isForm: boolean;
  /** Equal for equal requests: a hash of the route, the parameters and the content of the file. */
  identity: string;
  /** The parameter whose file was received; its value is the link to the file. */
  file?: string;
}

/** Reads bodies. The one file of a form becomes an upload of the account, with all its bounds. */
@Injectable()
export class RequestInputs {
  constructor(private readonly uploads: UploadStore) {}

  /**
   * @param body as JSON. @param fileParam the parameter that may be a file.
   * @throws 400 for another file, a second one, or one that is no picture; 408, 409, 413.
   */
  async read(
    request: Request,
    body: Parameters | undefined,
    { accountId }: ApiKeyPrincipal,
    fileParam?: string,
  ): Promise<RequestInput> {
    if (!isForm(request)) {
      const parameters = body ?? {};
      return { parameters, isForm: false, identity: identityOf(request, parameters) };
    }
    let isReceived = false;
    const form = await receiveForm(request, async (name, file) => {
      const param = withoutBrackets(name);
      if (param !== fileParam) throw parameterError(param, `${param} is not supported: it cannot be mapped.`);
      if (isReceived) throw parameterError(param, `${param} must be one file: these models take one image.`);
      isReceived = true;
      return this.uploads.receive(accountId, file, 0);
    });
    return inputOf(request, form, fileParam);
  }
}

function inputOf(
  request: Request,
  { fields, files }: ReceivedForm<Upload>,
  fileParam?: string,
): RequestInput {
  const parameters: Record<string, unknown> = {};
  for (const [name, value] of fields) {
    const param = withoutBrackets(name);
    // Repeated fields are a list.
    parameters[param] = param in parameters ? [parameters[param], value].flat() : value;
  }
  const [file] = files;
  if (!file || fileParam === undefined)
    return { parameters, isForm: true, identity: identityOf(request, parameters) };
  const [, upload] = file;
  if (upload.kind !== 'image') throw parameterError(fileParam, `${fileParam} must be a picture.`);
  const identity = identityOf(request, { ...parameters, [fileParam]: upload.sha256 });
  return { parameters: { ...parameters, [fileParam]: upload.url }, isForm: true, identity, file: fileParam };
}

/** `image[]` and `image` are the same parameter. */
const withoutBrackets = (name: string): string => name.replace(/\[\d*\]$/, '');

/** Those of forms, whose body is read once. */
const identities = new WeakMap<Request, string>();

/** Returns the identity of a request whose body was read; of a form that was not, `unreadIdentityOf`. */
export function findIdentity(request: Request): string {
  const known = identities.get(request);
  if (known !== undefined) return known;
  return isForm(request)
    ? unreadIdentityOf(request)
    : identityOf(request, (request.body ?? {}) as Parameters);
}

/** Returns what is known of a form before its body is read, as of one beyond a rate limit: a hash of its route and its length. */
export function unreadIdentityOf({ path, headers }: Request): string {
  return hashOf([path, 'form', headers['content-length'] ?? null]);
}

function identityOf(request: Request, parameters: Parameters): string {
  const sorted = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1));
  const identity = hashOf([request.path, sorted]);
  identities.set(request, identity);
  return identity;
}

const hashOf = (parts: unknown[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex');
