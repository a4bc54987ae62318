/** The script of the page: filters its tables and unfolds the target of a link. The page shows the same without it. */

/** Plain browser JavaScript. It reads the document and never builds markup from text. */
export const clientScript = String.raw`
'use strict';
const filters = [...document.querySelectorAll('[data-filters]')].map((form) => {
  const table = document.getElementById(form.dataset.filters);
  const rows = [...table.querySelectorAll('tr[data-status]')].map((row) => ({
    row, text: row.textContent.toLowerCase(),
  }));
  return { form, table, rows, text: form.querySelector('input'), status: form.querySelector('select'), count: form.querySelector('output') };
});

function apply({ table, rows, text, status, count }) {
  const words = text.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const { row, text: content } of rows) {
    const fits = (status.value === '' || row.dataset.status === status.value) && words.every((word) => content.includes(word));
    row.hidden = !fits;
    if (fits) shown += 1;
  }
  for (const group of table.tBodies) group.hidden = group.querySelector('tr[data-status]:not([hidden])') === null;
  count.textContent = shown === rows.length ? '' : shown + ' of ' + rows.length;
}

/** A link to something filtered out or folded away shows it. */
function reveal() {
  let target;
  try { target = document.getElementById(decodeURIComponent(location.hash.slice(1))); } catch { return; }
  if (!target) return;
  for (const filter of filters) {
    if (!filter.table.contains(target) || !target.closest('[hidden]')) continue;
    filter.text.value = '';
    filter.status.value = '';
    apply(filter);
  }
  for (let up = target; up; up = up.parentElement) if (up.tagName === 'DETAILS') up.open = true;
  target.scrollIntoView();
}

for (const filter of filters) {
  filter.form.hidden = false;
  filter.form.addEventListener('input', () => apply(filter));
}
addEventListener('hashchange', reveal);
if (location.hash) reveal();
`;
