// `npm run docs -- <what>`: works on the manual. `npm run docs:build`, a part of `npm run build`, builds it.
const COMMANDS = {
  dev: { about: 'serves it with hot reload', module: './dev.mjs' },
  pictures: { about: 'makes the pictures of docs/', module: '../pictures.mjs' },
  diagrams: { about: 'draws the Mermaid diagrams into docs/diagrams', module: './draw-diagrams.mjs' },
};

const [name] = process.argv.splice(2, 1);
const command = COMMANDS[name];
if (command) await import(command.module);
else {
  const lines = Object.entries(COMMANDS).map(([one, { about }]) => `  ${one.padEnd(10)} ${about}`);
  console.log(['usage: npm run docs -- <what>', ...lines].join('\n'));
  if (name !== '--help' && name !== '-h') process.exitCode = 1;
}
