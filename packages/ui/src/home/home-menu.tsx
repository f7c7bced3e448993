import {
  Accessibility,
  BookOpenText,
  CircleQuestionMark,
  FileText,
  Info,
  type LucideIcon,
  Mail,
  ShieldCheck,
} from 'lucide-react';
import { Link } from 'react-router-dom';
import { Button } from '../kit/button.tsx';
import { Sheet, SheetClose, SheetContent, SheetTrigger } from '../kit/sheet.tsx';
import { paths } from '../paths.ts';
import { accessibilityLink } from '../shell/legal-links.tsx';

const links: readonly { to: string; label: string; icon: LucideIcon }[] = [
  { to: paths.about, label: 'À propos', icon: Info },
  { to: paths.faq, label: 'Questions fréquentes', icon: CircleQuestionMark },
  { to: paths.contact, label: 'Contact', icon: Mail },
  { to: paths.legal, label: 'Mentions légales', icon: BookOpenText },
  { to: paths.terms, label: 'Conditions d’utilisation', icon: FileText },
  { to: paths.privacy, label: 'Confidentialité', icon: ShieldCheck },
  { ...accessibilityLink, icon: Accessibility },
];

export function HomeMenu() {
  return (
    <Sheet>
      <SheetTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Informations et aide"
          className="text-muted-foreground"
        >
          <CircleQuestionMark />
        </Button>
      </SheetTrigger>
      <SheetContent title="Informations et aide">
        <nav aria-label="Informations et aide" className="px-3 pb-5">
          <ul className="grid gap-0.5">
            {links.map(({ to, label, icon: Icon }) => (
              <li key={to}>
                <SheetClose asChild>
                  <Link
                    to={to}
                    className="flex min-h-11 items-center gap-3 rounded-md px-2.5 text-sm hover:bg-muted [&_svg]:size-4.5 [&_svg]:text-muted-foreground"
                  >
                    <Icon />
                    <span>{label}</span>
                  </Link>
                </SheetClose>
              </li>
            ))}
          </ul>
        </nav>
      </SheetContent>
    </Sheet>
  );
}
