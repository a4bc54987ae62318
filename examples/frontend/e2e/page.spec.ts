import { expect } from '@playwright/test';
import { test } from './test.ts';

const at = (api: string, token: string) => `/?${new URLSearchParams({ api, token })}`;

test('lists payrolls and persons', async ({ page, backend }) => {
  await page.goto(at(backend.url, backend.token));
  const tables = page.getByRole('table');
  await expect(tables).toHaveCount(2);
  for (const table of await tables.all()) expect(await table.getByRole('row').count()).toBeGreaterThan(1);
});

test('says that its key is refused', async ({ page, backend }) => {
  await page.goto(at(backend.url, 'of-nobody'));
  await expect(page.getByRole('alert')).toContainText('refused (401 ');
});

test('says that nothing answers', async ({ page }) => {
  await page.goto(at('http://127.0.0.1:9', 'any'));
  await expect(page.getByRole('alert')).toContainText('does not answer');
});
