import { SetMetadata } from '@nestjs/common';

export const ACCEPTS_CONTINUED = 'accepts-continued';

/** Accepts access tokens of a sign-in that a switch of the account has ended within the last 10 s: the switch is repeated. */
export const AcceptsContinued = () => SetMetadata(ACCEPTS_CONTINUED, true);
