import { Group } from '@mantine/core';
import { AuditCsvButton } from '../../audit/AuditCsvButton';
import { AuditList } from '../../audit/AuditList';

/** Shows who changed what in all accounts and in the installation. */
export function AllAuditPanel() {
  return (
    <>
      <Group justify="flex-end" mb="xs">
        <AuditCsvButton scope="all" />
      </Group>
      <AuditList scope="all" />
    </>
  );
}
