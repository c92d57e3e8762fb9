// `npm run migration -- run|revert|show|generate <arguments>`: TypeORM's commands of migrations, with the project's data source.
const COMMANDS = ['run', 'revert', 'show', 'generate'];

const [name, ...args] = process.argv.slice(2);
if (COMMANDS.includes(name)) {
  process.argv.splice(2, Infinity, `migration:${name}`, '-d', 'ormconfig.ts', ...args);
  await import('./typeorm.mjs');
} else {
  console.log(`usage: npm run migration -- ${COMMANDS.join('|')} [arguments]   See docs/migrations.md.`);
  if (name !== '--help' && name !== '-h') process.exitCode = 1;
}
