import { Button } from '../kit/button.tsx';
import { useDoNotDisturb } from './do-not-disturb.ts';

export function DoNotDisturbRow() {
  const { held, choices, choose } = useDoNotDisturb();
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 max-md:py-2.5">
      <p className="min-w-48 flex-1">
        <span className="block font-medium">{held ?? 'Ne pas déranger'}</span>
        <span className="block text-sm text-muted-foreground">
          Aucune notification, sur aucun de tes appareils.
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {held ? (
          <Button variant="outline" size="sm" onClick={() => choose(null)}>
            Reprendre
          </Button>
        ) : (
          choices().map(({ label, until }) => (
            <Button key={label} variant="outline" size="sm" onClick={() => choose(until())}>
              {label}
            </Button>
          ))
        )}
      </div>
    </div>
  );
}
