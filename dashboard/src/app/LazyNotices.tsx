import { Suspense, useSyncExternalStore } from 'react';
import { lazyPart } from '../ui/load-part';
import { areNoticesNeeded, onNoticesNeeded } from '../ui/useNotify';

const Notices = lazyPart(() => import('./Notices'));

export function LazyNotices() {
  if (!useSyncExternalStore(onNoticesNeeded, areNoticesNeeded)) return null;
  return (
    <Suspense>
      <Notices />
    </Suspense>
  );
}
