import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { CertifiedBadge } from '../kit/certified-badge.tsx';
import { paths } from '../paths.ts';
import { LegalLinks } from '../shell/legal-links.tsx';
import { Wordmark } from '../shell/logo.tsx';
import { SkipLink, skipTarget } from '../shell/skip-link.tsx';
import { ThemeToggle } from '../shell/theme-toggle.tsx';
import { LandingScene } from './landing-scene.tsx';
import { LandingTrust } from './landing-trust.tsx';

/** It is the first code that a visitor loads, so keep it small. */
export function LandingPage() {
  return (
    <div className="flex min-h-dvh flex-col lg:grid lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <SkipLink />
      <div className="flex flex-1 flex-col px-safe pt-safe lg:px-12 xl:px-20">
        <header className="flex items-center justify-between py-4 lg:py-8">
          <Wordmark className="text-2xl [&_svg]:size-10" />
          <ThemeToggle className="lg:absolute lg:top-6 lg:right-6" />
        </header>
        <main {...skipTarget} className="flex flex-1 flex-col justify-center gap-6 py-8 lg:max-w-xl lg:py-0">
          <p className="inline-flex items-center gap-2 self-start rounded-full bg-gold-soft py-1.5 pr-3.5 pl-2.5 text-sm font-medium text-gold-strong">
            <CertifiedBadge decorative className="size-5" />
            Marchands certifiés uniquement
          </p>
          <h1 className="text-[clamp(min(1.75rem,9vw),9vw,3rem)] leading-[1.05] lg:text-[clamp(2.5rem,4vw,3.75rem)]">
            L’entraide privée <br />
            des <span className="whitespace-nowrap">e-commerçants</span>
          </h1>
          <p className="max-w-md text-lg text-muted-foreground">
            Un blocage, un SOS, et des marchands qui sont passés par là te répondent. Ni agences, ni
            freelances : seulement des <span className="whitespace-nowrap">e-commerçants</span>.
          </p>
          <div className="flex flex-col gap-x-6 gap-y-2 pt-2 sm:flex-row sm:items-center">
            <Button asChild variant="hero" size="lg">
              <Link to={paths.auth()}>Connexion membre</Link>
            </Button>
            <Button asChild variant="link" className="self-center text-base max-md:min-h-11">
              <Link to={paths.invitationInfo}>Comment obtenir une invitation ?</Link>
            </Button>
          </div>
          <LandingTrust />
        </main>
        <LegalLinks className="hidden py-5 lg:block [&_ul]:justify-start" />
      </div>
      <aside
        aria-label="Exemple d’entraide"
        className="flex items-center justify-center border-sidebar-border bg-sidebar px-4 py-10 max-lg:border-y lg:border-l lg:px-10"
      >
        <LandingScene />
      </aside>
      <LegalLinks className="px-safe pt-2 pb-safe lg:hidden" />
    </div>
  );
}
