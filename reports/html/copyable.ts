/** Text to take away. */
import { type Html, html } from '../../markup/html.ts';

/** The button shows only where the script runs; without it the text can be selected. */
export function copyable(text: string, label: string): Html {
  const isTall = text.split('\n').length > 20;
  return html`<div class="copyable">${
    isTall
      ? html`<pre class="tall" tabindex="0" role="group" aria-label="${label}">${text}</pre>`
      : html`<pre>${text}</pre>`
  }
<button type="button" class="copy" hidden>Copy<span class="unseen"> ${label}</span></button></div>`;
}
