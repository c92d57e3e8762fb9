/** The request did not leave this machine, or no server accepted the connection: it is safe to send it again. */
export class NotSent extends Error {
  constructor(
    /** Connection refused or host name unknown: the operator has to fix it. */
    readonly operatorSide: boolean,
    message: string,
    cause: unknown,
  ) {
    super(message, { cause });
    this.name = 'NotSent';
  }
}

/** The engine has finished, and its result is at an address that is never fetched: asking again would not change that. */
export class UnusableAddress extends Error {
  constructor() {
    super('a result at an address that is not fetched');
    this.name = 'UnusableAddress';
  }
}

/** The request was sent, completely or in part, and no complete response arrived: the engine may have acted on it. */
export class AnswerLost extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'AnswerLost';
  }
}

/** A successful response lacks what it must have, or is too large. A repetition would be answered the same. */
export class AnswerUnusable extends AnswerLost {}
