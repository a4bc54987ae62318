/** A real browser for tests of pages; it travels inside an npm package. */
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as launcher } from 'playwright-core';

/** The path of the browser, and its arguments. */
export async function browserOptions() {
  return {
    executablePath: await chromium.executablePath(),
    // A shared process would end with its first page; and a page must work with the browser's own security features.
    args: chromium.args.filter((flag) => !['--single-process', '--disable-web-security'].includes(flag)),
  };
}

export const launchBrowser = async (): Promise<Browser> => launcher.launch(await browserOptions());
