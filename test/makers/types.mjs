/** Whether JSON is of a type that a maker publishes: asked of the TypeScript compiler, all questions at once. */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const FILE = fileURLToPath(new URL('./questions.ts', import.meta.url));

/**
 * @param imports the lines that bring the types in
 * @param questions [what it is, the type, the value]
 * @returns what is wrong, in the compiler's words; empty when nothing is
 */
export function problemsOf(imports, questions) {
  const lines = questions.map(
    ([, type, value], index) => `export const value${index}: ${type} = ${JSON.stringify(value)};`,
  );
  const source = `${imports}\n${lines.join('\n')}\n`;
  const before = source.slice(0, source.indexOf(lines[0])).split('\n').length - 1;
  const options = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === FILE || fileExists(name);
  host.getSourceFile = (name, target) =>
    name === FILE ? ts.createSourceFile(name, source, target, true) : getSourceFile(name, target);
  const program = ts.createProgram([FILE], options, host);
  return ts
    .getPreEmitDiagnostics(program, program.getSourceFile(FILE))
    .map(({ messageText, start, file }) => {
      const line = file.getLineAndCharacterOfPosition(start).line - before;
      const what = questions[line]?.[0] ?? 'the types';
      return `${what}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
}
