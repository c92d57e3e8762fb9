/** Draws trees as vector silhouettes in scene units: firs along a crest, and broadleaf trees branch by branch. */
import type { Random } from '../random.js';
import { mix, type Rgb, toHex } from './palette.js';
import type { Studio } from './studio.js';

export interface ConiferOptions {
  /** Ground line: y at x. */
  crest(x: number): number;
  colour: Rgb;
  count: number;
  /** Height of a tall tree. */
  tall: number;
  /** x around which there are few trees, so that the view stays open. */
  sparse: number;
  salt: number;
  /** Colour of snow on the branches, if there is any. */
  snow?: Rgb | undefined;
}

export function conifers(studio: Studio, options: ConiferOptions): string {
  const { frame } = studio;
  const choose = studio.random.fork(`conifers ${options.salt}`);
  const left = -frame.left / frame.unit - 0.05;
  const right = (frame.width - frame.left) / frame.unit + 0.05;
  const spread = Math.max(0.25, frame.wide * 0.34);
  const trees: { x: number; y: number; tall: number }[] = [];
  const count = Math.round((options.count * (right - left)) / frame.wide);
  for (let i = 0; i < count; i++) {
    // Trees grow in groups: half of them near another one.
    const near =
      trees.length && choose() < 0.5
        ? choose.pick(trees).x + choose.between(-0.06, 0.06)
        : choose.between(left, right);
    const away = Math.min(1, Math.abs(near - options.sparse) / spread);
    if (choose() > 0.08 + away * 0.95) continue;
    trees.push({
      x: near,
      y: options.crest(near),
      tall: options.tall * (0.25 + 0.75 * away) * choose.between(0.45, 1.1),
    });
  }
  return trees
    .sort((a, b) => a.y - b.y)
    .map((tree) =>
      conifer(
        tree.x,
        tree.y + 0.008,
        tree.tall,
        mix(options.colour, [20, 30, 34], choose.between(0, 0.3)),
        choose,
        options.snow,
      ),
    )
    .join('');
}

/** Draws a fir: drooping tiers that widen downwards, asymmetric at random. */
function conifer(x: number, y: number, tall: number, colour: Rgb, choose: Random, snow?: Rgb): string {
  const tiers = Math.round(9 + tall * 26);
  const wide = tall * choose.between(0.15, 0.22);
  const lean = choose.between(-0.02, 0.02) * tall;
  const left: string[] = [];
  const right: string[] = [];
  let cover = '';
  for (let i = 0; i < tiers; i++) {
    const t = (i + 1) / tiers;
    const ty = y - tall * 0.97 + tall * 0.9 * t ** 1.05;
    const half = wide * t ** 0.85;
    const [l, r] = [half * choose.between(0.7, 1.12), half * choose.between(0.7, 1.12)];
    const drop = (tall / tiers) * choose.between(0.35, 0.75);
    const centre = x + lean * (1 - t);
    left.push(`${p(centre - l)} ${p(ty + drop)}L${p(centre - l * 0.42)} ${p(ty)}`);
    right.unshift(`${p(centre + r * 0.42)} ${p(ty)}L${p(centre + r)} ${p(ty + drop)}`);
    if (snow && i % 2 === 0 && half > 0.004) {
      const w = half * choose.between(0.5, 0.8);
      const at = centre + choose.between(-0.35, 0.2) * half;
      cover += `M${p(at - w * 0.7)} ${p(ty + drop * 0.7)}Q${p(at)} ${p(ty - drop * 1.1)} ${p(at + w * 0.7)} ${p(ty + drop * 0.6)}Q${p(at)} ${p(ty + drop * 0.1)} ${p(at - w * 0.7)} ${p(ty + drop * 0.7)}Z`;
    }
  }
  const trunk = `M${p(x - wide * 0.07)} ${p(y - tall * 0.12)}h${p(wide * 0.14)}V${p(y)}h${p(-wide * 0.14)}Z`;
  const shape = `M${p(x + lean)} ${p(y - tall)}L${left.join('L')}L${right.join('L')}Z${trunk}`;
  return `<path d="${shape}" fill="${toHex(colour)}"/>${cover ? `<path d="${cover}" fill="${toHex(snow!)}" opacity="0.85"/>` : ''}`;
}

export interface BroadleafOptions {
  x: number;
  /** Foot of the trunk. */
  y: number;
  tall: number;
  bark: Rgb;
  /** Leaf colours from dark to light; none for a bare tree. */
  leaves: readonly Rgb[];
  /** x direction of the light, -1 or 1: leaves on that side have the light colours. */
  lightSide: number;
  density?: number;
}

/** Draws a broadleaf tree: branches that split at random, leaf clusters at the twigs painted from dark to light. */
export function broadleaf(options: BroadleafOptions, choose: Random): string {
  const strokes: string[] = [];
  const tips: { x: number; y: number }[] = [];
  const grow = (x: number, y: number, angle: number, length: number, width: number, level: number): void => {
    const bend = choose.between(-0.22, 0.22);
    const mx = x + Math.cos(angle + bend) * length * 0.5;
    const my = y + Math.sin(angle + bend) * length * 0.5;
    const ex = x + Math.cos(angle) * length;
    const ey = y + Math.sin(angle) * length;
    strokes.push(
      `<path d="M${p(x)} ${p(y)}Q${p(mx)} ${p(my)} ${p(ex)} ${p(ey)}" stroke-width="${p(width)}"/>`,
    );
    if (level >= 2) tips.push({ x: ex, y: ey }, { x: mx, y: my });
    if (level >= 5) return;
    const children = level < 1 ? 3 : 2;
    for (let i = 0; i < children; i++) {
      const turn = (children === 3 ? (i - 1) * 0.62 : (i - 0.5) * 0.95) + choose.between(-0.22, 0.22);
      grow(ex, ey, angle + turn, length * choose.between(0.66, 0.84), width * 0.64, level + 1);
    }
  };
  grow(
    options.x,
    options.y,
    -Math.PI / 2 + choose.between(-0.08, 0.08),
    options.tall * 0.3,
    options.tall * 0.055,
    0,
  );
  const wood = `<g fill="none" stroke="${toHex(options.bark)}" stroke-linecap="round">${strokes.join('')}</g>`;
  if (!options.leaves.length) return wood;
  const middle = options.y - options.tall * 0.62;
  const leaves = tips.flatMap((tip) => {
    const many = Math.max(2, Math.round(7 * (options.density ?? 1)));
    return Array.from({ length: many }, () => ({
      x: tip.x + (choose() + choose() - 1) * options.tall * 0.1,
      y: tip.y + (choose() + choose() - 1) * options.tall * 0.085,
      r: options.tall * choose.between(0.009, 0.021),
    }));
  });
  // Light comes from above and from the light's side; the position of a leaf along that direction decides its shade.
  const lightOf = (leaf: { x: number; y: number }): number =>
    0.5 + ((middle - leaf.y) * 0.85 + (leaf.x - options.x) * options.lightSide * 0.7) / (options.tall * 0.75);
  return (
    wood +
    leaves
      .map((leaf) => ({ ...leaf, light: lightOf(leaf) + choose.between(-0.24, 0.24) }))
      .sort((a, b) => a.light - b.light)
      .map((leaf) => {
        const i = Math.min(
          options.leaves.length - 1,
          Math.max(0, Math.floor(leaf.light * options.leaves.length)),
        );
        return `<ellipse cx="${p(leaf.x)}" cy="${p(leaf.y)}" rx="${p(leaf.r)}" ry="${p(leaf.r * 0.72)}" fill="${toHex(options.leaves[i]!)}"/>`;
      })
      .join('')
  );
}

function p(value: number): string {
  return value.toFixed(4);
}
