import { useClipboard } from '@mantine/hooks';

/** Copies `value`. Browsers allow it on https and localhost alone; elsewhere the state says `refused`. */
export function useCopy(value: string): { copy: () => void; state: 'ready' | 'copied' | 'refused' } {
  const { copy, copied, error } = useClipboard({ timeout: 2000 });
  return { copy: () => copy(value), state: copied ? 'copied' : error ? 'refused' : 'ready' };
}
