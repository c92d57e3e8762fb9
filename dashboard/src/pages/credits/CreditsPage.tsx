import { Stack } from '@mantine/core';
import { useMay } from '../../session/permissions';
import { PageHeader } from '../../ui/PageHeader';
import { useUrlFilters } from '../../ui/useUrlFilters';
import { PacksCard } from './billing/PacksCard';
import { PaymentsCard } from './billing/PaymentsCard';
import { PlansCard } from './billing/PlansCard';
import { LowBalanceCard } from './LowBalanceCard';
import { SpendingCard } from './SpendingCard';
import { StatementCard } from './StatementCard';
import { LEDGER_FILTERS } from './useCredits';
import { WalletCards } from './WalletCards';

export function CreditsPage() {
  const address = useUrlFilters(LEDGER_FILTERS);
  const [mayBuy, maySeePayments, maySet] = [useMay('buy'), useMay('payments'), useMay('settings')];
  return (
    <>
      <PageHeader title="Credits" description="Your balance, your spending and every ledger entry." />
      <Stack gap="lg">
        <WalletCards />
        {mayBuy && <PlansCard />}
        {mayBuy && <PacksCard />}
        <SpendingCard from={address.filters.from} to={address.filters.to} />
        <StatementCard address={address} />
        {maySeePayments && <PaymentsCard />}
        {maySet && <LowBalanceCard />}
      </Stack>
    </>
  );
}
