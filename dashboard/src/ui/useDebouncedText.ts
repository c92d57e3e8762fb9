import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

const DEBOUNCE_MS = 400;

/** Holds the text of a field, and reports it, trimmed, after the user has stopped typing. @param value as given from outside. */
export function useDebouncedText(value: string, onDebouncedChange: (value: string) => void) {
  const [typed, setTyped] = useState(value);
  const [given, setGiven] = useState(value);
  // The value was changed from outside, for example by “Clear”.
  if (given !== value) {
    setGiven(value);
    setTyped(value);
  }
  const debouncedChange = useDebouncedCallback(onDebouncedChange, DEBOUNCE_MS);
  const change = (text: string) => {
    setTyped(text);
    debouncedChange(text.trim());
  };
  return { value: typed, change };
}
