import { Switch } from '../kit/checkbox.tsx';
import { useLetterShortcuts } from '../kit/letter-shortcuts.ts';

/** The choice is stored on this device only. */
export function LetterShortcutsRow() {
  const { areOn, toggle } = useLetterShortcuts();
  return (
    <Switch
      label="Raccourcis d’une lettre"
      description="Par exemple c pour lancer un SOS. Désactive-les si tu dictes ou s’ils te gênent."
      checked={areOn}
      onChange={toggle}
    />
  );
}
