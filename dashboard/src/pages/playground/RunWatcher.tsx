import { useEffect } from 'react';
import { usePrediction, useRefreshAfterSpending } from '../../api/predictions';
import { asProblem } from '../../api/problem';
import { isCancelled } from '../../text/cancelled';
import { setTitleNotice } from '../../ui/page-title';
import { withFinished, withoutRun } from './kept-work';
import { changeWork, useWork } from './work-store';

/** Follows the runs of this session on every page, also in a hidden tab, and says in the tab's title when one is done. */
export default function RunWatcher() {
  return useWork().unfinished.map((predictionId) => <Watch key={predictionId} predictionId={predictionId} />);
}

function Watch({ predictionId }: { predictionId: string }) {
  const { data, error } = usePrediction(predictionId, { inBackground: true });
  const refresh = useRefreshAfterSpending();
  const isGone = error !== null && asProblem(error).status === 404;
  useEffect(() => {
    if (isGone) changeWork((work) => withoutRun(work, predictionId));
    if (data === undefined || data.status === 'processing') return;
    if (!isCancelled(data)) setTitleNotice(data.status === 'completed' ? 'Done' : 'Failed');
    changeWork((work) => withFinished(work, predictionId));
    void refresh();
    // oxlint-disable-next-line react/exhaustive-deps -- once per end, not once per render.
  }, [data?.status, isGone]);
  return null;
}
