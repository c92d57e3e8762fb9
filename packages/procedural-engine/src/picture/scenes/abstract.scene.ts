/** Abstract pictures in four styles: folded fluid, layered paper waves, flow lines, and hard-edged geometry. */
import { clamp, hash2, Noise, smooth } from '../noise.js';
import { adjust, lightness, mix, Ramp, type Rgb, toHex } from '../palette.js';
import type { PaintedScene, Studio } from '../studio.js';

type Manner = 'fluid' | 'waves' | 'lines' | 'geometric';

export async function paintAbstract(studio: Studio): Promise<PaintedScene> {
  const choose = studio.random.fork('abstract');
  const asked = (['geometric', 'waves', 'lines', 'fluid'] as const).find((manner) => studio.has(manner));
  const manner: Manner = asked ?? choose.pick(['fluid', 'fluid', 'waves', 'lines', 'geometric'] as const);
  const colours = coloursOf(studio);
  if (manner === 'fluid') await paintFluid(studio, colours);
  else if (manner === 'waves') await paintWaves(studio, colours);
  else if (manner === 'lines') await paintLines(studio, colours);
  else await paintGeometry(studio, colours);
  return {
    caption: `An abstract picture: ${{ fluid: 'folded fluid', waves: 'layers of paper', lines: 'flowing lines', geometric: 'geometry' }[manner]}.`,
    particles: 'dust',
    bloom: manner === 'fluid' ? 0.3 : 0.14,
  };
}

/** Returns six colours from dark to light, from the prompt's colour words or a harmony chosen by the seed. */
function coloursOf(studio: Studio): Rgb[] {
  const { tones, reading } = studio;
  const choose = studio.random.fork('colours');
  if (reading.namedColours.length) {
    const first = tones.sky;
    const second =
      reading.namedColours.length > 1 ? tones.accent : adjust(tones.sky, 0.1, 1, choose.pick([-40, 40, 160]));
    return [
      mix(tones.shadow, first, 0.25),
      mix(first, tones.shadow, 0.35),
      first,
      second,
      mix(second, tones.glow, 0.5),
      mix(tones.glow, [250, 246, 238], 0.5),
    ];
  }
  const sets: readonly string[] = [
    '#10182f #1f3f6e #2a8a94 #e8b04a #e0603f #f6e8d0',
    '#1b1030 #51247c #c03a82 #f2785c #f9c66b #fdf1dc',
    '#0c2226 #17545a #4a9c86 #c9d8a0 #f0a662 #fbf0dc',
    '#15171f #34405e #7a86b8 #d8a7b4 #f2d3b3 #f8f1e6',
    '#101c18 #22513f #7fa35c #e5c15a #d8603e #f7ecd2',
    '#181425 #262b60 #3f66c8 #58c4dc #f5d76e #fbf5e8',
  ];
  const set = choose
    .pick(sets)
    .split(' ')
    .map((hex): Rgb => {
      const n = Number.parseInt(hex.slice(1), 16);
      return [n >> 16, (n >> 8) & 255, n & 255];
    });
  const chroma = reading.mood === 'calm' || reading.mood === 'melancholy' ? 0.75 : 1.05;
  return set.map((colour) => adjust(colour, 0, chroma));
}

/** Noise warped by noise twice, lit as if the folds had height. */
async function paintFluid(studio: Studio, colours: readonly Rgb[]): Promise<void> {
  const { noise, frame } = studio;
  const choose = studio.random.fork('fluid');
  const ramp = new Ramp(colours.map((colour, i) => [i / (colours.length - 1), colour] as const));
  const [ox, oy] = [choose.between(0, 80), choose.between(0, 80)];
  const scale = choose.between(0.75, 1.15);
  const fold = choose.between(1.7, 2.5);
  const turn = choose.between(0, Math.PI);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const sheet = studio.sheet();
  const columns = frame.width;
  let above = new Float32Array(columns);
  let row = new Float32Array(columns);
  const spot = new Float32Array(3);
  for (let py = 0; py < frame.height; py++) {
    const y0 = (py + 0.5 - frame.top) / frame.unit;
    for (let px = 0; px < columns; px++) {
      const x0 = (px + 0.5 - frame.left) / frame.unit;
      const x = (x0 * cos - y0 * sin) * scale * 0.8 + ox;
      const y = (x0 * sin + y0 * cos) * scale * 1.25 + oy;
      const qx = noise.fbm(x, y, 3);
      const qy = noise.fbm(x + 5.2, y + 1.3, 3);
      const rx = noise.fbm(x + fold * qx + 1.7, y + fold * qy + 9.2, 3);
      const height = noise.fbm(x + fold * rx, y + fold * qy, 4);
      row[px] = height;
      const gx = px ? (height - row[px - 1]!) * frame.unit : 0;
      const gy = py ? (height - above[px]!) * frame.unit : 0;
      const shine = clamp(0.5 - (gx * 0.6 + gy * 0.8) * 0.085, 0, 1);
      const vein = smooth(0.05, 0, Math.abs(height - rx * 0.55)) * 0.16;
      ramp.read(clamp(0.46 + height * 0.85 + rx * 0.34 + vein, 0, 1), spot);
      const gloss = smooth(0.72, 1, shine) * 0.5;
      const shade = 0.68 + 0.56 * shine;
      sheet.put(
        px,
        py,
        spot[0]! * shade + (255 - spot[0]!) * gloss * 0.6,
        spot[1]! * shade + (250 - spot[1]!) * gloss * 0.6,
        spot[2]! * shade + (240 - spot[2]!) * gloss * 0.6,
        1,
      );
    }
    [above, row] = [row, above];
    if (py % 128 === 0) await studio.checkAbort();
  }
  await studio.addLayer('fluid', 0.2, sheet);
}

/** Sheets of cut paper, each with a soft shadow on the one behind. */
async function paintWaves(studio: Studio, colours: readonly Rgb[]): Promise<void> {
  const { frame, noise } = studio;
  const choose = studio.random.fork('paper');
  const count = 7;
  const ramp = new Ramp(
    [...colours].reverse().map((colour, i) => [i / (colours.length - 1), colour] as const),
  );
  const back = studio.sheet();
  const sun = {
    x: frame.wide * choose.between(0.3, 0.7),
    y: frame.high * choose.between(0.2, 0.32),
    r: choose.between(0.13, 0.19),
  };
  const sky = ramp.at(0.02);
  const disc = colours[3]!;
  back.shade((x, y, out) => {
    const t = y / frame.high;
    const d = Math.hypot(x - sun.x, y - sun.y) / sun.r;
    const inside = smooth(1 + 1.5 / frame.unit / sun.r, 1 - 1.5 / frame.unit / sun.r, d);
    const shadow = smooth(1.25, 0.85, Math.hypot(x - sun.x, y - sun.y - 0.015) / sun.r) * 0.16 * (1 - inside);
    for (let c = 0; c < 3; c++)
      out[c] = sky[c]! * (1 - 0.06 * t) * (1 - shadow) * (1 - inside) + disc[c]! * inside;
  });
  await studio.addLayer('paper sky', 0, back);
  for (let i = 0; i < count; i++) {
    const t = (i + 1) / count;
    const base = frame.high * (0.3 + 0.66 * (i / (count - 1)) ** 0.95);
    const colour = ramp.at(0.12 + 0.88 * t);
    const salt = choose.between(0, 80);
    const rough = choose.between(0.7, 1.1);
    const edge = (x: number): number =>
      base + 0.13 * noise.fbm(x * rough + salt, salt, 2) + 0.03 * Math.sin(x * 5 + salt);
    const sheet = studio.sheet();
    const soft = 1 / frame.unit;
    sheet.shade((x, y, out) => {
      const d = y - edge(x);
      if (d < -0.1) {
        out[3] = 0;
        return;
      }
      const fibre =
        1 +
        0.025 * noise.at(x * 110, y * 40) +
        0.02 * (hash2(Math.floor(x * 700), Math.floor(y * 700), i) - 0.5);
      const lip = smooth(0.007, 0, d) * 0.14;
      const inside = smooth(-soft, soft, d);
      for (let c = 0; c < 3; c++)
        out[c] = colour[c]! * fibre * (1 + lip) * (1 - 0.1 * smooth(0, 0.4, d)) * inside;
      // Above the edge: the shadow of this sheet on the one behind.
      const shadow = 0.42 * Math.exp(d * 26) * smooth(-0.1, -0.05, d);
      out[3] = Math.max(inside, shadow);
      if (inside < 1 && inside < shadow) for (let c = 0; c < 3; c++) out[c] = colours[0]![c]! * 0.4;
    });
    await studio.addLayer(`paper ${i + 1}`, 0.15 + 0.8 * t, sheet);
  }
}

/** Thousands of hairlines along one flow field, coloured by their starting point. */
async function paintLines(studio: Studio, colours: readonly Rgb[]): Promise<void> {
  const { frame, noise } = studio;
  const choose = studio.random.fork('lines');
  const dark = choose() < 0.6;
  const ground = dark ? colours[0]! : colours[5]!;
  const back = studio.sheet();
  back.shade((x, y, out) => {
    const n = noise.fbm(x * 0.9, y * 0.9, 3);
    for (let c = 0; c < 3; c++) out[c] = clamp(ground[c]! * (1 + n * (dark ? 0.35 : 0.06)), 0, 255);
  });
  await studio.addLayer('ground', 0, back);
  const field = new Noise(choose.fork('field'));
  const swirl = choose.between(2.4, 4.2);
  const scale = choose.between(0.7, 1.15);
  const inks = colours.filter((colour) => Math.abs(lightness(colour) - lightness(ground)) > 0.16);
  const spanX = [-frame.left / frame.unit - 0.1, (frame.width - frame.left) / frame.unit + 0.1] as const;
  const spanY = [-frame.top / frame.unit - 0.1, (frame.height - frame.top) / frame.unit + 0.1] as const;
  for (const [layer, many, width] of [
    [0, 900, 0.0022],
    [1, 420, 0.004],
    [2, 70, 0.009],
  ] as const) {
    const sheet = studio.sheet();
    let art = '';
    const total = Math.round((many * (spanX[1] - spanX[0]) * (spanY[1] - spanY[0])) / 1.4);
    for (let i = 0; i < total; i++) {
      let [x, y] = [choose.between(spanX[0], spanX[1]), choose.between(spanY[0], spanY[1])];
      const ink =
        inks[
          Math.floor(
            clamp(0.5 + 0.62 * field.fbm(x * 0.8 + 30, y * 0.8, 2) + choose.between(-0.14, 0.14), 0, 0.999) *
              inks.length,
          )
        ]!;
      let path = `M${x.toFixed(3)} ${y.toFixed(3)}`;
      const steps = choose.integer(10, 34);
      for (let k = 0; k < steps; k++) {
        const angle = field.fbm(x * scale, y * scale, 2) * swirl + 0.4;
        x += Math.cos(angle) * 0.016;
        y += Math.sin(angle) * 0.016;
        path += `L${x.toFixed(3)} ${y.toFixed(3)}`;
      }
      art += `<path d="${path}" stroke="${toHex(mix(ink, layer === 2 ? [255, 250, 240] : ground, choose.between(0, 0.25)))}" stroke-width="${(width * choose.between(0.5, 1.3)).toFixed(4)}" opacity="${choose.between(0.55, 0.95).toFixed(2)}"/>`;
    }
    await sheet.draw(`<g fill="none" stroke-linecap="round" stroke-linejoin="round">${art}</g>`);
    await studio.addLayer(`lines ${layer + 1}`, 0.3 + 0.3 * layer, sheet);
  }
}

/** Discs, quarter rings, bars and triangles on a loose grid, with a print's paper grain. */
async function paintGeometry(studio: Studio, colours: readonly Rgb[]): Promise<void> {
  const { frame, noise } = studio;
  const choose = studio.random.fork('geometry');
  const paper = colours[5]!;
  const back = studio.sheet();
  back.shade((x, y, out) => {
    const n = 1 + 0.03 * noise.fbm(x * 3, y * 3, 4) + 0.02 * noise.at(x * 130, y * 130);
    for (let c = 0; c < 3; c++) out[c] = Math.min(252, paper[c]! * n);
  });
  await studio.addLayer('paper', 0, back);
  const edge = Math.min(frame.wide, frame.high);
  const cell = edge / choose.integer(4, 5);
  const inks = colours.slice(0, 5);
  const low = studio.sheet();
  const over = studio.sheet();
  let tiles = '';
  for (
    let gy = -Math.ceil(frame.top / frame.unit / cell);
    gy * cell < frame.high + frame.top / frame.unit;
    gy++
  ) {
    for (
      let gx = -Math.ceil(frame.left / frame.unit / cell);
      gx * cell < frame.wide + frame.left / frame.unit;
      gx++
    ) {
      if (choose() < 0.2) continue;
      tiles += `<g transform="translate(${gx * cell} ${gy * cell}) scale(${cell}) rotate(${90 * choose.integer(0, 3)} 0.5 0.5)">${tile(inks, paper, choose)}</g>`;
    }
  }
  await low.draw(tiles);
  await studio.addLayer('tiles', 0.35, low);
  const [cx, cy] = [frame.wide * choose.between(0.34, 0.66), frame.high * choose.between(0.34, 0.66)];
  const r = edge * choose.between(0.24, 0.32);
  const big = choose.pick(inks.slice(1));
  const line = colours[0]!;
  const angle = choose.between(-60, 60);
  await over.draw(`<circle cx="${cx}" cy="${cy + 0.012}" r="${r}" fill="#000" opacity="0.28"/>`, 0.018);
  await over.draw(
    `<circle cx="${cx}" cy="${cy}" r="${r}" fill="${toHex(big)}"/><path d="M${cx} ${cy - r}A${r} ${r} 0 0 1 ${cx} ${cy + r}Z" transform="rotate(${angle} ${cx} ${cy})" fill="${toHex(mix(big, line, 0.3))}"/>` +
      `<g fill="none" stroke="${toHex(line)}" stroke-width="0.006"><circle cx="${cx}" cy="${cy}" r="${r * 1.24}"/><path transform="rotate(${angle} ${cx} ${cy})" d="M${cx - 3} ${cy}H${cx + 3}"/></g>` +
      `<circle cx="${cx + Math.cos(angle / 57.3) * r * 1.24}" cy="${cy + Math.sin(angle / 57.3) * r * 1.24}" r="${r * 0.13}" fill="${toHex(colours[4]!)}"/>`,
  );
  await studio.addLayer('figure', 0.75, over);
}

function tile(
  inks: readonly Rgb[],
  paper: Rgb,
  choose: { integer(a: number, b: number): number; pick<T>(items: readonly T[]): T },
): string {
  const [a, b] = [toHex(choose.pick(inks)), toHex(choose.pick([...inks, paper]))];
  const ground = `<rect x="-0.002" y="-0.002" width="1.004" height="1.004" fill="${b}"/>`;
  switch (choose.integer(0, 6)) {
    case 0:
      return `${ground}<path d="M0 0 A1 1 0 0 1 1 1 L0 1 Z" fill="${a}"/>`;
    case 1:
      return `${ground}<circle cx="0.5" cy="0.5" r="0.4" fill="${a}"/>`;
    case 2:
      return `${ground}<path d="M0 0 L1 1 L0 1 Z" fill="${a}"/>`;
    case 3:
      return `${ground}${[0, 1, 2, 3].map((i) => `<rect x="0" y="${i * 0.25}" width="1" height="0.125" fill="${a}"/>`).join('')}`;
    case 4:
      return `${ground}<path d="M0 0.5 A0.5 0.5 0 0 1 1 0.5 Z M0 1 A0.5 0.5 0 0 1 1 1 Z" fill="${a}"/>`;
    case 5:
      return `${ground}${[1, 0.72, 0.44].map((r, i) => `<path d="M0 ${1 - r} A${r} ${r} 0 0 1 ${r} 1 L0 1 Z" fill="${i % 2 ? b : a}"/>`).join('')}`;
    default:
      return `<rect x="-0.002" y="-0.002" width="1.004" height="1.004" fill="${a}"/>`;
  }
}
