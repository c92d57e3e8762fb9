import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy } from './icons';
import { useCopy } from './useCopy';

export function CopyIconButton({ value, label }: { value: string; label: string }) {
  const { copy, state } = useCopy(value);
  const text = state === 'copied' ? 'Copied' : state === 'refused' ? 'Select and copy manually' : label;
  return (
    <ActionIcon variant="default" onClick={copy} aria-label={text} title={text}>
      {state === 'copied' ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
    </ActionIcon>
  );
}
