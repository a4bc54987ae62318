/** The peers, as they are installed on demand: none of them is a dependency of the project. */
export const pythonPackages = { schemathesis: '4.32.5' } as const;

export const npmPackages = {
  specmatic: '2.55.1',
  dredd: '14.1.0',
  '@apideck/portman': '1.33.0',
  // Dredd reads no OpenAPI 3.1.
  '@apiture/openapi-down-convert': '0.14.2',
} as const;
