/** Checks JSON values against the published types of a vendor's client, with one run of the TypeScript compiler. */
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const FILE = fileURLToPath(new URL('./questions.ts', import.meta.url));

/**
 * @param imports import lines of the types
 * @param questions [description, type, value]
 * @returns the compiler's errors; empty without any
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
