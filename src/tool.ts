/** What this package calls itself in events, reports and requests. */
import manifest from '../package.json' with { type: 'json' };

export const tool: { readonly name: string; readonly version: string } = {
  name: manifest.name,
  version: manifest.version,
};
