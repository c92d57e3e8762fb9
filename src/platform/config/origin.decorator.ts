import { ValidateBy, type ValidationOptions } from 'class-validator';

/** Accepts an origin as browsers send it: `http` or `https`, a host, a port that is not the usual one. No `*`, no `null`. */
export const IsOrigin = (options: ValidationOptions) =>
  ValidateBy(
    {
      name: 'isOrigin',
      validator: {
        validate: isOrigin,
        defaultMessage: () =>
          'CORS_ORIGINS must list origins such as https://studio.example.com: no path, no wildcard',
      },
    },
    options,
  );

function isOrigin(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { origin, protocol, hostname } = new URL(value);
  return /^https?:$/.test(protocol) && value === origin && !hostname.includes('*');
}
