import type { Generator } from './generator.ts';

export const kiota: Generator = {
  name: 'kiota, python',
  needs: ['kiota', 'python3'],
  files: {},
  steps: [
    [
      'kiota',
      'generate',
      '-l',
      'python',
      '-d',
      'openapi.json',
      '-c',
      'Workforce',
      '-n',
      'workforce',
      '-o',
      'client',
    ],
    ['python', '-m', 'compileall', '-q', 'client'],
  ],
};
