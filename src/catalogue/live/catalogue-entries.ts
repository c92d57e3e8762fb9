import { Injectable } from '@nestjs/common';
import { Catalogue } from '../catalogue.js';
import type { WrittenModel } from '../catalogue-sources.js';
import type { Pack } from '../packs.js';
import type { Plan } from '../plans.js';
import type { AdminCatalogueModel, AdminCataloguePack, AdminCataloguePlan } from './catalogue-admin.dto.js';
import { FILES_VERSION } from './catalogue-changes.js';
import { differencesOf, keysOf, routeSettingsOf, type Subject } from './live-settings.js';

/** Shows models, plans and packs to administrators: what holds, and how it differs from the files. Never an engine's settings. */
@Injectable()
export class CatalogueEntries {
  constructor(private readonly catalogue: Catalogue) {}

  models(): AdminCatalogueModel[] {
    return keysOf(this.catalogue.sources, 'model').map((key) => this.model(key));
  }

  plans(): AdminCataloguePlan[] {
    return keysOf(this.catalogue.sources, 'plan').map((key) => this.plan(key));
  }

  packs(): AdminCataloguePack[] {
    return keysOf(this.catalogue.sources, 'pack').map((key) => this.pack(key));
  }

  /** @param modelKey of the files. */
  model(modelKey: string): AdminCatalogueModel {
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

  /** @param key of the file. */
  plan(key: string): AdminCataloguePlan {
    const subject = { kind: 'plan', key } as const;
    const { title, enabled = true, ...rest } = this.catalogue.entryOf(subject) as unknown as Plan;
    const {
      description = null,
      maxRateLimit = null,
      maxConcurrent = null,
      priority = 1,
      models = null,
      outputRetentionDays = null,
    } = rest;
    const isDefault = key === this.catalogue.plans.defaultKey;
    const limits = { maxRateLimit, maxConcurrent, priority, models, outputRetentionDays };
    return { key, ...this.state(subject), enabled, isDefault, title, description, ...limits };
  }

  /** @param id of the file. */
  pack(id: string): AdminCataloguePack {
    const subject = { kind: 'pack', key: id } as const;
    const {
      title,
      description = null,
      credits,
      price,
      enabled = true,
    } = this.catalogue.entryOf(subject) as unknown as Pack;
    return { id, ...this.state(subject), enabled, title, description, credits, price };
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
