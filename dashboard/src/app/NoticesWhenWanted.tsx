import { lazy, Suspense, useSyncExternalStore } from 'react';
import { areNoticesWanted, onNoticesWanted } from '../ui/useNotify';

const Notices = lazy(() => import('./Notices'));

export function NoticesWhenWanted() {
  if (!useSyncExternalStore(onNoticesWanted, areNoticesWanted)) return null;
  return (
    <Suspense>
      <Notices />
    </Suspense>
  );
}
