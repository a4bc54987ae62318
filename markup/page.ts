/** The shell of a page that is one file: it needs nothing else and runs nothing but its own script. */
import { createHash } from 'node:crypto';
import { type Content, type Html, html, trusted } from './html.ts';

export interface HtmlPage {
  readonly title: string;
  /** Attribute of the root element that the style depends on, such as `data-verdict="partial"`. */
  readonly mark: Html;
  /** Our own, as {@link trusted} requires it. */
  readonly style: string;
  readonly script: string;
  /** Content above the navigation. */
  readonly opening: Html;
  /** Those without content are left out, of the navigation too. */
  readonly sections: readonly (readonly [anchor: string, title: string, content: Html | undefined])[];
  readonly footer: Content;
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * Renders a self-contained page for file:// and offline use. Its policy admits only this style and this script, by hash,
 * so that nothing else can run even if it were not escaped.
 */
export function renderPage({ title, mark, style, script, opening, sections, footer }: HtmlPage): string {
  const policy = [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const links = sections.flatMap(([anchor, name, content]) =>
    content === undefined ? [] : [html`<li><a href="#${anchor}">${name}</a></li>`],
  );
  const page = html`<!doctype html>
<html lang="en" ${mark}>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${trusted(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the report</a>
${opening}
<nav aria-label="Report"><ul>${links}</ul></nav>
<main id="main" tabindex="-1">
${sections.map(([, , content]) => content)}
</main>
<footer><p>${footer}</p></footer>
<script>${trusted(script)}</script>
</body>
</html>
`;
  return page.text;
}
