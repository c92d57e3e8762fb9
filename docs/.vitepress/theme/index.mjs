/** The default theme with the fonts of the reader's system: the site loads nothing from another host. */
import './style.css';
import DefaultTheme from 'vitepress/theme-without-fonts';

export default DefaultTheme;
