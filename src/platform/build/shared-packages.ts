/**
 * An extension that imports one of these gets the same classes and the same state. `dist/bundle/` has them with the service, so
 * `load-program.ts` leads the imports of extensions there.
 */
export const SHARED_PACKAGES = [
  'offprint',
  '@offprint/engines',
  '@offprint/media',
  '@offprint/postgres',
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/passport',
  '@nestjs/platform-express',
  '@nestjs/schedule',
  '@nestjs/swagger',
  '@nestjs/terminus',
  '@nestjs/throttler',
  '@nestjs/typeorm',
  'class-transformer',
  'class-validator',
  'express',
  'passport',
  'prom-client',
  'rxjs',
  'typeorm',
] as const;

export type SharedPackage = (typeof SHARED_PACKAGES)[number];

/** In `dist/bundle/`, with the package as its export `exported`. */
export const scriptOf = (name: SharedPackage): string => `${name.replace('@', '').replace('/', '-')}.js`;
