/** Which actions the state of a key permits. Pure. */
import type { KeyRecord } from './useKeys';

type State = Pick<KeyRecord, 'status' | 'replacedBy'>;

export const canBeChanged = ({ status }: State) => status !== 'revoked';
export const canBeDisabled = ({ status }: State) => status === 'active' || status === 'retiring';
export const canBeEnabled = ({ status }: State) => status === 'disabled';
export const canBeRevoked = ({ status }: State) => status !== 'revoked';
/** A key that was replaced has its successor rotated instead. */
export const canBeRotated = ({ status, replacedBy }: State) =>
  (status === 'active' || status === 'disabled') && replacedBy === null;

/** Requests with the key are rejected for good, unless its expiry is moved. */
export const isEnded = ({ status }: Pick<KeyRecord, 'status'>) =>
  status === 'revoked' || status === 'expired';
