/** The YAML has the files with what was changed live, without secrets. */
import { Injectable } from '@nestjs/common';
import { dump } from 'js-yaml';
import { Catalogue } from '../catalogue.js';
import type { SourceDocument } from '../catalogue-sources.js';
import { withoutSecrets } from './engine-secrets.js';
import type { Settings, SubjectKind } from './live-settings.js';

const OF_ALL = `# The catalogue of an installation. Each document is a file; saved as one file, alone in a catalogue directory beside its workflows, it
# is the same catalogue. Secrets are not in it: where {from: VARIABLE} stands, set that variable.
`;

@Injectable()
export class CatalogueExport {
  /** Writing it blocks the event loop for tens of milliseconds: once for each change. */
  private yaml: string | null = null;

  constructor(private readonly catalogue: Catalogue) {
    catalogue.onChange(() => (this.yaml = null));
  }

  toYaml(): string {
    return (this.yaml ??= this.write());
  }

  private write(): string {
    const documents = this.catalogue.sources.documents.map(
      (document) => `---\n# catalogue/${document.file}\n${textOf(this.contentsOf(document))}`,
    );
    return `${OF_ALL}${documents.join('')}`;
  }

  private contentsOf(document: SourceDocument): object {
    switch (document.kind) {
      case 'provider': {
        const { provider, engine, limits, models } = document.contents;
        return {
          provider,
          ...(engine && { engine: withoutSecrets(provider, engine) }),
          ...(limits && { limits }),
          models: models.map(({ modelKey }) => this.entryOf('model', modelKey)),
        };
      }
      case 'plans': {
        const { default: key, plans } = document.contents;
        return { default: key, plans: plans.map((plan) => this.entryOf('plan', plan.key)) };
      }
      case 'packs':
        return { packs: document.contents.packs.map(({ id }) => this.entryOf('pack', id)) };
    }
  }

  /** A file leaves `enabled` out for what is enabled. */
  private entryOf(kind: SubjectKind, key: string): Settings {
    const { enabled, ...entry } = this.catalogue.entryOf({ kind, key });
    return enabled === false ? { ...entry, enabled } : entry;
  }
}

const textOf = (contents: object): string => dump(contents, { lineWidth: 120, noRefs: true });
