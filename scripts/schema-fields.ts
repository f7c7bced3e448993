export type Schema = {
  safeParse: (value: unknown) => { success: boolean; error?: { issues: { path: PropertyKey[] }[] } };
  _zod: {
    def: {
      type: string;
      shape?: Record<string, Schema>;
      innerType?: Schema;
      in?: Schema;
      element?: Schema;
      options?: Schema[];
      entries?: Record<string, string>;
      values?: unknown[];
    };
    bag: { maximum?: number };
  };
};

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && '_zod' in value && 'safeParse' in value;
}

/** The fields are schemas of single values, with places such as `ratings.comment`. */
export function fieldsOf(schema: Schema, place = ''): { place: string; schema: Schema }[] {
  const { shape, options = [], element, innerType } = schema._zod.def;
  if (shape)
    return Object.entries(shape).flatMap(([key, field]) => fieldsOf(field, place ? `${place}.${key}` : key));
  if (options.some(holdsFields)) return options.flatMap((option) => fieldsOf(option, place));
  if (element && holdsFields(element)) return fieldsOf(element, place);
  if (innerType && holdsFields(innerType)) return fieldsOf(innerType, place);
  return [{ place, schema }];
}

function holdsFields({ _zod: { def } }: Schema): boolean {
  const inner = [...(def.options ?? []), def.element, def.innerType].filter((one) => one !== undefined);
  return def.shape !== undefined || inner.some(holdsFields);
}

/** The limit is null without a maximum. */
export function limitOf({ _zod: { def, bag } }: Schema): number | null {
  const inner = def.innerType ?? def.in;
  return bag.maximum ?? (inner ? limitOf(inner) : null);
}

/** The values are valid and have the text in every place. */
export function valuesWith(schema: Schema, text: string): unknown[] {
  const { type, shape, options, element, values } = schema._zod.def;
  const inner = schema._zod.def.innerType ?? schema._zod.def.in;
  if (shape) return objectsWith(shape, text);
  if (options) return options.flatMap((option) => valuesWith(option, text));
  if (element) return valuesWith(element, text).map((value) => [value]);
  if (inner) return valuesWith(inner, text);
  return type === 'literal' ? [...(values ?? [])] : [text];
}

function objectsWith(shape: Record<string, Schema>, text: string): unknown[] {
  const fields = Object.entries(shape).map(([key, field]) => [key, valuesWith(field, text)] as const);
  const most = Math.max(1, ...fields.map(([, list]) => list.length));
  return Array.from({ length: most }, (_, index) =>
    Object.fromEntries(fields.map(([key, list]) => [key, list[index % Math.max(1, list.length)]])),
  );
}
