import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Dialog, DialogContent } from '../kit/dialog.tsx';
import { letterShortcutOf } from '../kit/letter-shortcuts.ts';
import { useKeyDown } from '../kit/use-key-down.ts';
import { paths } from '../paths.ts';

const KEYS: readonly (readonly [keys: string, does: string])[] = [
  ['c', 'Lancer un SOS'],
  ['Ctrl K ou ⌘ K', 'Aller à…'],
  ['Ctrl B ou ⌘ B', 'Ouvrir ou replier le menu'],
  ['/', 'Aller au champ de recherche'],
  ['↑ ↓', 'Passer d’un élément d’une liste à l’autre'],
  ['Échap', 'Fermer ce qui est ouvert'],
  ['?', 'Afficher ces raccourcis'],
];

/** `?` shows the list, `c` starts an SOS; not while typing or under an overlay. */
export function Shortcuts() {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  useKeyDown((event) => {
    if (event.repeat || event.defaultPrevented || isBusy(event.target)) return;
    const key = letterShortcutOf(event);
    if (key === '?') setOpen(true);
    if (key === 'c') void navigate(paths.sosNew);
  });
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogContent title="Raccourcis clavier" startsOnTitle>
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-2.5 text-sm">
          {KEYS.map(([keys, does]) => (
            <div key={keys} className="contents">
              <dt>
                <kbd className="rounded-sm border border-input px-1.5 py-0.5 font-sans whitespace-nowrap">
                  {keys}
                </kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <p className="text-sm text-muted-foreground">
          Les raccourcis d’une lettre se désactivent dans les{' '}
          <Link to={paths.settings('account')} className="underline" onClick={() => setOpen(false)}>
            réglages
          </Link>
          .
        </p>
      </DialogContent>
    </Dialog>
  );
}

function isBusy(target: EventTarget | null): boolean {
  const element = target instanceof Element ? target : document.body;
  return (
    element.closest('input, textarea, select, [contenteditable="true"], [role="menu"]') !== null ||
    document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
  );
}
