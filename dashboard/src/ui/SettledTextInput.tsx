import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

/** Typing is not over while keys follow each other faster. */
const TYPING_MS = 400;

interface SettledTextInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onSettled: (value: string) => void;
}

/** A text that takes effect once the typing is over. */
export function SettledTextInput({ value, onSettled, ...props }: SettledTextInputProps) {
  const [typed, setTyped] = useState(value);
  const [given, setGiven] = useState(value);
  // Changed from outside, such as by “Clear”.
  if (given !== value) {
    setGiven(value);
    setTyped(value);
  }
  const settle = useDebouncedCallback(onSettled, TYPING_MS);
  return (
    <TextInput
      {...props}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        settle(event.currentTarget.value.trim());
      }}
    />
  );
}
