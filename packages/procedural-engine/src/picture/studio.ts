/**
 * The context of a scene painter: the frame, the prompt's reading, the colours, random numbers and the finished layers.
 * Between layers it reports progress and checks for an abort.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Random } from '../random.js';
import { Noise } from './noise.js';
import type { Rgb } from './palette.js';
import type { PromptReading } from './prompt-reading.js';
import type { PaletteRole } from './schemes.js';
import { type Frame, Sheet } from './sheet.js';

export type Particles = 'snow' | 'rain' | 'stars' | 'embers' | 'fireflies' | 'dust';

export interface StudioLayer {
  name: string;
  depth: number;
  sheet: Sheet;
}

/** The result of a painter; its layers are in the studio. */
export interface PaintedScene {
  /** One sentence that describes the picture. */
  caption: string;
  particles?: Particles;
  /** 0-1: strength of the bloom around bright parts of the flattened picture. */
  bloom?: number;
}

export type ScenePainter = (studio: Studio) => Promise<PaintedScene>;

export class Studio {
  readonly layers: StudioLayer[] = [];
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

  /** Adds a finished layer in front of the earlier ones. @param depth 0 farthest, 1 nearest */
  async addLayer(name: string, depth: number, sheet: Sheet): Promise<void> {
    this.layers.push({ name, depth, sheet });
    this.report(Math.min(0.95, this.layers.length / (this.expectedLayers + 1)));
    await this.checkAbort();
  }

  /** Yields to the event loop, which receives an abort as a message, and throws when aborted. */
  async checkAbort(): Promise<void> {
    await nextTurn();
    this.signal?.throwIfAborted();
  }
}
