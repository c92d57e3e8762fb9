import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { IconPlus, IconX } from '../../ui/icons';
import { METADATA_MAX } from './key-rules';
import type { KeyForm } from './useKeyForm';

export function MetadataFields({ form }: { form: KeyForm }) {
  const addButton = useRef<HTMLButtonElement>(null);
  const { metadata } = form.values;
  const remove = (index: number) => {
    form.removeListItem('metadata', index);
    addButton.current?.focus();
  };
  return (
    <Input.Wrapper
      label="Metadata"
      description="For your own use, such as the service that has the key."
      labelElement="div"
      error={form.errors.metadata}
    >
      <Stack gap="xs" mt={6}>
        {metadata.map((entry, index) => (
          <Group
            key={index}
            gap="xs"
            wrap="nowrap"
            align="flex-start"
            role="group"
            aria-label={`Entry ${index + 1}`}
          >
            <TextInput
              flex={1}
              placeholder="Name"
              aria-label={`Metadata name ${index + 1}`}
              // The user has just added it.
              autoFocus={entry.name === '' && entry.value === ''}
              {...form.getInputProps(`metadata.${index}.name`)}
            />
            <TextInput
              flex={2}
              placeholder="Value"
              aria-label={`Metadata value ${index + 1}`}
              {...form.getInputProps(`metadata.${index}.value`)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="input-sm"
              onClick={() => remove(index)}
              aria-label={`Remove metadata ${index + 1}`}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Button
          ref={addButton}
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => form.insertListItem('metadata', { name: '', value: '' })}
          disabled={metadata.length >= METADATA_MAX}
          style={{ alignSelf: 'flex-start' }}
        >
          Add metadata
        </Button>
      </Stack>
    </Input.Wrapper>
  );
}
