import { Stack } from '@mantine/core';
import { PageHeader } from '../../ui/PageHeader';
import { useUrlFilters } from '../../ui/useUrlFilters';
import { SpendingCard } from './SpendingCard';
import { StatementCard } from './StatementCard';
import { LEDGER_FILTERS } from './useCredits';
import { WalletCards } from './WalletCards';

export function CreditsPage() {
  const address = useUrlFilters(LEDGER_FILTERS);
  return (
    <>
      <PageHeader title="Credits" description="Your balance, your spending and every ledger entry." />
      <Stack gap="lg">
        <WalletCards />
        <SpendingCard from={address.filters.from} to={address.filters.to} />
        <StatementCard address={address} />
      </Stack>
    </>
  );
}
