import { Stack } from '@mantine/core';
import { PageHeader } from '../../ui/PageHeader';
import { useAddressFilters } from '../../ui/useAddressFilters';
import { SpendingCard } from './SpendingCard';
import { StatementCard } from './StatementCard';
import { LEDGER_FILTERS } from './useCredits';
import { WalletCards } from './WalletCards';

export function CreditsPage() {
  const address = useAddressFilters(LEDGER_FILTERS);
  return (
    <>
      <PageHeader title="Credits" description="What you have, where it went, and every movement of it." />
      <Stack gap="lg">
        <WalletCards />
        <SpendingCard from={address.filters.from} to={address.filters.to} />
        <StatementCard address={address} />
      </Stack>
    </>
  );
}
