import { RevocationModal } from './RevocationModal';
import { type KeyRecord, useRevokeKey } from './useKeys';

interface RevokeKeyModalProps {
  record: KeyRecord;
  opened: boolean;
  onClose: () => void;
}

export function RevokeKeyModal({ record, opened, onClose }: RevokeKeyModalProps) {
  return (
    <RevocationModal
      name={record.name}
      opened={opened}
      onClose={onClose}
      revocation={useRevokeKey(record.id)}
    >
      All further requests with this key are rejected. This cannot be undone. Predictions in progress
      continue, and your other keys can read them.
    </RevocationModal>
  );
}
