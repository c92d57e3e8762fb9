import { Button, Card, Group, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useProfile } from '../../session/useSession';
import { DeleteAccountModal } from './DeleteAccountModal';
import { ExportButton } from './ExportButton';
import { useDeleteOwnAccount } from './useAccount';

/** Exports and deletes the account. Only its owners may. */
export function YourDataCard() {
  const { account } = useProfile();
  const [isDeleting, modal] = useDisclosure();
  const deletion = useDeleteOwnAccount();
  const close = () => {
    modal.close();
    deletion.reset();
  };
  return (
    <Card padding="lg">
      <Title order={2} size="h4" mb="md">
        Your data
      </Title>
      <Text size="sm" mb="md">
        The export is a ZIP with predictions, ledger, payments, members, keys and the audit log of this
        account. It names files and does not contain them.
      </Text>
      <Group justify="space-between">
        <ExportButton path="/api/account/export" accountId={account.id} />
        <Button variant="default" onClick={modal.open}>
          Delete account
        </Button>
      </Group>
      <DeleteAccountModal
        title="Delete this account"
        opened={isDeleting}
        onClose={close}
        asksPassword
        deletion={deletion}
      />
    </Card>
  );
}
