import { Card, Grid, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useEffect, useMemo } from 'react';
import { asProblem, type ProblemDetail } from '../../api/problem';
import type { Model } from '../../api/types';
import { completeInput } from '../../text/example-input';
import { CodeSamples } from '../../ui/CodeSamples';
import { FieldControl } from './fields/FieldControl';
import classes from './InputForm.module.css';
import { type Field, inputOf, type InputValues, problemsOf } from './schema-fields';
import { StartBar } from './StartBar';
import { StartProblem } from './StartProblem';
import { useQuote } from './useQuote';
import { useStart } from './useStart';

interface InputFormProps {
  model: Model;
  fields: Field[];
  initial: InputValues;
  /** Called at first and on every change. */
  onDraft: (values: InputValues) => void;
  onStarted: (predictionId: string) => void;
  /** Rendered above the form. */
  picker: ReactNode;
  /** Rendered beside the form. */
  children: ReactNode;
}

/** Renders the input form of a model with price and start button, and beside it the result and the same call in code. */
export function InputForm({ model, fields, initial, onDraft, onStarted, picker, children }: InputFormProps) {
  const { modelKey } = model;
  const form = useForm<InputValues>({
    initialValues: initial,
    onValuesChange: onDraft,
    validate: (values) => problemsOf(fields, values),
  });
  const { values } = form;
  // oxlint-disable-next-line react/exhaustive-deps -- once per form.
  useEffect(() => onDraft(initial), []);
  const input = useMemo(
    () => (Object.keys(problemsOf(fields, values)).length === 0 ? inputOf(fields, values) : null),
    [fields, values],
  );
  const price = useQuote(modelKey, input);
  const typed = acceptedInput(fields, values, price.error ? asProblem(price.error).details : []);
  const sample = completeInput(model, typed);
  const isCompleted = Object.keys(sample).length > Object.keys(typed).length;
  const starting = useStart(onStarted);
  const refused = starting.problem?.fields ?? {};
  const submit = form.onSubmit(
    () => starting.start(modelKey, inputOf(fields, values)),
    (errors) => document.getElementsByName(Object.keys(errors)[0] ?? '')[0]?.focus(),
  );
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Card>
          <Stack>
            {picker}
            <form onSubmit={submit} noValidate>
              <Stack>
                {fields.map((field) => (
                  <FieldControl
                    key={field.name}
                    field={field}
                    value={values[field.name]}
                    onChange={(value) => {
                      form.setFieldValue(field.name, value);
                      if (starting.problem) starting.reset();
                    }}
                    error={(form.errors[field.name] as string | undefined) ?? refused[field.name] ?? null}
                  />
                ))}
                {starting.problem && <StartProblem problem={starting.problem} />}
                <StartBar price={price} canQuote={input !== null} starting={starting} />
              </Stack>
            </form>
          </Stack>
        </Card>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack gap="lg" className={classes.beside}>
          {children}
          <Card>
            <Title order={2} mb="sm">
              Same call in code
            </Title>
            {isCompleted && (
              <Text size="sm" c="dimmed" mb="sm">
                Required fields that are empty have an example value.
              </Text>
            )}
            <CodeSamples body={{ modelKey, ...sample }} />
          </Card>
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

/** Returns the values of all fields that neither the form nor the service rejects. */
function acceptedInput(
  fields: Field[],
  values: InputValues,
  rejected: readonly ProblemDetail[],
): InputValues {
  const names = [
    ...Object.keys(problemsOf(fields, values)),
    ...rejected.map(({ field }) => field.split('.')[0]!),
  ];
  return inputOf(
    fields.filter(({ name }) => !names.includes(name)),
    values,
  );
}
