import type { components } from '../../api/schema';

export type Scope = components['schemas']['CreateKeyDto']['scopes'][number];

interface ScopeEntry {
  scope: Scope;
  title: string;
  /** What the scope permits. */
  grants: string;
}

export const SCOPES: ScopeEntry[] = [
  {
    scope: 'write',
    title: 'Generate everything',
    grants: 'Start predictions of every modality and read their status.',
  },
  {
    scope: 'generate:image',
    title: 'Generate images',
    grants: 'Image models, with upscaling, background removal and reframing.',
  },
  { scope: 'generate:video', title: 'Generate video', grants: 'Video models, with video upscaling.' },
  { scope: 'generate:audio', title: 'Generate audio', grants: 'Music, sound effects and speech.' },
  { scope: 'generate:3d', title: 'Generate 3D', grants: '3D models from text or images.' },
  { scope: 'read', title: 'Read history', grants: 'The history of predictions and their results.' },
  { scope: 'billing', title: 'Read credits', grants: 'Balance, plan and ledger. Cannot spend credits.' },
];

/** Scopes that `write` includes. */
export const WITHIN_WRITE: readonly Scope[] = [
  'generate:image',
  'generate:video',
  'generate:audio',
  'generate:3d',
];
