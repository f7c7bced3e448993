import { createContext, type ReactNode, use, useId } from 'react';
import { cn } from './cn.ts';

type FieldControl = {
  id: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
  'aria-required'?: true | undefined;
};

/** Each choice references the group’s error, because the keyboard focus lands on a choice. */
const GroupErrorContext = createContext<string | undefined>(undefined);

export function useGroupError(): string | undefined {
  return use(GroupErrorContext);
}

/** This is the id of the sentence of `RequiredFields`. */
const RequiredContext = createContext<string | undefined>(undefined);

/**
 * Says that all fields inside are required, as a form without optional fields must (RGAA 11.10). In other
 * forms the optional fields say so.
 */
export function RequiredFields({ children }: { children: ReactNode }) {
  const id = useId();
  return (
    <RequiredContext value={id}>
      <p id={id} className="text-sm text-muted-foreground">
        Tous les champs sont obligatoires.
      </p>
      {children}
    </RequiredContext>
  );
}

const FieldContext = createContext<FieldControl | null>(null);

/** Returns id, hint and error; the caller’s props win. `describedBy` is one more id, as of a counter. */
export function useFieldControl(
  props: { id?: string | undefined; 'aria-describedby'?: string | undefined },
  describedBy?: string,
): Partial<FieldControl> {
  const field = use(FieldContext);
  const ids = [field?.['aria-describedby'], props['aria-describedby'], describedBy].filter(Boolean).join(' ');
  return { ...field, ...(props.id ? { id: props.id } : {}), 'aria-describedby': ids || undefined };
}

export type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  optional?: boolean;
  /** It is shown at the end of the label’s line. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A choice beside the label has a line of its own on phones, however long its text is. */
const LABEL_ROW = 'flex items-baseline justify-between gap-x-3 max-md:has-[select]:flex-col';

export function Field({ label, hint, error, optional, aside, className, children }: FieldProps) {
  const id = useId();
  const requiredId = use(RequiredContext);
  const control: FieldControl = {
    id,
    'aria-describedby': describedBy(id, hint, error, requiredId),
    'aria-invalid': error ? true : undefined,
    'aria-required': requiredId ? true : undefined,
  };
  return (
    <div data-slot="field" className={cn('grid content-start gap-1.5', className)}>
      <div className={LABEL_ROW}>
        <label htmlFor={id} className="text-sm font-medium">
          <span>{label}</span>
          {optional && <Optional />}
        </label>
        {aside && <div className="shrink-0 text-sm">{aside}</div>}
      </div>
      <FieldContext value={control}>{children}</FieldContext>
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  );
}

/** The legend of the fieldset is its label. `single` makes it a radio group. */
export function FieldGroup({
  label,
  hint,
  error,
  optional,
  aside,
  className,
  children,
  single = false,
}: FieldProps & { single?: boolean }) {
  const id = useId();
  const requiredId = use(RequiredContext);
  const radioGroup = {
    role: 'radiogroup',
    'aria-invalid': error ? true : undefined,
    'aria-required': requiredId ? true : undefined,
  } as const;
  return (
    <fieldset
      data-slot="field-group"
      {...(single ? radioGroup : {})}
      // The choices reference the error (useGroupError).
      aria-describedby={describedBy(id, hint, null, requiredId)}
      aria-labelledby={`${id}-label`}
      className={cn('grid min-w-0 grid-cols-1 content-start gap-2', className)}
    >
      <legend className="mb-2 w-full text-sm font-medium">
        <span className={LABEL_ROW}>
          <span id={`${id}-label`}>
            <span>{label}</span>
            {optional && <Optional />}
          </span>
          {/* In the legend it would change the group’s name. */}
          {aside && <span className="shrink-0 font-normal text-muted-foreground">{aside}</span>}
        </span>
      </legend>
      <GroupErrorContext value={error ? `${id}-error` : undefined}>{children}</GroupErrorContext>
      <FieldNotes id={id} hint={hint} error={error} />
    </fieldset>
  );
}

function describedBy(
  id: string,
  hint: ReactNode,
  error: ReactNode,
  requiredId: string | undefined,
): string | undefined {
  return [error && `${id}-error`, hint && `${id}-hint`, requiredId].filter(Boolean).join(' ') || undefined;
}

function Optional() {
  return <span className="font-normal text-muted-foreground"> (facultatif)</span>;
}

function FieldNotes({ id, hint, error }: { id: string; hint: ReactNode; error: ReactNode }) {
  return (
    <>
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted-foreground">
          {hint}
        </p>
      )}
    </>
  );
}

/** Shows an error of the whole form above its button. */
export function FormError({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="empty:hidden">
      {children && <p className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger">{children}</p>}
    </div>
  );
}
