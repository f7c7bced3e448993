import { KitControls } from './kit-controls.tsx';
import { KitMarks } from './kit-marks.tsx';
import { KitOverlays } from './kit-overlays.tsx';
import { KitStates } from './kit-states.tsx';

/** Developers and the kit's journeys see every part of the kit here, in both themes. */
export function KitPage() {
  return (
    <main>
      <h1 className="px-page pt-page pb-4 text-page-title">Kit</h1>
      <div className="grid grid-cols-1 xl:grid-cols-2">
        <Theme name="light" label="Clair" />
        <Theme name="dark" label="Sombre" />
      </div>
    </main>
  );
}

function Theme({ name, label }: { name: 'light' | 'dark'; label: string }) {
  return (
    <section
      aria-label={label}
      data-theme={name}
      className={`${name} grid min-w-0 grid-cols-1 content-start gap-10 bg-background px-page py-8 text-foreground`}
    >
      <h2 className="text-xl">{label}</h2>
      <KitMarks />
      <KitControls />
      <KitStates theme={name} />
      <KitOverlays />
    </section>
  );
}
