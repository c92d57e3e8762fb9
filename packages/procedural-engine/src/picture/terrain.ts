/**
 * Draws a height field in perspective, column by column from near to far, with exact vertical coverage at ridge lines, cast
 * shadows and aerial perspective. Mountains, dunes and hills differ in their height function.
 */
import { smooth } from './noise.js';
import type { Rgb } from './palette.js';
import type { Sheet } from './sheet.js';
import type { Sky } from './sky.js';
import type { Studio } from './studio.js';

/** World units: the camera stands at x 0, z 0 and looks along +z; heights are above the plain at 0. */
export interface Land {
  height(x: number, z: number, octaves: number): number;
  /** Writes the unlit colour (0-255) of a spot into `out`. @param steep 0 flat, 1 vertical. @param side -1 to 1: how far the slope faces away from the light */
  colour(x: number, z: number, height: number, steep: number, side: number, out: Float32Array): void;
  /** Depth range drawn, world units. */
  near: number;
  far: number;
  /** Ray-marching step as a share of the distance; sharp crests need finer ones than the default 0.0032. */
  stride?: number;
}

export interface TerrainView {
  /** Scene units. */
  horizonY: number;
  /** World units above the plain. */
  cameraHeight: number;
  /** Scene units per unit of slope. */
  focal: number;
}

export interface Air {
  /** Share of the view lost per world unit of distance. */
  density: number;
  /** Mist in the valleys: strength 0-1, and the height at which it has fallen to a third. */
  mist: number;
  mistHeight: number;
  /** 0-1: how dark shadows are. */
  shadow: number;
}

export interface Light {
  /** Unit vector towards the light, world axes (x right, y up, z away from the camera). */
  x: number;
  y: number;
  z: number;
  colour: Rgb;
  sky: Rgb;
}

/** Returns light from the side of the sun, turned a little towards the viewer, so that slopes have relief. */
export function lightFrom(studio: Studio, sky: Sky): Light {
  const low = { dawn: 0.34, day: 0.8, golden: 0.3, dusk: 0.34, night: 0.55, storm: 0.6 }[
    studio.reading.light
  ];
  const side = sky.lightX < studio.frame.wide / 2 ? -1 : 1;
  const length = Math.hypot(0.85, low, 0.25);
  return {
    x: (side * 0.85) / length,
    y: low / length,
    z: -0.25 / length,
    colour: studio.tones.glow,
    sky: studio.tones.sky,
  };
}

export function drawTerrain(
  studio: Studio,
  sheet: Sheet,
  view: TerrainView,
  land: Land,
  light: Light,
  air: Air,
  sky: Sky,
): void {
  const { frame, tones } = studio;
  const column = new Float32Array(frame.height * 4);
  const haze = new Float32Array(3);
  const spot = new Float32Array(3);
  for (let px = 0; px < frame.width; px++) {
    column.fill(0);
    const sx = (px + 0.5 - frame.left) / frame.unit;
    sky.colourAt(sx, view.horizonY - 0.03, haze);
    for (let c = 0; c < 3; c++) haze[c] = haze[c]! * 0.55 + tones.haze[c]! * 0.45;
    drawColumn(studio, view, land, light, air, (sx - frame.wide / 2) / view.focal, haze, spot, column);
    for (let py = 0; py < frame.height; py++) {
      const a = column[py * 4 + 3]!;
      if (a <= 0.003) continue;
      sheet.put(
        px,
        py,
        column[py * 4]! / a,
        column[py * 4 + 1]! / a,
        column[py * 4 + 2]! / a,
        Math.min(1, a),
      );
    }
  }
}

function drawColumn(
  studio: Studio,
  view: TerrainView,
  land: Land,
  light: Light,
  air: Air,
  direction: number,
  haze: Float32Array,
  spot: Float32Array,
  column: Float32Array,
): void {
  const { frame } = studio;
  const perPixel = 1 / (frame.unit * view.focal);
  const growth = 1 + (land.stride ?? Math.max(0.0032, 3.2 * perPixel));
  let open = frame.height;
  for (let z = land.near; z < land.far; z *= growth) {
    const x = direction * z;
    const octaves = z < 2 ? 8 : z < 6.5 ? 7 : 5;
    const h = land.height(x, z, octaves);
    const y = (view.horizonY + ((view.cameraHeight - h) / z) * view.focal) * frame.unit + frame.top;
    if (y >= open) continue;
    shadeSpot(land, light, air, x, z, h, octaves, perPixel, spot);
    const clear =
      Math.exp(-(z - land.near * 0.5) * air.density) *
      (1 - air.mist * Math.exp(-Math.max(0, h) / air.mistHeight) * smooth(0, 3, z));
    const from = Math.max(0, y);
    for (let row = Math.ceil(open) - 1; row >= Math.floor(from) && row >= 0; row--) {
      const covered = Math.min(open, row + 1) - Math.max(from, row);
      if (covered <= 0) continue;
      const i = row * 4;
      for (let c = 0; c < 3; c++)
        column[i + c] = column[i + c]! + covered * (haze[c]! + (spot[c]! - haze[c]!) * clear);
      column[i + 3] = column[i + 3]! + covered;
    }
    open = from;
    if (open <= 0) break;
  }
}

function shadeSpot(
  land: Land,
  light: Light,
  air: Air,
  x: number,
  z: number,
  h: number,
  octaves: number,
  perPixel: number,
  spot: Float32Array,
): void {
  const e = Math.max(0.0012, z * perPixel * 1.5);
  const gx = (land.height(x + e, z, octaves) - h) / e;
  const gz = (land.height(x, z + e, octaves) - h) / e;
  const length = Math.sqrt(1 + gx * gx + gz * gz);
  const lambert = (light.y - gx * light.x - gz * light.z) / length;
  const up = 1 / length;
  land.colour(x, z, h, 1 - up, lambert, spot);
  let sun = Math.max(0, lambert * 1.25 + 0.06);
  if (sun > 0.02) sun *= 1 - air.shadow * castShadow(land, light, x, z, h);
  const ambient = 0.3 + 0.2 * up;
  for (let c = 0; c < 3; c++) {
    const lit = sun * light.colour[c]! + ambient * (light.sky[c]! * 0.7 + 60);
    const v = (spot[c]! * lit) / 215;
    // A soft shoulder keeps detail in snow and sand in full sun.
    spot[c] = v < 170 ? v : 170 + 85 * (1 - Math.exp((170 - v) / 85));
  }
}

/** Returns 0 in light, 1 in the shadow of higher ground. Few steps suffice because the penumbra is soft. */
function castShadow(land: Land, light: Light, x: number, z: number, h: number): number {
  let shade = 0;
  let reach = 0.05 + z * 0.006;
  for (let i = 0; i < 5; i++) {
    const above = land.height(x + light.x * reach, z + light.z * reach, 4) - (h + light.y * reach);
    shade = Math.max(shade, smooth(-0.03, 0.08, above / (0.3 + reach)));
    if (shade >= 1) break;
    reach *= 1.75;
  }
  return shade;
}
