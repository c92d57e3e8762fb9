import { Injectable } from '@nestjs/common';
import { Catalogue } from '../catalogue.js';
import type { WrittenModel } from '../catalogue-sources.js';
import { valuesOf } from '../entry-fields.js';
import { PACK_FIELDS, type ShownPack } from '../packs.js';
import { PLAN_FIELDS, type ShownPlan } from '../plan-fields.js';
import type { AdminCatalogueModel } from './admin-models.dto.js';
import type { AdminCataloguePack } from './admin-packs.dto.js';
import type { AdminCataloguePlan } from './admin-plans.dto.js';
import { FILES_VERSION } from './catalogue-changes.js';
import { differencesOf, keysOf, routeSettingsOf, type Subject, type SubjectKind } from './live-settings.js';

export interface Shown {
  model: AdminCatalogueModel;
  plan: AdminCataloguePlan;
  pack: AdminCataloguePack;
}

/** Shows what holds, and how it differs from the files; never an engine's settings. */
@Injectable()
export class CatalogueEntries {
  constructor(private readonly catalogue: Catalogue) {}

  /** Keeps the order of the files. */
  keys(kind: SubjectKind): string[] {
    return keysOf(this.catalogue.sources, kind);
  }

  list<K extends SubjectKind>(kind: K): Shown[K][] {
    return this.keys(kind).map((key) => this.show({ kind, key }));
  }

  /** @param subject that the files have. */
  show<K extends SubjectKind>({ kind, key }: { kind: K; key: string }): Shown[K] {
    const show: { [Kind in SubjectKind]: (key: string) => Shown[Kind] } = {
      model: (modelKey) => this.model(modelKey),
      plan: (planKey) => this.plan(planKey),
      pack: (id) => this.pack(id),
    };
    return show[kind](key);
  }

  private model(modelKey: string): AdminCatalogueModel {
    const subject = { kind: 'model', key: modelKey } as const;
    const entry = this.catalogue.entryOf(subject) as WrittenModel;
    const { modality, operation, title, description, pricing, engineCost = null } = entry;
    const { provider } = this.catalogue.sources.models.get(modelKey)!;
    const offered = this.catalogue.find(modelKey) !== undefined;
    const priceVersion = this.catalogue.priceVersionWith(modelKey, { pricing });
    const routes = routeSettingsOf({ ...entry }, provider);
    const texts = { modality, operation, title, description };
    const prices = { pricing, priceVersion, engineCost };
    return { modelKey, ...this.state(subject), offered, ...texts, ...prices, routes };
  }

  private plan(key: string): AdminCataloguePlan {
    const subject = { kind: 'plan', key } as const;
    const isDefault = key === this.catalogue.plans.defaultKey;
    const fields = valuesOf<Omit<ShownPlan, 'key'>>(PLAN_FIELDS, this.catalogue.entryOf(subject));
    return { key, ...this.state(subject), isDefault, ...fields };
  }

  private pack(id: string): AdminCataloguePack {
    const subject = { kind: 'pack', key: id } as const;
    const fields = valuesOf<Omit<ShownPack, 'id'>>(PACK_FIELDS, this.catalogue.entryOf(subject));
    return { id, ...this.state(subject), ...fields };
  }

  private state(subject: Subject) {
    const live = this.catalogue.liveVersionOf(subject);
    return {
      version: live?.version ?? FILES_VERSION,
      changedAt: live ? new Date(live.changedAtMs).toISOString() : null,
      differences: live ? differencesOf(this.catalogue.sources, subject, live.settings) : [],
      problem: this.catalogue.problemOf(subject),
      enabled: this.catalogue.entryOf(subject).enabled !== false,
    };
  }
}
