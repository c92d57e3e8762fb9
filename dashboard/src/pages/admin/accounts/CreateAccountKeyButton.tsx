import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '../../../ui/icons';
import type { KeyAccount } from '../../keys/CreateKeyForm';
import { CreateKeyModal } from '../../keys/CreateKeyModal';

/** Creates an API key for an account, with the form of the account's own users. The secret is shown once. */
export function CreateAccountKeyButton({ account }: { account: KeyAccount }) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <Group justify="flex-end" mb="md">
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
        Create key
      </Button>
      <CreateKeyModal account={account} opened={opened} onClose={close} />
    </Group>
  );
}
