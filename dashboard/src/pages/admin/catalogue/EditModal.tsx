import { Modal } from '@mantine/core';
import type { Entry } from './entries';
import { ModelForm } from './ModelForm';
import { PackForm } from './PackForm';
import { PlanForm } from './PlanForm';

interface EditModalProps {
  entry: Entry;
  opened: boolean;
  onClose: () => void;
}

export function EditModal({ entry, opened, onClose }: EditModalProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`Edit ${entry.title}`} size="lg">
      <Form entry={entry} onClose={onClose} />
    </Modal>
  );
}

function Form({ entry, onClose }: Omit<EditModalProps, 'opened'>) {
  switch (entry.kind) {
    case 'models':
      return <ModelForm model={entry.source} onClose={onClose} />;
    case 'plans':
      return <PlanForm plan={entry.source} onClose={onClose} />;
    case 'packs':
      return <PackForm pack={entry.source} onClose={onClose} />;
  }
}
