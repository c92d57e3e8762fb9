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
import { fieldsOf, type InputValues, keepDraftValues, valuesForRerun } from './schema-fields';

/**
 * Renders the form of a model beside its result. The URL holds the model (`model`), the shown prediction (`prediction`) and
 * the prediction whose input the form starts with (`again`), so that a reload keeps all of them.
 */
export function Workbench({ models }: { models: Model[] }) {
  const [query, setQuery] = useSearchParams();
  // Kept here because each model has a form of its own.
  const [draft, setDraft] = useState<InputValues>({});
  const again = query.get('again');
  const earlier = useQuery({ ...predictionQuery(again ?? ''), enabled: again !== null });
  const wanted = query.get('model') ?? earlier.data?.modelKey;
  const model = models.find(({ modelKey }) => modelKey === wanted) ?? models[0]!;
  const isEarlierGone = wanted !== undefined && model.modelKey !== wanted;
  const shown = query.get('prediction');
  const select = (modelKey: string) => setQuery({ model: modelKey }, { replace: true });
  const show = (predictionId: string) =>
    setQuery((before) => {
      before.set('model', model.modelKey);
      before.set('prediction', predictionId);
      return before;
    });

  const fields = useMemo(() => fieldsOf(model.inputSchema), [model]);
  const initial = earlier.data ? valuesForRerun(fields, earlier.data.input) : keepDraftValues(fields, draft);
  const isLoading = again !== null && earlier.isPending && !earlier.error;
  if (isLoading) return <Skeleton h={520} />;
  return (
    <InputForm
      // Creates a new form for another model or another run.
      key={`${model.modelKey} ${again ?? ''}`}
      model={model}
      fields={fields}
      initial={initial}
      onDraft={setDraft}
      onStarted={show}
      picker={
        <>
          {isEarlierGone && (
            <Alert color="orange">The model “{wanted}” is not available. Choose another one.</Alert>
          )}
          <ModelPicker models={models} selected={model} onSelect={select} />
        </>
      }
    >
      {shown ? <Run key={shown} predictionId={shown} /> : <EmptyResult />}
    </InputForm>
  );
}

function EmptyResult() {
  return (
    <Card>
      <EmptyState
        py={80}
        icon={<IconSparkles />}
        title="Your result appears here"
        description="Fill in the form and press Generate. You see the price before you start."
      />
    </Card>
  );
}
