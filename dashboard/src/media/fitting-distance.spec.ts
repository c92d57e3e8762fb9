import { PerspectiveCamera, Vector3 } from 'three';
import { fittingDistance } from './fitting-distance';

const FOV_DEGREES = 35;
const ASPECTS = [0.2, 0.5, 1, 4 / 3, 16 / 9, 5];
/** From every side, as seen from the camera. */
const DIRECTIONS = Array.from({ length: 5000 }, (_, index) => {
  const height = 1 - (2 * index + 1) / 5000;
  const angle = index * 2.399963;
  const width = Math.sqrt(1 - height * height);
  return new Vector3(width * Math.cos(angle), height, width * Math.sin(angle));
});

/** Returns how far the sphere reaches in the picture: at most 1 when it fits. */
function reach(radius: number, aspect: number): number {
  const camera = new PerspectiveCamera(FOV_DEGREES, aspect, radius / 100, radius * 100);
  camera.position.z = fittingDistance(radius, { fovDegrees: FOV_DEGREES, aspect });
  camera.updateMatrixWorld();
  const points = DIRECTIONS.map((direction) => direction.clone().multiplyScalar(radius).project(camera));
  return Math.max(...points.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]));
}

describe('the distance of the camera', () => {
  it.each(ASPECTS)('fits a sphere at the aspect ratio %d, and fills the picture', (aspect) => {
    for (const radius of [0.01, 1, 250]) {
      expect(reach(radius, aspect)).toBeLessThanOrEqual(1.000001);
      expect(reach(radius, aspect)).toBeGreaterThan(0.99);
    }
  });

  it('depends on the narrower side only', () => {
    const wide = fittingDistance(1, { fovDegrees: FOV_DEGREES, aspect: 2 });
    expect(fittingDistance(1, { fovDegrees: FOV_DEGREES, aspect: 1 })).toBe(wide);
    expect(fittingDistance(1, { fovDegrees: FOV_DEGREES, aspect: 0.5 })).toBeGreaterThan(wide);
    expect(fittingDistance(1, { fovDegrees: FOV_DEGREES, aspect: 1 })).toBeCloseTo(
      1 / Math.sin((FOV_DEGREES * Math.PI) / 360),
    );
  });
});
