/** Whether the TypeScript of snippets is right, by the compiler, against the sources of the package. */
import { dirname, join } from 'node:path';
import ts from 'typescript';
import type { Problem, Snippet } from './fences.ts';

export interface Package {
  /** Folder of package.json and tsconfig.json. */
  readonly root: string;
  /** The exports of package.json, as they are written there. */
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
  readonly name: string;
}

/** The source of each import of the packages, such as `sdk/types.ts` of `workforce-conformance/types`. */
export function sourcesOf({ exports, name }: Package): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(exports).flatMap(([key, entry]) => {
      const built = typeof entry === 'string' ? entry : entry.default;
      const source = built.replace('./dist/', './').replace(/\.js$/, '.ts');
      const names = source.startsWith('./sdk/') ? [name, `@${name}/sdk`] : [name];
      return names.map((each) => [`${each}${key.slice(1)}`, source]);
    }),
  );
}

function optionsOf(pack: Package): ts.CompilerOptions {
  const file = join(pack.root, 'tsconfig.json');
  const { config } = ts.readConfigFile(file, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, pack.root);
  return {
    ...options,
    noEmit: true,
    allowJs: true,
    checkJs: true,
    // A snippet may leave names unused.
    noUnusedLocals: false,
    noUnusedParameters: false,
    moduleDetection: ts.ModuleDetectionKind.Force,
    paths: Object.fromEntries(Object.entries(sourcesOf(pack)).map(([name, path]) => [name, [path]])),
  };
}

/** Every problem of the snippets, which are all compiled at once; each is a module in the root of the repository. */
export function typeProblems(snippets: readonly Snippet[], pack: Package): readonly Problem[] {
  const options = optionsOf(pack);
  const virtual = new Map(
    snippets.map((snippet, index) => [join(pack.root, `snippet-${index}.ts`), snippet] as const),
  );
  const host = ts.createCompilerHost(options);
  const [readFile, fileExists] = [host.readFile.bind(host), host.fileExists.bind(host)];
  const textOf = ({ context, text }: Snippet) => `${context}${text}`;
  host.fileExists = (file) => virtual.has(file) || fileExists(file);
  host.readFile = (file) => {
    const snippet = virtual.get(file);
    return snippet === undefined ? readFile(file) : textOf(snippet);
  };
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (file, target, ...rest) => {
    const snippet = virtual.get(file);
    return snippet === undefined
      ? getSourceFile(file, target, ...rest)
      : ts.createSourceFile(file, textOf(snippet), target, true);
  };
  host.getCurrentDirectory = () => dirname(join(pack.root, 'x'));
  const program = ts.createProgram([...virtual.keys()], options, host);
  return [...virtual].flatMap(([name, snippet]) => {
    const source = program.getSourceFile(name);
    const before = snippet.context.split('\n').length - 1;
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map(({ start = 0, messageText }) => ({
      file: snippet.file,
      line: snippet.line + (source?.getLineAndCharacterOfPosition(start).line ?? 0) - before,
      message: ts.flattenDiagnosticMessageText(messageText, ' '),
    }));
  });
}
