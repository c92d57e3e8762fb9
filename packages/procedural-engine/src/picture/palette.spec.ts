import {
  adjust,
  labToLch,
  labToRgb,
  lchToLab,
  lightness,
  mix,
  parseHex,
  Ramp,
  rgbToLab,
  toHex,
} from './palette.js';

describe('palette arithmetic', () => {
  it('converts every colour to OKLab and back', () => {
    for (const hex of ['#000000', '#ffffff', '#ff0000', '#00ff00', '#0000ff', '#3a6fc4', '#7a5136']) {
      expect(toHex(labToRgb(rgbToLab(parseHex(hex))))).toBe(hex);
      expect(toHex(labToRgb(lchToLab(labToLch(rgbToLab(parseHex(hex))))))).toBe(hex);
    }
  });

  it('agrees with the published OKLab values of white and red', () => {
    const [L, a, b] = rgbToLab([255, 255, 255]);
    expect([L, a, b].map((v) => Math.round(v * 1000) / 1000 + 0)).toEqual([1, 0, 0]);
    const red = rgbToLab([255, 0, 0]);
    expect(red[0]).toBeCloseTo(0.628, 3);
    expect(red[1]).toBeCloseTo(0.2249, 3);
    expect(red[2]).toBeCloseTo(0.1258, 3);
  });

  it('mixes to the ends and in between by lightness', () => {
    expect(toHex(mix([10, 20, 30], [200, 210, 220], 0))).toBe('#0a141e');
    expect(toHex(mix([10, 20, 30], [200, 210, 220], 1))).toBe('#c8d2dc');
    const grey = lightness(mix([0, 0, 0], [255, 255, 255], 0.5));
    expect(grey).toBeCloseTo(0.5, 2);
  });

  it('keeps the hue when it only lightens', () => {
    const before = labToLch(rgbToLab(parseHex('#3a6f84')));
    const after = labToLch(rgbToLab(adjust(parseHex('#3a6f84'), 0.1)));
    expect(after[2]).toBeCloseTo(before[2], 0);
    expect(after[0]).toBeCloseTo(before[0] + 0.1, 2);
  });

  it('reads a ramp at its stops and clamps beyond its ends', () => {
    const ramp = new Ramp([
      [0, [0, 0, 0]],
      [0.5, [200, 40, 40]],
      [1, [255, 255, 255]],
    ]);
    expect(toHex(ramp.at(-3))).toBe('#000000');
    expect(toHex(ramp.at(0.5))).toBe('#c82828');
    expect(toHex(ramp.at(9))).toBe('#ffffff');
  });
});
