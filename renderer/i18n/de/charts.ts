/** German words of every chart. */
import type { Translation } from '../catalogue.ts';

export const charts: Translation<'charts'> = {
  keys: 'Säulen des Diagramms. Links und rechts führen von einer zur nächsten, Enter öffnet, was dahintersteht.',
  brush: 'Mit gedrückter Umschalttaste wählen sie einen Zeitraum.',
  fewer: 'Weniger',
  more: 'Mehr',
  showTable: 'Als Tabelle anzeigen',
  hideTable: 'Tabelle ausblenden',
};
