/**
 * `embedded-video`: paints the prompt's scene once, in layers, and moves a camera through it. Weather, water, clouds and
 * light move too, and the accents of the picture are synchronised with those of its sound.
 */
import type { EngineContext, EngineOperation } from '../engine.js';
import { paintScene, type Scene } from '../picture/scene.js';
import { random } from '../random.js';
import type { Accents } from './accents.js';
import { type FilmFormat, refuseUnavailable } from './film.js';
import { FRAMES_PER_SECOND, type FrameSize, frameSize, ratioOf, type Resolution } from './frame-size.js';
import { LayerStage, type Placement, type Wave } from './layer-stage.js';
import { LightMap } from './light-map.js';
import { type Move, moveNamed, reach, sceneView, type View } from './motion.js';
import { ParticleField } from './particles.js';
import { sceneLight } from './scene-light.js';
import { makeScoredFilm } from './scored-film.js';

interface VideoInput {
  prompt: string;
  aspectRatio: string;
  duration: number;
  resolution: Resolution;
  sound: boolean;
  format: FilmFormat;
}

/** Margin around the frame for the camera, as a share of the frame on each side. */
const OVERSCAN = 0.1;
/** Shares of the progress bar before the first frame. */
const PAINTED = 12;
const SCORED = 18;

export const textToVideo: EngineOperation = async (task, context) => {
  const input = readInput(task.input);
  refuseUnavailable(input.format);
  const size = frameSize(ratioOf(input.aspectRatio), input.resolution);
  const { prompt } = input;
  const scene = await paint(prompt, task.seed, size, context);
  const painter = (seconds: number, accents: Accents) =>
    sceneFilm({ prompt, seed: task.seed, scene, size, seconds, accents });
  const film = { task, input, prompt, title: prompt, size, painter, progressFrom: SCORED };
  return makeScoredFilm(film, context);
};

function paint(prompt: string, seed: string, size: FrameSize, context: EngineContext): Promise<Scene> {
  return paintScene({
    prompt,
    seed,
    ...size,
    overscan: OVERSCAN,
    progress: (fraction) => context.progress(fraction * PAINTED),
    signal: context.signal,
  });
}

interface Shot {
  prompt: string;
  seed: string;
  scene: Scene;
  size: FrameSize;
  seconds: number;
  accents: Accents;
}

function sceneFilm(shot: Shot): (index: number, target: Int32Array) => void {
  const { scene, size, seconds, accents } = shot;
  const chance = random(shot.seed).fork('film');
  const move = moveNamed(shot.prompt) ?? chance.fork('move').pick(MOVES);
  const far = reach(seconds);
  const stage = new LayerStage(scene.layers, size.width, size.height);
  const light = new LightMap(size.width, size.height, scene.bloom * BLOOM);
  const lightAt = sceneLight(scene.reading, accents, chance.fork('light'));
  const kind = scene.particles ?? (scene.reading.weather === 'snow' ? 'snow' : undefined);
  const particles = kind && new ParticleField(kind, accents, chance.fork('particles'));
  const wind = chance.fork('wind').pick([-1, 1]);
  const looks = scene.layers.map(({ name, depth, width, height }) => ({ name, depth, width, height }));
  // The stage owns the pixels now; the scene must not keep references to them.
  scene.layers.length = 0;
  return (index, target) => {
    const now = index / FRAMES_PER_SECOND;
    const view = nudged(sceneView(move, now / seconds, far), accents, now);
    const placements = looks.map((look) => placement(look, view, size, now, wind));
    stage.draw(target, placements);
    light.apply(target, lightAt(now));
    particles?.draw({ pixels: target, ...size }, now, view, (x, y) => stage.isSky(placements, x, y));
  };
}

const MOVES: readonly Move[] = ['push-in', 'pull-out', 'pan-left', 'pan-right', 'rise', 'drift'];
/** The glow of the grid is wider than that of a still picture, so it is weaker. */
const BLOOM = 0.6;

/** A beat moves the camera slightly in and up. */
function nudged(view: View, accents: Accents, now: number): View {
  const nudge = accents.nudge(now);
  return { x: view.x, y: view.y - 0.003 * nudge, zoom: view.zoom + 0.01 * nudge };
}

interface Look {
  name: string;
  depth: number;
  width: number;
  height: number;
}

/** Layers that are water from their horizon down, as a share of the frame's height. */
const WATER: readonly [RegExp, number][] = [
  [/^(sea|ocean|water)\b/, 0.5],
  [/\blake\b/, 0.66],
];
const SKY = /\b(sky|clouds?)\b/;

/** Returns the placement of a layer for a view: far layers follow the camera a fifth as much as near ones. */
function placement(look: Look, view: View, size: FrameSize, now: number, wind: number): Placement {
  const follow = 0.22 + 0.78 * look.depth;
  const zoom = 1 + (view.zoom - 1) * (0.35 + 0.65 * look.depth);
  const drift = SKY.test(look.name) ? wind * 0.004 * now : 0;
  const left = look.width / 2 + (view.x * follow + drift) * size.width - size.width / zoom / 2;
  const top = look.height / 2 + view.y * follow * size.height - size.height / zoom / 2;
  const wave = waveOf(look.name, size, now);
  return { left, top, step: 1 / zoom, ...(wave ? { wave } : {}) };
}

function waveOf(name: string, { height }: FrameSize, now: number): Wave | undefined {
  const horizon = WATER.find(([pattern]) => pattern.test(name))?.[1];
  if (horizon === undefined) return undefined;
  return { height: height * 0.006, horizon: horizon * height, perRow: 70 / height, phase: now * 2.2 };
}

function readInput(input: Readonly<Record<string, unknown>>): VideoInput {
  return {
    prompt: String(input.prompt ?? '').trim(),
    aspectRatio: String(input.aspectRatio ?? '16:9'),
    duration: Number(input.duration ?? 4),
    resolution: (input.resolution ?? '480p') as Resolution,
    sound: input.sound !== false,
    format: (input.format ?? 'webm') as FilmFormat,
  };
}
