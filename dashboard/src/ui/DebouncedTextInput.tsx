import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

const DEBOUNCE_MS = 400;

interface DebouncedTextInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onDebouncedChange: (value: string) => void;
}

/** Text input that reports a value after the user has stopped typing. */
export function DebouncedTextInput({ value, onDebouncedChange, ...props }: DebouncedTextInputProps) {
  const [typed, setTyped] = useState(value);
  const [given, setGiven] = useState(value);
  // The value was changed from outside, for example by “Clear”.
  if (given !== value) {
    setGiven(value);
    setTyped(value);
  }
  const debouncedChange = useDebouncedCallback(onDebouncedChange, DEBOUNCE_MS);
  return (
    <TextInput
      {...props}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        debouncedChange(event.currentTarget.value.trim());
      }}
    />
  );
}
