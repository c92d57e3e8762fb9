import { MultiSelect, Stack } from '@mantine/core';
import { useModels } from '../../api/models';
import { MODALITIES } from '../../text/labels';
import { AddressesField } from './AddressesField';
import { ExpiryFields } from './ExpiryFields';
import { MODELS_MAX } from './key-rules';
import { MetadataFields } from './MetadataFields';
import { SpendLimitFields } from './SpendLimitFields';
import type { KeyForm } from './useKeyForm';

interface RestrictionFieldsProps {
  form: KeyForm;
  /** A retiring key has none of its own: it ends with its grace. */
  withExpiry?: boolean;
}

/** Renders all settings of a key that can be left empty. */
export function RestrictionFields({ form, withExpiry = true }: RestrictionFieldsProps) {
  return (
    <Stack>
      {withExpiry && <ExpiryFields form={form} />}
      <SpendLimitFields form={form} />
      <ModelsField form={form} />
      <AddressesField {...form.getInputProps('allowedIps')} />
      <MetadataFields form={form} />
    </Stack>
  );
}

function ModelsField({ form }: { form: KeyForm }) {
  const models = useModels().data?.items ?? [];
  const chosen = form.values.allowedModels;
  const groups = Object.entries(MODALITIES).map(([modality, group]) => ({
    group,
    items: models
      .filter((model) => model.modality === modality)
      .map(({ modelKey, title }) => ({ value: modelKey, label: title })),
  }));
  // The operator may have removed a model that the key allows.
  const removed = chosen.filter((key) => !models.some(({ modelKey }) => modelKey === key));
  return (
    <MultiSelect
      label="Allowed models"
      description="The only models that the key may use. Empty: every model."
      placeholder={chosen.length === 0 ? 'Every model' : undefined}
      data={[...groups, { group: 'Not on offer', items: removed }].filter(({ items }) => items.length > 0)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear allowed models' }}
      hidePickedOptions
      maxValues={MODELS_MAX}
      nothingFoundMessage="No such model"
      {...form.getInputProps('allowedModels')}
    />
  );
}
