/** German: whose work is in this program. */
import type { Translation } from '../catalogue.ts';

export const licences: Translation<'licences'> = {
  title: 'Lizenzen Dritter',
  text: 'Die Softwarepakete Dritter, die Teil dieser Version sind, mit ihren Lizenzen.',
  find: 'Softwarepaket oder Lizenz suchen',
  bill: 'Stückliste (SBOM)',
  billFailed: 'Die Stückliste konnte nicht gespeichert werden',
  failed: 'Die Liste der Softwarepakete konnte nicht gelesen werden',
  packages: '{{packages}} Softwarepakete',
  none: 'Keine Treffer.',
  inText: 'siehe Text',
  textOf: 'Lizenz von {{name}}',
  noText: 'Das Softwarepaket bringt keinen eigenen Text mit. Seine Lizenz ist {{licence}}.',
};
