/**
 * The closed list of error responses: code → HTTP status and default public message. A code outside this list does
 * not compile, so the table is always complete.
 */
export const ERRORS = {
  // 400
  validation_failed: [400, 'The request is not valid.'],
  malformed_request: [400, 'This is not a well-formed HTTP request.'],
  malformed_json: [400, 'The request body is not valid JSON.'],
  signature_invalid: [400, 'The signature of this webhook is not valid.'],
  link_invalid: [400, 'This link was used before, has expired or is not complete. Ask for a new one.'],
  model_not_found: [400, 'This model does not exist or is not enabled.'],
  // 401
  invalid_api_key: [401, 'The API key is missing, invalid, expired, disabled or revoked.'],
  invalid_operator_key: [401, 'The operator key is missing, invalid, expired or revoked.'],
  invalid_token: [401, 'The access token is missing, invalid or expired.'],
  invalid_credentials: [401, 'The email or the password is wrong.'],
  invalid_refresh_token: [401, 'The refresh token is missing, invalid or no longer usable.'],
  // 402
  insufficient_credits: [
    402,
    'The balance does not cover the cost of this prediction. Buy credits on the page Credits of the dashboard, or ask the operator.',
  ],
  key_spend_limit_reached: [402, 'This API key has reached its spend limit.'],
  end_user_spend_limit_reached: [402, 'This end user has reached the spend limit set for it.'],
  account_owes: [402, 'This account owes credits. Incoming credits cover the debt first.'],
  // 403
  account_suspended: [403, 'This account is suspended.'],
  insufficient_scope: [403, 'This API key lacks the scope that this endpoint requires.'],
  ip_not_allowed: [403, 'This API key may not be used from this address.'],
  model_not_allowed: [403, 'This API key may not be used for this model.'],
  model_not_in_plan: [403, 'The plan of this account does not include this model.'],
  forbidden: [403, 'This user may not do that.'],
  upload_not_allowed: [403, 'This account may not upload files.'],
  email_not_verified: [
    403,
    'Verify your email address first. POST /api/auth/email/verification mails a link.',
  ],
  registration_closed: [403, 'Registration is closed on this installation.'],
  // 404, 405, 406
  not_found: [404, 'There is nothing at this address.'],
  key_not_found: [404, 'This API key does not exist.'],
  session_not_found: [404, 'This session does not exist.'],
  prediction_not_found: [404, 'This prediction does not exist.'],
  account_not_found: [404, 'This account does not exist.'],
  operator_key_not_found: [404, 'This operator key does not exist.'],
  member_not_found: [404, 'This user is not a member of the account.'],
  invitation_not_found: [404, 'This invitation does not exist. It may have been accepted.'],
  payment_not_found: [404, 'This payment does not exist.'],
  plan_not_found: [404, 'There is no plan of this key.'],
  pack_not_found: [404, 'There is no pack of this id.'],
  provider_not_found: [404, 'There is no provider of this name.'],
  method_not_allowed: [405, 'This address does not accept this method.'],
  // 409
  setup_completed: [409, 'This installation has an administrator.'],
  email_taken: [409, 'An account with this email exists already.'],
  external_id_taken: [409, 'An account with this externalId exists already.'],
  operator_key_limit_reached: [409, 'There may be at most 20 usable operator keys. Revoke one first.'],
  active_key_limit_reached: [409, 'An account may hold at most 20 active keys. Revoke one first.'],
  already_member: [409, 'A member of the account has this email already.'],
  last_owner: [409, 'An account needs an owner. Make another member an owner first.'],
  member_limit_reached: [
    409,
    'An account has at most 100 members and open invitations, and a user at most 100 accounts.',
  ],
  account_not_empty: [
    409,
    'This account has running predictions, credits or a debt. With force they are cancelled and written off.',
  ],
  export_in_progress: [409, 'An export of this account is running. Wait for its end.'],
  own_account_not_deletable: [
    409,
    'An administrator deletes the own account with the password: DELETE /api/account.',
  ],
  own_account_not_suspendable: [409, 'An administrator cannot suspend the own account.'],
  key_not_rotatable: [409, 'Only an active or disabled API key can be rotated.'],
  prediction_processing: [409, 'This prediction is still processing. Cancel it first.'],
  idempotency_in_progress: [409, 'A request with this Idempotency-Key is still running.'],
  payments_unavailable: [409, 'Nothing is for sale on this installation.'],
  price_changed: [409, 'The price has changed since the quote. Nothing was charged. Ask for another quote.'],
  checkout_paid: [409, 'The checkout of this Idempotency-Key has been paid. Use another key to buy again.'],
  order_expired: [
    409,
    'The checkout of this request has ended: it was opened more than 24 hours ago, or another one has taken its place. Use another Idempotency-Key for a new one.',
  ],
  payment_not_rejected: [
    409,
    'This payment was granted. Refund it at the payment service, which takes its credits back.',
  ],
  refund_unavailable: [
    409,
    'The payment service cannot refund this payment from here. Refund it there: its event updates the list.',
  ],
  already_subscribed: [409, 'This account is subscribed to the plan.'],
  upload_space_used: [
    409,
    'This account keeps as many uploads as it may. The oldest are removed within a day.',
  ],
  // 408
  request_timeout: [408, 'The request did not arrive in time.'],
  // 410, 412, 413, 415, 416, 417, 422
  file_removed: [410, 'This file was removed.'],
  link_expired: [410, 'This link has expired. Ask for a new one at the status endpoint.'],
  precondition_failed: [412, 'The file is not the one that If-Match or If-Unmodified-Since expects.'],
  payload_too_large: [413, 'The request body is larger than 1 MiB.'],
  unsupported_media_type: [415, 'Send the body as Content-Type: application/json.'],
  range_not_satisfiable: [416, 'The requested range lies outside this file.'],
  expectation_failed: [417, 'The Expect header of the request asks for what is not supported.'],
  idempotency_mismatch: [422, 'This Idempotency-Key was used with a different request.'],
  content_rejected: [422, 'This request is not allowed here.'],
  // 431
  headers_too_large: [431, 'The address or the headers of the request are too large.'],
  // 429: its body is `{statusCode, message}` and nothing else
  rate_limited: [429, 'Too many requests.'],
  // 5xx
  internal_error: [500, 'Something went wrong on our side.'],
  service_unavailable: [503, 'The service cannot answer right now. Try again shortly.'],
  storage_full: [507, 'The disk of this installation is nearly full. Try again later.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

/** A code of the closed list. */
export type ErrorCode = keyof typeof ERRORS;
/** All codes of the closed list. */
export const ERROR_CODES = Object.keys(ERRORS) as ErrorCode[];
