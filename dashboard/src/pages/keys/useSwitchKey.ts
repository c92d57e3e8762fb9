import { asProblem } from '../../api/problem';
import { useNotify } from '../../ui/useNotify';
import { type KeyRecord, useUpdateKey } from './useKeys';

/** Disables and enables a key at once, and shows a message: both can be undone. */
export function useSwitchKey({ id, name }: KeyRecord) {
  const notify = useNotify();
  const update = useUpdateKey(id);
  const set = (disabled: boolean, message: string) =>
    update.mutate(
      { disabled },
      {
        onSuccess: () => notify({ color: 'teal', message }),
        onError: (error) => notify({ color: 'red', message: asProblem(error).message }),
      },
    );
  return {
    disable: () => set(true, `“${name}” is disabled. Requests with it are rejected until you enable it.`),
    enable: () => set(false, `“${name}” is enabled.`),
    isBusy: update.isPending,
  };
}
