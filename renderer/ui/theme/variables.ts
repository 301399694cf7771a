/** The text of variables.css: what Mantine would write into a style tag, which the page's policy forbids. */
import { DEFAULT_THEME, convertCssVariables, mergeMantineTheme } from '@mantine/core';
import { cssVariables, theme } from './theme.ts';

/** The whole stylesheet, one declaration a line. */
export function variablesStylesheet(): string {
  const css = convertCssVariables(cssVariables(mergeMantineTheme(DEFAULT_THEME, theme)));
  const rules = css
    .split('}')
    .map((rule) => rule.trim())
    .filter((rule) => rule !== '')
    .map((rule) => {
      const [selectors = '', declarations = ''] = rule.split('{');
      return [
        `${selectors.trim().replaceAll('"', "'").replaceAll(/,\s*/g, ',\n')} {`,
        ...declarations.split(';').flatMap((each) => (each.trim() ? [`  ${each.trim()};`] : [])),
        '}',
      ].join('\n');
    });
  return `/* Written by variables.test.ts from theme.ts. */\n${rules.join('\n\n')}\n`;
}
