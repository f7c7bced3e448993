import type { ReactNode } from 'react';
import { Boundary } from '../kit/boundary.tsx';
import { Button } from '../kit/button.tsx';

/** It is a part of the frame; `name` begins the sentence that replaces it after an error. */
export function Region({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Boundary
      fallback={
        <p role="alert" className="flex flex-wrap items-center gap-x-2 p-3 text-sm">
          <span>{`${name} n’a pas pu s’afficher.`}</span>
          <Button variant="link" onClick={() => window.location.reload()}>
            Recharger
          </Button>
        </p>
      }
    >
      {children}
    </Boundary>
  );
}
