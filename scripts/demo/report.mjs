// Report of the demo: the table of outputs, the balance to the last thousandth, the failure and its refund, how to sign in, and a
// command to run by hand. The links, and a command for every step, are in files: they are long.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Credits have at most 3 decimals. They are added as whole thousandths, never as floats. */
const thousandths = (credits) => Math.round(credits * 1000);
const credits = (amount) => String(amount / 1000);
const signed = (amount) => (amount > 0 ? `+${amount}` : `${amount}`);

export function printTable(screen, runs) {
  const made = runs.filter(({ file }) => file);
  const cells = made.map((run) => [
    run.step.title,
    run.modelKey,
    String(run.cost),
    run.seconds.toFixed(1),
    size(run.output.bytes),
    facts(run.output),
    run.file,
  ]);
  const head = ['What', 'Model', 'Credits', 'Seconds', 'Size', 'Is', 'File'];
  const right = new Set([2, 3, 4]);
  const widths = head.map((title, at) => Math.max(title.length, ...cells.map((row) => row[at].length)));
  const row = (texts) =>
    texts.map((text, at) => (right.has(at) ? text.padStart(widths[at]) : text.padEnd(widths[at]))).join('  ');
  screen.heading('Outputs, each checked against the size, SHA-256 and type in the API response');
  screen.say(screen.paint('dim', `  ${row(head)}`.trimEnd()));
  for (const texts of cells) screen.say(`  ${row(texts)}`.trimEnd());
}

function size(bytes) {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

function facts({ width, height, durationSeconds, contentType }) {
  const parts = [
    contentType,
    width && `${width}×${height}`,
    durationSeconds && `${durationSeconds.toFixed(1)} s`,
  ];
  return parts.filter(Boolean).join(', ');
}

/** Prints the balance. @returns a message when it does not match, or undefined. */
export function printMoney(screen, { before, after, ledger, runs }) {
  const charged = runs.reduce((sum, { cost = 0 }) => sum + thousandths(cost), 0);
  const refunded = runs.reduce((sum, run) => sum + thousandths(run.prediction?.creditsRefunded ?? 0), 0);
  const expected = thousandths(before) - charged + refunded;
  const entries = ledger.reduce((sum, { amount }) => sum + thousandths(amount), 0);
  screen.heading('The money');
  const line = (what, amount) => screen.say(`  ${what.padEnd(28)}${amount.padStart(10)}`);
  line('Balance before', String(before));
  line(`Charged, ${runs.filter(({ cost }) => cost).length} predictions`, `-${credits(charged)}`);
  line('Refunded', `+${credits(refunded)}`);
  line('Balance after', String(after));
  line(`Sum of the ${ledger.length} ledger entries`, credits(entries));
  const right = expected === thousandths(after) && entries === thousandths(after);
  if (right) screen.say(screen.paint('green', '  It adds up exactly.'));
  return right ? undefined : `the balance is ${after}, it should be ${credits(expected)}`;
}

/** Prints the failed prediction. @returns a message when its refund is missing, or undefined. */
export function printFailure(screen, { run, ledger }) {
  if (!run.prediction?.error) return undefined;
  const { code, message } = run.prediction.error;
  screen.heading('The prediction that was made to fail, and its two ledger entries');
  screen.say(`  ${run.predictionId}`);
  screen.say(`  ${code}: ${message}`);
  const entries = ledger.filter(({ predictionId }) => predictionId === run.predictionId).reverse();
  for (const { kind, amount, balanceAfter } of entries)
    screen.say(`  ${kind.padEnd(8)}${signed(amount).padStart(8)}   balance ${balanceAfter}`);
  const sum = entries.reduce((total, { amount }) => total + thousandths(amount), 0);
  return entries.length === 2 && sum === 0 ? undefined : 'its refund is not in the ledger';
}

/** Prints where the account is to be seen. @param hasDashboard a checkout builds it with `npm start`. */
export function printWaysIn(screen, { url, person, password, directory, hasDashboard }) {
  screen.heading('Look at it in the browser');
  const line = (what, where) => screen.say(`  ${what.padEnd(10)}${where}`);
  line(
    'Dashboard',
    hasDashboard ? url : `DATA_DIR=${directory} npm start   (builds it; end this demo first)`,
  );
  line('Email', person);
  line('Password', password);
  line('API', `${url}/api/docs`);
}

/** Prints the first step as a command, and writes the commands of all steps and the links to files. */
export function printCommands(screen, { url, key, runs, reports, directory }) {
  const started = runs.filter(({ predictionId }) => predictionId);
  const settings = [`export URL=${url}`, `export KEY=${key}`];
  const commands = started.map((run) => `# ${run.step.title}: ${run.predictionId}\n${command(run, reports)}`);
  const last = started[0]?.predictionId ?? '<predictionId>';
  const reads = [
    `generate/status/${last}?wait=30`,
    'generate/history',
    'credits/balance',
    'credits/ledger',
  ].map((path) => `curl -s "$URL/api/${path}" -H "Authorization: Bearer $KEY"`);
  const parts = [
    settings.join('\n'),
    ...commands,
    `# How it goes, what it cost, what is left\n${reads.join('\n')}`,
  ];
  const links = runs.filter(({ link }) => link).map(({ step, link }) => `${step.title.padEnd(20)}${link}\n`);
  // The key is a secret.
  writeFileSync(join(reports, 'commands.sh'), `${parts.join('\n\n')}\n`, { mode: 0o600 });
  writeFileSync(join(reports, 'links.txt'), links.join(''), { mode: 0o600 });
  screen.heading('The same by hand');
  const [first] = started.filter(({ step }) => !step.after && !step.upload);
  for (const text of [...settings, ...(first ? command(first, reports).split('\n') : [])])
    screen.say(`  ${text}`);
  screen.say();
  screen.say(`  Every step as such a command: ${join(reports, 'commands.sh')}`);
  screen.say(`  Links to the files, signed for a day: ${join(reports, 'links.txt')}`);
  screen.say(`  The operator’s check of every account: DATA_DIR=${directory} npx offprint ledger verify`);
}

function command(run, reports) {
  return [
    `curl -s $URL/api/generate -H "Authorization: Bearer $KEY" \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${data(run, reports)}`,
  ].join('\n');
}

/** Returns the body as a shell argument; a body that contains a picture is written to a file. */
function data({ step, body }, reports) {
  const text = JSON.stringify(body);
  if (!step.upload) return `'${text.replaceAll("'", `'\\''`)}'`;
  const file = join(reports, `${step.id}.json`);
  writeFileSync(file, `${text}\n`);
  writeFileSync(join(reports, `${step.id}-input.png`), step.upload);
  return `@${file}`;
}
