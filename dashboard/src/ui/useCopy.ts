import { useClipboard } from '@mantine/hooks';

/** Copies `value` to the clipboard. Browsers allow this only on https and localhost; elsewhere the state is `refused`. */
export function useCopy(value: string): { copy: () => void; state: 'ready' | 'copied' | 'refused' } {
  const { copy, copied, error } = useClipboard({ timeout: 2000 });
  return { copy: () => copy(value), state: copied ? 'copied' : error ? 'refused' : 'ready' };
}
