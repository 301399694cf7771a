/** The static variables are those of the theme; `vitest run renderer/ui/theme -u` writes them anew. */
import { expect, test } from 'vitest';
import { variablesStylesheet } from './variables.ts';

test('variables.css is what the theme resolves to', async () => {
  await expect(variablesStylesheet()).toMatchFileSnapshot('variables.css');
});
