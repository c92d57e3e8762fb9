import { PageHeader } from '../../ui/PageHeader';
import { useStarterName } from '../keys/useKeys';
import { UsageCsvButton } from './UsageCsvButton';
import { UsageReport } from './UsageReport';

/** Reports the account's predictions. */
export function UsagePage() {
  return (
    <>
      <PageHeader
        title="Usage"
        description="Predictions, credits, failures and durations. Without days: the last 30."
      >
        <UsageCsvButton />
      </PageHeader>
      <UsageReport starter={useStarterName()} />
    </>
  );
}
