/** The camera's distance at which a sphere fits the picture. Pure. */

interface View {
  /** Vertical field of view. */
  fovDegrees: number;
  /** Width of the picture divided by its height. */
  aspect: number;
}

/**
 * Returns the distance between camera and centre at which the sphere touches the nearest edges of the picture. The sphere
 * encloses the model, so the model fits from every side.
 */
export function fittingDistance(radius: number, { fovDegrees, aspect }: View): number {
  const halfVertical = (fovDegrees * Math.PI) / 360;
  const halfHorizontal = Math.atan(Math.tan(halfVertical) * aspect);
  return radius / Math.sin(Math.min(halfVertical, halfHorizontal));
}
