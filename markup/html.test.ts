import { expect, test } from 'vitest';
import { html, trusted } from './html.ts';

test.each([
  ['text is escaped', html`<p>${`<b> & "it's"`}</p>`, '<p>&lt;b&gt; &amp; &quot;it&#39;s&quot;</p>'],
  [
    'attributes are escaped',
    html`<a title="${'" onclick="x'}"></a>`,
    '<a title="&quot; onclick=&quot;x"></a>',
  ],
  ['markup stays', html`<p>${html`<b>${1}</b>`}</p>`, '<p><b>1</b></p>'],
  ['lists are joined', html`${['<', html`<i></i>`, ['>']]}`, '&lt;<i></i>&gt;'],
  ['undefined leaves nothing', html`a${undefined}b`, 'ab'],
  ['zero is shown', html`${0}`, '0'],
  ['controls are made visible', html`${'\u0000\u202e'}`, '␀&lt;U+202E&gt;'],
  ['our own text is trusted', html`${trusted('a > b')}`, 'a > b'],
])('%s', (_, given, want) => {
  expect(given.text).toBe(want);
});
