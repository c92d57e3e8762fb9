import { ActionIcon } from '@mantine/core';
import { IconCheck, IconCopy } from './icons';
import { useCopy } from './useCopy';

interface CopyIconButtonProps {
  value: string;
  label: string;
  onCopied?: () => void;
}

export function CopyIconButton({ value, label, onCopied }: CopyIconButtonProps) {
  const { copy, state } = useCopy(value, onCopied);
  const text = state === 'copied' ? 'Copied' : state === 'refused' ? 'Select and copy manually' : label;
  return (
    <ActionIcon variant="default" onClick={copy} aria-label={text} title={text}>
      {state === 'copied' ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
    </ActionIcon>
  );
}
