import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedText } from './useDebouncedText';

interface DebouncedTextInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onDebouncedChange: (value: string) => void;
}

/** Text input that reports a value after the user has stopped typing. */
export function DebouncedTextInput({ value, onDebouncedChange, ...props }: DebouncedTextInputProps) {
  const text = useDebouncedText(value, onDebouncedChange);
  return (
    <TextInput {...props} value={text.value} onChange={(event) => text.change(event.currentTarget.value)} />
  );
}
