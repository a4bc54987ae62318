/** The description as one page for a browser, with the provenance marks, that loads nothing from elsewhere. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import bundled from '../../openapi/generated/openapi.json' with { type: 'json' };
import { showProvenance } from './provenance-marks.ts';

const redocly = dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json'));

/** The page as Redocly builds it, which loads its script from a server. */
function build(): string {
  const scratch = mkdtempSync(join(tmpdir(), 'docs-'));
  try {
    const [source, page] = [join(scratch, 'openapi.json'), join(scratch, 'index.html')];
    writeFileSync(source, JSON.stringify(showProvenance(bundled)));
    execFileSync('redocly', ['build-docs', source, '-o', page], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    });
    return readFileSync(page, 'utf8');
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function replaceOnce(text: string, pattern: RegExp, replacement: string): string {
  const parts = text.split(pattern);
  if (parts.length !== 2)
    throw new Error(`The page of this Redocly version has ${parts.length - 1} of ${pattern}`);
  return parts.join(replacement);
}

/** In place of the picture that Redoc would load. */
const logo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="12"><text y="10" font-size="10" fill="gray">Redoc</text></svg>',
)}`;

/** Puts Redoc's own script, which the Redocly package carries, where the page imports it. */
function inlineScript(page: string): string {
  const script = readFileSync(join(redocly, 'lib/chunks/redoc.standalone.js'), 'utf8');
  const inline = replaceOnce(script, /export\{RedocStandalone,hydrate,init\};?/, '')
    .replaceAll(/https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini(-full)?\.svg/g, logo)
    .replaceAll('</script', '<\\/script')
    .replaceAll('<!--', '<\\!--');
  const withoutPreload = replaceOnce(page, /<link rel="modulepreload" href="https:[^>]*>/, '');
  return replaceOnce(withoutPreload, /import \{ hydrate \} from "https:[^"]*";/, inline);
}

export const docsPage = (): string => inlineScript(build());
