/** The default theme with the fonts of the reader's system. */
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import './style.css';

export default { extends: DefaultTheme } satisfies Theme;
