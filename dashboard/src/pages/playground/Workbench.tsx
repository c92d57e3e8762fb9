import { Alert, Card, EmptyState, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { predictionQuery } from '../../api/predictions';
import type { Model } from '../../api/types';
import { IconSparkles } from '../../ui/icons';
import type { InputTarget } from './input-targets';
import { InputForm } from './InputForm';
import { withDraft, withRun } from './kept-work';
import { ModelPicker } from './ModelPicker';
import { Run } from './Run';
import { fieldsOf, keepDraftValues, restoreDraftValues, valuesForRerun } from './schema-fields';
import { SessionRuns } from './SessionRuns';
import { changeWork, useWork } from './work-store';

const PATH = '/playground';

/**
 * Renders the form of a model beside its result. The URL holds the model (`model`), the shown prediction (`prediction`) and
 * the prediction whose input the form starts with (`again`), so that a reload keeps all of them. Without them the page
 * continues with the draft and the run that were left.
 */
export function Workbench({ models }: { models: Model[] }) {
  const [query, setQuery] = useSearchParams();
  const findModel = (key: string | undefined) => models.find(({ modelKey }) => modelKey === key);
  const work = useWork();
  // Counts the values that came from outside the form.
  const [revision, setRevision] = useState(0);
  const again = query.get('again');
  const earlier = useQuery({ ...predictionQuery(again ?? ''), enabled: again !== null });
  const wanted = query.get('model') ?? earlier.data?.modelKey;
  const model = findModel(wanted ?? work.modelKey ?? undefined) ?? models[0]!;
  const isEarlierGone = wanted !== undefined && model.modelKey !== wanted;
  // Without a query the user has come back, and finds the last run.
  const shown = query.size === 0 ? work.shown : query.get('prediction');
  const select = (modelKey: string) => setQuery({ model: modelKey }, { replace: true });
  const show = (predictionId: string) => {
    changeWork((before) => ({ ...before, shown: predictionId }));
    setQuery((before) => {
      before.set('model', model.modelKey);
      before.set('prediction', predictionId);
      return before;
    });
  };
  const fillIn = ({ model: { modelKey }, field }: InputTarget, link: string) => {
    changeWork((before) => ({ ...before, values: { ...before.values, [field]: link } }));
    setRevision(revision + 1);
    setQuery({ model: modelKey, ...(shown && { prediction: shown }) });
  };

  const fields = useMemo(() => fieldsOf(model.inputSchema), [model]);
  const draft = work.modelKey === model.modelKey ? restoreDraftValues : keepDraftValues;
  const initial = earlier.data ? valuesForRerun(fields, earlier.data.input) : draft(fields, work.values);
  const isLoading = again !== null && earlier.isPending && !earlier.error;
  if (isLoading) return <Skeleton h={520} />;
  return (
    <InputForm
      // Creates a new form for another model or another run.
      key={`${model.modelKey} ${again ?? ''} ${revision}`}
      model={model}
      fields={fields}
      initial={initial}
      onDraft={(values) => changeWork((before) => withDraft(before, model.modelKey, values))}
      onStarted={(predictionId) => {
        changeWork((before) => withRun(before, predictionId));
        // The user may have left the page before the response.
        if (window.location.pathname === PATH) show(predictionId);
      }}
      picker={
        <>
          {isEarlierGone && (
            <Alert color="orange">The model “{wanted}” is not available. Choose another one.</Alert>
          )}
          <ModelPicker models={models} selected={model} onSelect={select} />
        </>
      }
    >
      {shown ? (
        <Run key={shown} predictionId={shown} models={models} onUseAsInput={fillIn} />
      ) : (
        <EmptyResult />
      )}
      {work.runs.length > 0 && <SessionRuns runs={work.runs} shown={shown} onShow={show} />}
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
