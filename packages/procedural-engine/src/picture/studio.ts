/**
 * What a scene painter works with: the frame, what the prompt said, the colours, its own randomness, and a place
 * to hang finished layers. Between layers it reports progress and lets a cancellation through.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Random } from '../random.js';
import { Noise } from './noise.js';
import type { Rgb } from './palette.js';
import type { PromptReading } from './prompt-reading.js';
import type { PaletteRole } from './schemes.js';
import { type Frame, Sheet } from './sheet.js';

export type Particles = 'snow' | 'rain' | 'stars' | 'embers' | 'fireflies' | 'dust';

export interface HungLayer {
  name: string;
  depth: number;
  sheet: Sheet;
}

/** What a painter returns; its layers hang in the studio. */
export interface PaintedScene {
  /** One plain sentence of what was painted. */
  caption: string;
  particles?: Particles;
  /** 0-1: how strongly bright parts bleed light when the picture is flattened. */
  bloom?: number;
}

export type ScenePainter = (studio: Studio) => Promise<PaintedScene>;

export class Studio {
  readonly layers: HungLayer[] = [];
  readonly noise: Noise;

  constructor(
    readonly frame: Frame,
    readonly reading: PromptReading,
    readonly tones: Readonly<Record<PaletteRole, Rgb>>,
    readonly random: Random,
    private readonly expectedLayers: number,
    private readonly report: (fraction: number) => void,
    readonly signal?: AbortSignal,
  ) {
    this.noise = new Noise(random.fork('noise'));
  }

  has(...details: string[]): boolean {
    return details.some((detail) => this.reading.details.includes(detail));
  }

  sheet(): Sheet {
    return new Sheet(this.frame);
  }

  /** Hangs a finished layer in front of the earlier ones. @param depth 0 farthest, 1 nearest */
  async hang(name: string, depth: number, sheet: Sheet): Promise<void> {
    this.layers.push({ name, depth, sheet });
    this.report(Math.min(0.95, this.layers.length / (this.expectedLayers + 1)));
    await this.breathe();
  }

  /** Lets messages in (a cancel arrives as one) and stops if the work is no longer wanted. */
  async breathe(): Promise<void> {
    await nextTurn();
    this.signal?.throwIfAborted();
  }
}
