import { join } from 'node:path';
import type { Generator, Step } from './generator.ts';

const compilerOptions = {
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  strict: true,
  noEmit: true,
  types: ['node'],
  typeRoots: [join(import.meta.dirname, '../../node_modules/@types')],
};

/** The TypeScript set-up of every folder. Settings of the folders above it must not apply. */
export const typeScriptTexts = {
  'package.json': '{ "type": "module" }\n',
  'tsconfig.json': JSON.stringify({ compilerOptions, include: ['client/**/*.ts', '*.ts'] }),
};

/** Checks the client and its caller with the compiler, and runs the caller. */
export const callInTypeScript: readonly Step[] = [
  ['tsc', '-p', '.'],
  [
    'esbuild',
    'call.ts',
    '--bundle',
    '--platform=node',
    '--format=esm',
    '--outfile=call.js',
    '--log-level=error',
  ],
  ['node', 'call.js'],
];

export const typeScriptGenerators: readonly Generator[] = [
  {
    name: '@hey-api/openapi-ts',
    needs: [],
    files: { 'typescript/hey-api.ts': 'call.ts', 'typescript/signature.ts': 'signature.ts' },
    texts: typeScriptTexts,
    steps: [['openapi-ts', '-i', 'openapi.json', '-o', 'client', '--no-log-file'], ...callInTypeScript],
  },
  {
    name: 'orval',
    needs: [],
    files: { 'typescript/orval.ts': 'call.ts', 'typescript/signature.ts': 'signature.ts' },
    texts: typeScriptTexts,
    steps: [
      ['orval', '--input', 'openapi.json', '--output', 'client/client.ts', '--client', 'fetch'],
      ...callInTypeScript,
    ],
  },
];
