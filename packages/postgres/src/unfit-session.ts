/**
 * A pooler's session with other settings than statements rely on was ended. Callers of a running service may retry; a start does, unless
 * the pooler opened the session after the start began.
 */
export class UnfitSession extends Error {
  override readonly name = 'UnfitSession';

  /** @param begun when the server began the session, in milliseconds of its clock. */
  constructor(
    message: string,
    readonly begun: number,
  ) {
    super(message);
  }
}
