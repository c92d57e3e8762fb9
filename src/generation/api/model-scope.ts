/** The scopes for starting, cancelling and reading a prediction depend on the modality of its model. */
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Catalogue, type CatalogueModel, type Modality } from '../../catalogue/index.js';
import { AppError } from '../../platform/errors/index.js';
import {
  type ApiKeyPrincipal,
  GENERATE_SCOPES,
  missingScope,
  type Scope,
  ScopeRule,
} from '../../platform/http/index.js';

export const scopesToGenerate = (modality: Modality): readonly Scope[] => ['write', `generate:${modality}`];
export const scopesToRead = (modality: Modality): readonly Scope[] => ['read', ...scopesToGenerate(modality)];

/** For an unknown model any generate scope is enough. */
@Injectable()
export class ModelScope extends ScopeRule {
  constructor(private readonly catalogue: Catalogue) {
    super();
  }

  override scopesFor(request: Request): readonly Scope[] {
    const model = this.find(request);
    return model ? scopesToGenerate(model.modality) : GENERATE_SCOPES;
  }

  override modelOf(request: Request): string | undefined {
    return this.find(request)?.modelKey;
  }

  private find(request: Request): CatalogueModel | undefined {
    return this.catalogue.findServed((request.body as { modelKey?: unknown } | undefined)?.modelKey);
  }
}

/**
 * Requires of an admitted key what `POST /api/generate` requires: a scope for the modality, and that the key may be used for the model. For
 * routes that know the model only after admission, such as those that receive a form.
 * @throws 403 `insufficient_scope`, `model_not_allowed`.
 */
export function requireModel(
  { scopes, allowedModels }: ApiKeyPrincipal,
  { modelKey, modality }: Pick<CatalogueModel, 'modelKey' | 'modality'>,
): void {
  const needed = scopesToGenerate(modality);
  if (!needed.some((scope) => scopes.includes(scope))) throw missingScope(needed);
  if (allowedModels && !allowedModels.includes(modelKey)) throw new AppError('model_not_allowed');
}
