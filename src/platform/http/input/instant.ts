import { ValidateBy } from 'class-validator';

/** Later years have five digits, which few parsers of times read. */
const LATEST = Date.UTC(10_000, 0, 1);
/** A date alone, or a time without a zone, means another instant to each reader. */
const INSTANT = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.]\d{1,9})?)?(Z|[+-]\d\d:?\d\d)$/i;
const FORM = '$property must be a date and time with a zone, such as 2027-01-31T09:30:00Z';
const END_OF_DAY = /T24:00/i;

export const IsInstant = () =>
  ValidateBy({
    name: 'isInstant',
    validator: { validate: isInstant, defaultMessage: (args) => formProblem(args?.value) },
  });

/** The message names the form, or that the time has passed. */
export const IsFutureInstant = () =>
  ValidateBy({
    name: 'isFutureInstant',
    validator: {
      validate: isFutureInstant,
      defaultMessage: (args) =>
        isInstant(args?.value) ? '$property must be in the future' : formProblem(args?.value),
    },
  });

export const isFutureInstant = (value: unknown): value is string =>
  isInstant(value) && Date.parse(value) > Date.now();

function formProblem(value: unknown): string {
  const isEndOfDay = typeof value === 'string' && END_OF_DAY.test(value);
  return isEndOfDay ? '$property must write the end of a day as 00:00 of the next one' : FORM;
}

function isInstant(value: unknown): value is string {
  const match = typeof value === 'string' ? INSTANT.exec(value) : null;
  if (!match) return false;
  const [year, month, day] = match.slice(1, 4).map(Number) as [number, number, number];
  // JavaScript reads the 30th of February as a day of March.
  const isDay =
    month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
  const time = Date.parse(match[0]);
  return isDay && !Number.isNaN(time) && time < LATEST;
}
