/** Finds the models that accept an output as input. Pure. */
import type { Model, Output } from '../../api/types';
import { fieldsOf } from './schema-fields';

export interface InputTarget {
  model: Model;
  /** Name of the model's media field. */
  field: string;
}

/** Returns each model with a media field of the output's type that accepts its link. Required fields come first. */
export function inputTargets(models: Model[], { contentType, url }: Pick<Output, 'contentType' | 'url'>) {
  const kind = contentType.split('/')[0];
  return models.flatMap((model): InputTarget[] => {
    const field = fieldsOf(model.inputSchema).find(
      (each) => each.kind === 'media' && each.accepts === kind && acceptsLink(model, each.name, url),
    );
    return field ? [{ model, field: field.name }] : [];
  });
}

function acceptsLink({ inputSchema }: Model, name: string, url: string): boolean {
  const { properties = {} } = inputSchema as { properties?: Record<string, { pattern?: string }> };
  const pattern = properties[name]?.pattern;
  return pattern === undefined || new RegExp(pattern, 'u').test(url);
}
