import type { Generator } from './generator.ts';

/** Generators that are Python packages, and the imports of the clients that they write. */
export const pythonPackages = [
  'openapi-generator-cli==7.26.0',
  'openapi-python-client==0.29.1',
  'datamodel-code-generator==0.89.0',
  'pydantic[email]',
  'python-dateutil',
  'urllib3',
];

export const pythonGenerators: readonly Generator[] = [
  {
    name: 'openapi-python-client',
    needs: ['python3'],
    files: { 'python/openapi_python_client.py': 'call.py', 'python/signature.py': 'signature.py' },
    texts: { 'config.yaml': 'package_name_override: workforce\n' },
    steps: [
      [
        ...(['openapi-python-client', 'generate', '--path', 'openapi.json'] as const),
        ...['--config', 'config.yaml', '--output-path', 'client', '--overwrite'],
      ],
      ['python', '-m', 'compileall', '-q', 'client/workforce'],
      ['python', 'call.py'],
    ],
  },
  {
    name: 'datamodel-code-generator',
    onlyModels: true,
    needs: ['python3'],
    files: { 'python/datamodel.py': 'call.py', 'python/signature.py': 'signature.py' },
    steps: [
      [
        ...(['datamodel-codegen', '--input', 'openapi.json', '--input-file-type', 'openapi'] as const),
        ...[
          '--output-model-type',
          'pydantic_v2.BaseModel',
          '--formatters',
          'builtin',
          '--output',
          'client/models.py',
        ],
      ],
      ['python', 'call.py'],
    ],
  },
];
