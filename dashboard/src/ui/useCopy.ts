import { useClipboard } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';

/**
 * Copies `value` to the clipboard. Browsers allow this only on https and localhost; elsewhere the state is `refused`.
 * @param onCopied called when it is in the clipboard.
 */
export function useCopy(
  value: string,
  onCopied?: () => void,
): { copy: () => void; state: 'ready' | 'copied' | 'refused' } {
  const { copy, copied, error } = useClipboard({ timeout: 2000 });
  const report = useEffectEvent(() => onCopied?.());
  useEffect(() => {
    if (copied) report();
  }, [copied]);
  return { copy: () => copy(value), state: copied ? 'copied' : error ? 'refused' : 'ready' };
}
