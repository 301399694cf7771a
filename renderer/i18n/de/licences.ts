/** German: whose work is in this program. */
import type { Translation } from '../catalogue.ts';

export const licences: Translation<'licences'> = {
  title: 'Lizenzen Dritter',
  text: 'Die Pakete anderer, die Teil dieser Fassung sind, mit den Lizenzen, unter denen sie stehen.',
  find: 'Paket oder Lizenz suchen',
  bill: 'Stückliste (SBOM)',
  billFailed: 'Die Stückliste konnte nicht gespeichert werden',
  failed: 'Die Liste der Pakete konnte nicht gelesen werden',
  packages: '{{packages}} Pakete',
  none: 'Keine Treffer.',
  inText: 'siehe Text',
  textOf: 'Lizenz von {{name}}',
  noText: 'Das Paket bringt keinen eigenen Text mit. Seine Lizenz ist {{licence}}.',
};
