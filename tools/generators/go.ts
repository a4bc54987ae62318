import type { Generator } from './generator.ts';

/** Installed with `go install`. */
export const goPackage = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.0';

export const goGenerators: readonly Generator[] = [
  {
    name: 'oapi-codegen',
    needs: ['go'],
    files: { 'go/oapi-codegen/main.go': 'main.go', 'go/signature.go': 'signature.go' },
    texts: { 'go.mod': 'module example\n\ngo 1.24\n' },
    steps: [
      [
        ...(['oapi-codegen', '-package', 'workforce', '-generate', 'types,client,skip-prune'] as const),
        ...['-o', 'client/client.go', 'openapi.json'],
      ],
      ['go', 'mod', 'tidy'],
      ['go', 'vet', './...'],
      ['go', 'run', '.'],
    ],
  },
];
