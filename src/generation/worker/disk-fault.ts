import { findDiskFault, InputRefused, StorageUnavailable } from '../../assets/index.js';
import { AnswerLost, NotSent } from '../../providers/index.js';
import { OutputUnavailable } from './output.store.js';

/** An input is read before the submit, so nothing was sent. */
export class InputNotWritten extends StorageUnavailable {}

/** Null for an error of an engine or of a file. */
export function diskFaultOf(error: unknown): StorageUnavailable | null {
  const others = [OutputUnavailable, InputRefused, NotSent, AnswerLost];
  return others.some((kind) => error instanceof kind) ? null : findDiskFault(error);
}
