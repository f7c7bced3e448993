import { Link } from 'react-router-dom';
import { cn } from '../kit/cn.ts';
import { paths } from '../paths.ts';

/** The French law asks for the state of conformity in the link’s text. */
export const accessibilityLink = {
  to: paths.accessibility,
  label: 'Accessibilité\u00a0: totalement conforme',
};

const links = [
  { to: paths.legal, label: 'Mentions légales' },
  { to: paths.privacy, label: 'Confidentialité' },
  { to: paths.terms, label: 'Conditions d’utilisation' },
  { to: paths.contact, label: 'Contact' },
  accessibilityLink,
];

export function LegalLinks({ className }: { className?: string }) {
  return (
    <footer className={cn('text-sm text-muted-foreground', className)}>
      <nav aria-label="Informations légales">
        <ul className="flex flex-wrap justify-center gap-x-5">
          {links.map((link) => (
            <li key={link.to}>
              <Link
                to={link.to}
                className="inline-flex min-h-11 items-center rounded-sm underline-offset-4 hover:text-foreground hover:underline md:min-h-8"
              >
                {link.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  );
}
