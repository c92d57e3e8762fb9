import { Alert, Card, EmptyState, Skeleton } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { predictionQuery } from '../../api/predictions';
import type { Model } from '../../api/types';
import { InputForm } from './InputForm';
import { ModelPicker } from './ModelPicker';
import { Run } from './Run';
import { carriedOver, fieldsOf, type InputValues, valuesForAnotherRun } from './schema-fields';

/**
 * The model and its form beside what it makes. The address holds the model (`model`), the prediction that is shown
 * (`prediction`) and one whose input the form starts with (`again`): a reload loses none of it.
 */
export function Workbench({ models }: { models: Model[] }) {
  const [query, setQuery] = useSearchParams();
  // Outlives the form: another model has another one.
  const [draft, setDraft] = useState<InputValues>({});
  const again = query.get('again');
  const earlier = useQuery({ ...predictionQuery(again ?? ''), enabled: again !== null });
  const wanted = query.get('model') ?? earlier.data?.modelKey;
  const model = models.find(({ modelKey }) => modelKey === wanted) ?? models[0]!;
  const isEarlierGone = wanted !== undefined && wanted !== null && model.modelKey !== wanted;
  const shown = query.get('prediction');
  const select = (modelKey: string) => setQuery({ model: modelKey }, { replace: true });
  const show = (predictionId: string) =>
    setQuery((before) => {
      before.set('model', model.modelKey);
      before.set('prediction', predictionId);
      return before;
    });

  const fields = useMemo(() => fieldsOf(model.inputSchema), [model]);
  const initial = earlier.data
    ? valuesForAnotherRun(fields, earlier.data.input as Record<string, unknown>)
    : carriedOver(fields, draft);
  const isLoading = again !== null && earlier.isPending && !earlier.error;
  if (isLoading) return <Skeleton h={520} />;
  return (
    <InputForm
      // Another model has another form; another run begins with other values.
      key={`${model.modelKey} ${again ?? ''}`}
      model={model}
      fields={fields}
      initial={initial}
      onDraft={setDraft}
      onStarted={show}
      picker={
        <>
          {isEarlierGone && (
            <Alert color="orange">The model “{wanted}” is not on offer. Choose another one.</Alert>
          )}
          <ModelPicker models={models} selected={model} onSelect={select} />
        </>
      }
    >
      {shown ? <Run key={shown} predictionId={shown} /> : <NothingYet />}
    </InputForm>
  );
}

function NothingYet() {
  return (
    <Card>
      <EmptyState
        py={80}
        icon={<IconSparkles />}
        title="Your result appears here"
        description="Fill in the form and press Generate. Its price is shown before you do."
      />
    </Card>
  );
}
