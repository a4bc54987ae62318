/** The script of the page: filters, copies and unfolds. The page is complete without it. */

/** Plain browser JavaScript. It reads the document and never builds markup from text. */
export const clientScript = String.raw`
'use strict';
const byId = (id) => document.getElementById(id);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const controls = { q: byId('filter-text'), status: byId('filter-status'), level: byId('filter-level'), section: byId('filter-section') };
const sections = all('details.section').map((details) => ({
  details, wasOpen: details.open, name: details.querySelector('h3').textContent.toLowerCase(),
  rows: all('tr[data-status]', details).map((row) => ({ row, text: row.textContent.toLowerCase() })),
}));
const total = sections.reduce((sum, { rows }) => sum + rows.length, 0);
let filtered = false;

function applyFilter() {
  const words = controls.q.value.toLowerCase().split(/\s+/).filter(Boolean);
  const { status, level, section } = Object.fromEntries(Object.entries(controls).map(([name, { value }]) => [name, value]));
  const active = words.length > 0 || status !== '' || level !== '' || section !== '';
  let shown = 0;
  for (const { details, rows, name, wasOpen } of sections) {
    let here = 0;
    for (const { row, text } of rows) {
      const fits = (status === '' || row.dataset.status === status) && (level === '' || row.dataset.level === level)
        && (section === '' || details.id === section) && words.every((word) => text.includes(word) || name.includes(word));
      row.hidden = !fits;
      if (fits) here += 1;
    }
    details.hidden = here === 0;
    if (active) details.open = true;
    else if (filtered) details.open = wasOpen;
    shown += here;
  }
  filtered = active;
  byId('filter-count').textContent = active ? shown + ' of ' + total : '';
  byId('filter-none').hidden = shown > 0;
}

/** The address keeps the filter, so that it can be reloaded and passed on. */
function rememberFilter() {
  const entries = Object.entries(controls).map(([name, { value }]) => [name, value]).filter(([, value]) => value !== '');
  const query = new URLSearchParams(entries).toString();
  try { history.replaceState(null, '', query === '' ? '#requirements' : '#requirements?' + query); } catch { /* Not everywhere allowed for files. */ }
}

function setFilter(query) {
  for (const [name, control] of Object.entries(controls)) {
    control.value = query.get(name) ?? '';
    if (control.selectedIndex === -1) control.value = '';
  }
  applyFilter();
}

/** A link to something folded away or filtered out shows it. */
function reveal() {
  let target;
  const [hash, query] = location.hash.slice(1).split('?');
  try { target = byId(decodeURIComponent(hash)); } catch { return; }
  if (!target) return;
  if (query !== undefined) setFilter(new URLSearchParams(query));
  else if (target.closest('[hidden]')) setFilter(new URLSearchParams());
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
byId('filter').addEventListener('input', () => { applyFilter(); rememberFilter(); });
for (const button of all('.copy')) button.hidden = false;
document.addEventListener('click', ({ target }) => {
  const button = target.closest('.copy');
  if (button) copy(button);
  // A second click on the same link changes no address.
  const link = target.closest('a[href^="#"]');
  if (link && link.hash === location.hash) reveal();
});
addEventListener('hashchange', reveal);
addEventListener('beforeprint', () => {
  for (const folded of all('details:not([open])')) {
    folded.open = true;
    folded.dataset.unfolded = '';
  }
});
addEventListener('afterprint', () => {
  for (const unfolded of all('details[data-unfolded]')) {
    unfolded.open = false;
    delete unfolded.dataset.unfolded;
  }
});
if (location.hash) reveal();
`;
