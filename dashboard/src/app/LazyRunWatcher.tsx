import { Suspense } from 'react';
import { useWork } from '../pages/playground/work-store';
import { lazyPart } from '../ui/load-part';

const RunWatcher = lazyPart(() => import('../pages/playground/RunWatcher'));

export function LazyRunWatcher() {
  if (useWork().unfinished.length === 0) return null;
  return (
    <Suspense>
      <RunWatcher />
    </Suspense>
  );
}
