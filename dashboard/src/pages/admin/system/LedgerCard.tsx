import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { amount } from '../../../text/amounts';
import { Moment } from '../../../ui/Moment';
import { Facts } from './Facts';
import { PartCard } from './Part';
import type { System } from './useSystem';

export function LedgerCard({ system }: { system: System }) {
  return (
    <PartCard title="Ledger" name="ledger" system={system}>
      {({ verifiedAt, findings, verifiedTo, lastEntry }) => (
        <>
          <Facts
            facts={[
              ['Last verification', verifiedAt === null ? 'none yet' : <Moment at={verifiedAt} />],
              ...(findings === null ? [] : [['Findings', amount(findings)] as [string, string]]),
              ['By ledger:verify', `to entry ${amount(verifiedTo)} of ${amount(lastEntry)}`],
            ]}
          />
          <Anchor component={Link} to="/admin/ledger" size="sm" mt="xs" display="inline-block">
            Verification
          </Anchor>
        </>
      )}
    </PartCard>
  );
}
