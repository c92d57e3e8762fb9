import { CreateKeyForm, type KeyAccount } from './CreateKeyForm';
import { SecretModal } from './SecretModal';

interface CreateKeyModalProps {
  opened: boolean;
  onClose: () => void;
  account?: KeyAccount;
}

export function CreateKeyModal({ opened, onClose, account }: CreateKeyModalProps) {
  return (
    <SecretModal
      opened={opened}
      onClose={onClose}
      title="Create a key"
      titleOf={({ name }) => `“${name}” is ready`}
    >
      {(onCreated) => <CreateKeyForm account={account} onCreated={onCreated} />}
    </SecretModal>
  );
}
