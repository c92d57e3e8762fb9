// What a report of Schemathesis amounts to, in operations.

/** Warnings by which a run has tested less than its verdict says. */
const FAILING_WARNINGS = [
  'missing_auth',
  'method_not_allowed',
  'missing_deserializer',
  'rate_limited',
  'unmatched_filter',
  'unresolvable_reference',
  'unsupported_regex',
];

/** Warnings that are right, by kind. docs/fuzzing.md has the reasons. */
const EXPLAINED_WARNINGS = {
  missing_auth: [
    'DELETE /api/account/members/{userId}',
    'PATCH /api/account/members/{userId}',
    'POST /api/account/invitations/accept',
    'POST /api/auth/refresh',
    'POST /api/billing/checkout',
    'POST /api/billing/portal',
  ],
  rate_limited: ['DELETE /api/account', 'POST /api/auth/password'],
};

/**
 * @param report of `--report-json-path`; null when there is none
 * @param exitCode of Schemathesis, null when it was ended
 * @returns `{ lines, passed, failed }`: an operation that was not reached has failed, and so has a run without an end
 */
export function summarize(report, exitCode) {
  if (!report?.complete || !report.operations)
    return { lines: [`Schemathesis did not finish (exit code ${exitCode}).`], passed: 0, failed: 1 };
  const {
    operations,
    failures,
    errors,
    warnings,
    test_cases: cases,
    filtered,
    phases,
    seed,
    running_time: seconds,
  } = report;
  const warned = Object.entries(warnings).map(([kind, names]) => [
    kind,
    names.filter((name) => !EXPLAINED_WARNINGS[kind]?.includes(name)),
  ]);
  const lines = [
    `Seed ${seed}: ${cases.generated} cases for ${operations.tested} of ${operations.total} operations in ${Math.round(seconds)} s; ${filtered} failures are explained.`,
    `Phases: ${Object.entries(phases)
      .map(([name, { status }]) => `${name} ${status}`)
      .join(', ')}.`,
    ...failures.map(({ title, count, operations: names }) => `✗ ${title} (${count}): ${names.join(', ')}`),
    ...errors.map(({ title, count }) => `✗ ${title} (${count})`),
    ...warned
      .filter(([, names]) => names.length > 0)
      .map(([kind, names]) => `${FAILING_WARNINGS.includes(kind) ? '✗' : '-'} ${kind}: ${names.join(', ')}`),
  ];
  const failing = new Set([
    ...failures.flatMap(({ title, operations: names }) => (names.length > 0 ? names : [title])),
    ...warned.flatMap(([kind, names]) => (FAILING_WARNINGS.includes(kind) ? names : [])),
  ]);
  const untested = operations.total - operations.tested;
  if (untested > 0) lines.push(`✗ ${untested} operations were not reached: give it more minutes.`);
  const failed = failing.size + errors.length + untested;
  return {
    lines,
    passed: Math.max(0, operations.tested - failing.size),
    // A verdict that these lines do not explain.
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
  };
}
