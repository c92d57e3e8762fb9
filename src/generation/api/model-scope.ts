/** Which scopes would do for starting, cancelling and reading a prediction: by the modality of its model. */
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Catalogue, type Modality } from '../../catalogue/index.js';
import { GENERATE_SCOPES, type Scope, ScopeRule } from '../../http/index.js';

export const scopesToGenerate = (modality: Modality): readonly Scope[] => ['write', `generate:${modality}`];
export const scopesToRead = (modality: Modality): readonly Scope[] => ['read', ...scopesToGenerate(modality)];

/** For a body that names a model: `write` or that modality's scope. A model we do not know: any generate scope. */
@Injectable()
export class ModelScope extends ScopeRule {
  constructor(private readonly catalogue: Catalogue) {
    super();
  }

  override scopesFor(request: Request): readonly Scope[] {
    const model = this.catalogue.find((request.body as { modelKey?: unknown } | undefined)?.modelKey);
    return model ? scopesToGenerate(model.modality) : GENERATE_SCOPES;
  }
}
