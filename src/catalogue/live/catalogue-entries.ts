import { Injectable } from '@nestjs/common';
import { Catalogue } from '../catalogue.js';
import type { WrittenModel } from '../catalogue-sources.js';
import type { Pack } from '../packs.js';
import type { Plan } from '../plans.js';
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
    const { modality, operation, title, description, pricing, engineCost = null, enabled = true } = entry;
    const { provider } = this.catalogue.sources.models.get(modelKey)!;
    const offered = this.catalogue.find(modelKey) !== undefined;
    const priceVersion = this.catalogue.priceVersionWith(modelKey, { pricing });
    const routes = routeSettingsOf({ ...entry }, provider);
    const texts = { modality, operation, title, description };
    const prices = { pricing, priceVersion, engineCost };
    return { modelKey, ...this.state(subject), enabled, offered, ...texts, ...prices, routes };
  }

  private plan(key: string): AdminCataloguePlan {
    const subject = { kind: 'plan', key } as const;
    const { title, enabled = true, ...rest } = this.catalogue.entryOf(subject) as unknown as Plan;
    const {
      description = null,
      maxRateLimit = null,
      maxConcurrent = null,
      priority = 1,
      models = null,
      outputRetentionDays = null,
      monthlyCredits = null,
      creditsExpire = false,
      price = null,
    } = rest;
    const isDefault = key === this.catalogue.plans.defaultKey;
    const limits = { maxRateLimit, maxConcurrent, priority, models, outputRetentionDays };
    const gives = { monthlyCredits, creditsExpire, price };
    return { key, ...this.state(subject), enabled, isDefault, title, description, ...limits, ...gives };
  }

  private pack(id: string): AdminCataloguePack {
    const subject = { kind: 'pack', key: id } as const;
    const {
      title,
      description = null,
      credits,
      price,
      expiresInDays = null,
      enabled = true,
    } = this.catalogue.entryOf(subject) as unknown as Pack;
    return { id, ...this.state(subject), enabled, title, description, credits, price, expiresInDays };
  }

  private state(subject: Subject) {
    const live = this.catalogue.liveVersionOf(subject);
    return {
      version: live?.version ?? FILES_VERSION,
      changedAt: live ? new Date(live.changedAtMs).toISOString() : null,
      differences: live ? differencesOf(this.catalogue.sources, subject, live.settings) : [],
      problem: this.catalogue.problemOf(subject),
    };
  }
}
