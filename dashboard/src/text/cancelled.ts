import type { Prediction } from '../api/types';

/** The API calls a cancelled prediction failed, with its own code: its caller ended it, and nothing is wrong. */
export const isCancelled = ({ error }: Pick<Prediction, 'error'>): boolean => error?.code === 'cancelled';
