/** Errors in OpenAI's shape, `{ error: { message, type, param, code } }`, and which of them its clients repeat. */
import { AppError, type AppErrorOptions, type ErrorCode, type ErrorResponse } from 'offprint';

/** What OpenAI's shape says beside the message. */
interface Shown {
  code: string;
  /** The parameter that is wrong. */
  param?: string;
  /** Whether the official clients repeat the request by themselves. Default: by the status, as they do. */
  isRepeated?: boolean;
}

/** An error that the service has no code for. */
export class OpenAiError extends AppError {
  constructor(
    readonly shown: Shown,
    /** For the log and the request log. */
    code: ErrorCode,
    options: AppErrorOptions & { message: string },
  ) {
    super(code, options);
  }
}

/** Creates the 400 for a parameter that cannot be mapped. Nothing is charged. */
export function parameterError(param: string, message: string, code = 'invalid_value'): OpenAiError {
  return new OpenAiError({ code, param }, 'validation_failed', {
    message,
    details: [{ field: param, message }],
  });
}

/**
 * The credits do not suffice. OpenAI's own status is 429, which its clients and most frameworks repeat; 402 is repeated by none,
 * and its code is the one that callers of OpenAI compare.
 */
const QUOTA = { status: 402, type: 'insufficient_quota', code: 'insufficient_quota' };

const SHOWN: Partial<
  Record<ErrorCode, { status?: number; type?: string; code?: string; isRepeated?: boolean }>
> = {
  insufficient_credits: QUOTA,
  key_spend_limit_reached: QUOTA,
  end_user_spend_limit_reached: QUOTA,
  account_owes: QUOTA,
  rate_limited: { type: 'requests', code: 'rate_limit_exceeded' },
  model_not_found: { status: 404 },
  not_found: { code: 'unknown_url' },
  content_rejected: { status: 400, code: 'content_policy_violation' },
  // Only this conflict ends by itself.
  idempotency_in_progress: { isRepeated: true },
  // Whether something was charged is not known.
  internal_error: { isRepeated: false },
};

/** Converts an error of the service to OpenAI's shape. */
export function presentOpenAiError(error: AppError, requestId: string): ErrorResponse {
  const { code, details = [], message } = error;
  const known = SHOWN[code] ?? {};
  const shown = error instanceof OpenAiError ? error.shown : undefined;
  const status = known.status ?? error.status;
  const isRepeated = shown?.isRepeated ?? known.isRepeated ?? (status === 409 ? false : undefined);
  return {
    status,
    headers: {
      'Request-Id': requestId,
      // The official clients obey it.
      ...(isRepeated !== undefined && { 'X-Should-Retry': String(isRepeated) }),
    },
    body: {
      error: {
        message,
        type: known.type ?? (status >= 500 ? 'server_error' : 'invalid_request_error'),
        param: shown?.param ?? details[0]?.field ?? null,
        code: shown?.code ?? known.code ?? code,
      },
    },
  };
}
