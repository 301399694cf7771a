/** Settings of this console on this computer, the open ledger, and what the program is. */
import { AboutSection } from './about-section.tsx';
import { AppearanceSection } from './appearance-section.tsx';
import { DataSection } from './data-section.tsx';
import { LanguageSection } from './language-section.tsx';
import { NoticesSection } from './notices-section.tsx';
import { ResetSection } from './reset-section.tsx';
import classes from '../settings.module.css';

export function GeneralTab() {
  return (
    <div className={classes.screen}>
      <AppearanceSection />
      <LanguageSection />
      <NoticesSection />
      <DataSection />
      <ResetSection />
      <AboutSection />
    </div>
  );
}
