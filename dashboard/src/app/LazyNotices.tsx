import { lazy, Suspense, useSyncExternalStore } from 'react';
import { areNoticesNeeded, onNoticesNeeded } from '../ui/useNotify';

const Notices = lazy(() => import('./Notices'));

export function LazyNotices() {
  if (!useSyncExternalStore(onNoticesNeeded, areNoticesNeeded)) return null;
  return (
    <Suspense>
      <Notices />
    </Suspense>
  );
}
