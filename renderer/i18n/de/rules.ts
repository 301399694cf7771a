/** German words of rules and of their alerts. */
import type { Translation } from '../catalogue.ts';

export const rules: Translation<'rules'> = {
  title: {
    impact_ratio: 'Verhältnis nach {{groups}} unter {{below}}',
    drift: 'Verschiebung von {{field}} über {{above}}',
    changed_rate: 'Mehr als {{above}} von Menschen geändert',
    rate_above: '{{name}} über {{above}}',
    rate_below: '{{name}} unter {{below}}',
    rate_outside: '{{name}} außerhalb von {{below}} bis {{above}}',
    silence_one: 'Keine Entscheidung seit {{hours}} Stunde',
    silence_other: 'Keine Entscheidung seit {{hours}} Stunden',
  },
  class: { favourable: 'Günstig', adverse: 'Ungünstig', undecided: 'Unentschieden' },
  found: {
    impact_ratio:
      '{{group}}: {{ratio}}-mal so oft günstig wie {{reference}} (95 % {{low}} bis {{high}}, n {{n}}).',
    incomparable: 'Es sind zu wenige Entscheidungen für einen Vergleich.',
    drift:
      'PSI {{psi}}; Zufall allein übersteigt {{mark}} in einem von zwanzig Fällen (n {{current}} gegen {{baseline}}).',
    few: 'Weniger als hundert in einem der Zeiträume (n {{current}} gegen {{baseline}}).',
    changed_rate: 'Menschen änderten {{changed}} von {{reviewed}} angesehenen, {{share}}.',
    unreviewed: 'Niemand hat eine angesehen.',
    outcome_rate: '{{name}}: {{amount}} von {{n}}, {{share}} (95 % {{low}} bis {{high}}).',
    undecided: 'Keine ist entschieden.',
    silence: 'Die letzte Entscheidung fiel am {{at}}.',
    never: 'Es gibt keine Entscheidung.',
  },
  window: { days: '{{first}} bis {{last}}', upTo: 'bis {{last}}' },
};
