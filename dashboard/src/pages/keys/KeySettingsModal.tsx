import { Button, Group, Modal, Stack } from '@mantine/core';
import { asProblem } from '../../api/problem';
import { ProblemAlert } from '../../ui/ProblemAlert';
import { useNotify } from '../../ui/useNotify';
import { changesOf, valuesOf } from './key-values';
import { NameField } from './NameField';
import { RateLimitField } from './RateLimitField';
import { RestrictionFields } from './RestrictionFields';
import { fieldErrors, useKeyForm } from './useKeyForm';
import { type KeyRecord, useUpdateKey } from './useKeys';

interface KeySettingsModalProps {
  record: KeyRecord;
  opened: boolean;
  onClose: () => void;
}

export function KeySettingsModal({ record, opened, onClose }: KeySettingsModalProps) {
  return (
    <Modal opened={opened} onClose={onClose} size="lg" title={`Settings of “${record.name}”`}>
      <SettingsForm record={record} onClose={onClose} />
    </Modal>
  );
}

/** Changes the settings that the user touches. They hold from the next request on. */
function SettingsForm({ record, onClose }: Omit<KeySettingsModalProps, 'opened'>) {
  const notify = useNotify();
  const update = useUpdateKey(record.id);
  const before = valuesOf(record);
  const form = useKeyForm(before);
  const submit = form.onSubmit((values) => {
    const changes = changesOf(before, values);
    if (Object.keys(changes).length === 0) return onClose();
    update.mutate(changes, {
      onSuccess: ({ name }) => {
        notify({ color: 'teal', message: `The settings of “${name}” are saved.` });
        onClose();
      },
      onError: (error) => form.setErrors(fieldErrors(asProblem(error))),
    });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <NameField {...form.getInputProps('name')} />
        <RateLimitField form={form} />
        <RestrictionFields form={form} withExpiry={record.status !== 'retiring'} />
        <ProblemAlert error={update.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={update.isPending}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
