import type { Generator, Step } from './generator.ts';
import { callInTypeScript, typeScriptTexts } from './typescript.ts';

const generate = (language: string, ...options: readonly string[]): Step => [
  ...(['openapi-generator-cli', 'generate', '-g', language] as const),
  ...['-i', 'openapi.json', '-o', 'client', ...options],
];

/** Fields that the service adds are no errors. */
const lenient = 'disallowAdditionalPropertiesIfNotPresent=false';

export const openapiGenerator: readonly Generator[] = [
  {
    name: 'openapi-generator, python',
    needs: ['python3', 'java'],
    files: { 'python/openapi_generator.py': 'call.py', 'python/signature.py': 'signature.py' },
    steps: [
      generate('python', '--additional-properties', 'packageName=workforce'),
      ['python', '-m', 'compileall', '-q', 'client/workforce'],
      ['python', 'call.py'],
    ],
  },
  {
    name: 'openapi-generator, java',
    needs: ['python3', 'java', 'mvn'],
    files: { 'java/Call.java': 'client/src/main/java/Call.java' },
    steps: [
      generate('java', '--library', 'native', '--additional-properties', lenient),
      [
        ...(['mvn', '-q', '-B', '-f', 'client', 'compile', 'dependency:copy-dependencies'] as const),
        '-DoutputDirectory=target/lib',
      ],
      ['java', '-cp', 'client/target/classes:client/target/lib/*', 'Call'],
    ],
  },
  {
    name: 'openapi-generator, go',
    needs: ['python3', 'java', 'go'],
    files: { 'go/openapi-generator/main.go': 'main.go', 'go/signature.go': 'signature.go' },
    texts: { 'go.mod': 'module example\n\ngo 1.24\n' },
    steps: [
      generate(
        'go',
        ...['--package-name', 'workforce', '--global-property', 'apis,models,supportingFiles'],
        ...['--global-property', 'apiTests=false,modelTests=false'],
        ...['--additional-properties', `enumClassPrefix=true,withGoMod=false,${lenient}`],
      ),
      ['go', 'mod', 'tidy'],
      ['go', 'vet', './...'],
      ['go', 'run', '.'],
    ],
  },
  {
    name: 'openapi-generator, typescript-fetch',
    needs: ['python3', 'java'],
    files: { 'typescript/openapi-generator.ts': 'call.ts', 'typescript/signature.ts': 'signature.ts' },
    texts: typeScriptTexts,
    steps: [generate('typescript-fetch'), ...callInTypeScript],
  },
  {
    name: 'openapi-generator, csharp',
    needs: ['python3', 'java', 'dotnet'],
    files: {},
    steps: [generate('csharp'), ['dotnet', 'build', 'client/src/Org.OpenAPITools']],
  },
];
