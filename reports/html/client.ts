/** The script of the page: filters, copies, unfolds. The page says the same without it. */

/** Plain browser JavaScript. It reads the document and never builds markup from text. */
export const clientScript = String.raw`
'use strict';
const byId = (id) => document.getElementById(id);
const rows = [...document.querySelectorAll('.requirements tr[data-status]')].map((row) => ({
  row, text: row.textContent.toLowerCase(),
}));

function applyFilter() {
  const words = byId('filter-text').value.toLowerCase().split(/\s+/).filter(Boolean);
  const status = byId('filter-status').value;
  let shown = 0;
  for (const { row, text } of rows) {
    const fits = (status === '' || row.dataset.status === status) && words.every((word) => text.includes(word));
    row.hidden = !fits;
    if (fits) shown += 1;
  }
  for (const group of document.querySelectorAll('.requirements tbody')) {
    group.hidden = group.querySelector('tr[data-status]:not([hidden])') === null;
  }
  byId('filter-count').textContent = shown === rows.length ? '' : shown + ' of ' + rows.length;
}

/** A link to something folded away or filtered out shows it. */
function reveal() {
  let target;
  try { target = byId(decodeURIComponent(location.hash.slice(1))); } catch { return; }
  if (!target) return;
  if (target.closest('[hidden]')) {
    byId('filter-text').value = '';
    byId('filter-status').value = '';
    applyFilter();
  }
  for (let up = target; up; up = up.parentElement) if (up.tagName === 'DETAILS') up.open = true;
  target.scrollIntoView();
}

async function copy(button) {
  const source = button.parentElement.querySelector('pre');
  try {
    await navigator.clipboard.writeText(source.textContent);
  } catch {
    getSelection().selectAllChildren(source);
    document.execCommand('copy');
  }
  const label = button.firstChild;
  label.data = 'Copied';
  setTimeout(() => { label.data = 'Copy'; }, 1500);
}

byId('filter').hidden = false;
byId('filter').addEventListener('input', applyFilter);
for (const button of document.querySelectorAll('.copy')) {
  button.hidden = false;
  button.addEventListener('click', () => copy(button));
}
addEventListener('hashchange', reveal);
addEventListener('beforeprint', () => {
  for (const folded of document.querySelectorAll('details:not([open])')) {
    folded.open = true;
    folded.dataset.unfolded = '';
  }
});
addEventListener('afterprint', () => {
  for (const unfolded of document.querySelectorAll('details[data-unfolded]')) {
    unfolded.open = false;
    delete unfolded.dataset.unfolded;
  }
});
if (location.hash) reveal();
`;
