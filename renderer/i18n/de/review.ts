/** German words of the review queue. */
import type { Translation } from '../catalogue.ts';

export const review: Translation<'review'> = {
  order: { oldest: 'Älteste zuerst anzeigen', newest: 'Neueste zuerst anzeigen' },
  title: 'Durchsicht',
  grid_one: 'Entscheidungen, die auf eine Person warten, {{total}} Zeile',
  grid_other: 'Entscheidungen, die auf eine Person warten, {{total}} Zeilen',
  segment: {
    label: 'Warum sie warten',
    waiting: 'Alle',
    policy: 'Profil',
    sample: 'Stichprobe',
    escalated: 'Eskaliert',
    second_actor: 'Zweite Person',
    second_review: 'Zweiter Blick',
    disagreement: 'Uneinigkeit',
  },
  column: {
    why: 'Wartet auf',
    since: 'Seit',
    who: 'Verlangt von',
  },
  why: {
    policy: 'Durchsicht',
    sample: 'Durchsicht, Stichprobe',
    escalated: 'Entscheidung',
    second_actor: 'Zweite Person',
    second_review: 'Zweiter Blick',
    disagreement: 'Entscheidung zwischen zweien',
  },
  byPolicy: 'Profil',
  announce_one: '{{total}} Entscheidung wartet',
  announce_other: '{{total}} Entscheidungen warten',
  count: 'Entscheidungen, die auf eine Person warten',
  empty: {
    title: 'Nichts wartet',
    text: 'Hierher kommen Entscheidungen, wenn das Profil ihres Modells eine Durchsicht verlangt, wenn jemand eine eskaliert und wenn ein Vorschlag seine zweite Person braucht.',
    show: 'Alle Entscheidungen anzeigen',
  },
  noResult: {
    title: 'Zu diesem Filter wartet nichts',
    text: 'Andere Entscheidungen können warten.',
    all: 'Alle wartenden anzeigen',
  },
  loadFailed: 'Die Warteschlange konnte nicht geladen werden',
  keys: 'Tasten der Warteschlange',
  hint: {
    next: 'nächste',
    approve: 'genehmigen',
    override: 'überschreiben',
    escalate: 'eskalieren',
    annotate: 'anmerken',
    inspect: 'lesen',
  },
};
