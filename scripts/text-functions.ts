import { type ESTree, parseSync } from 'vite';
import type { Source } from './sources.ts';

type Kind = 'text' | 'texts' | 'number' | 'flag';

/** The function takes only texts, numbers and flags; `name` is `file#function`. */
export type TextFunction = { name: string; file: string; exported: string; kinds: Kind[] };

const NO_TEXT = /^(?:id|key|file|folder|path|source|target|dataDir|argv|\w+(?:Id|Key|File|Folder|Path|Dir))$/;

/** A text in a module on files is a path, and the call could delete something. */
const ON_FILES =
  /from '(?:node:(?:fs|fs\/promises|child_process|sqlite)|[^']*\/(?:durable-files|data-folder|files)\.ts)'/;

/** The exported functions take texts only; hooks and functions on files are left out. */
export function textFunctionsIn({ file, text }: Source): TextFunction[] {
  if (ON_FILES.test(text)) return [];
  return parseSync(file, text).program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) return [];
    return functionsOf(statement.declaration).flatMap(([exported, params]) => {
      const kinds = params.filter((param) => !isOptional(param)).map(kindOf);
      const known = kinds.filter((kind) => kind !== null);
      const takesText = params.some((param) => isText(kindOf(param)) && !NO_TEXT.test(nameOf(param)));
      if (!takesText || known.length < kinds.length || /^use[A-Z]/.test(exported)) return [];
      return [{ name: `${file}#${exported}`, file, exported, kinds: known.length > 0 ? known : ['text'] }];
    });
  });
}

export function callFor({ exported, kinds }: TextFunction, module: Record<string, unknown>) {
  const run = module[exported] as (...given: unknown[]) => unknown;
  const values = {
    text: (text: string) => text,
    texts: (text: string) => [text],
    number: () => 100,
    flag: () => true,
  };
  return (text: string) => run(...kinds.map((kind) => values[kind](text)));
}

type Parameter = ESTree.ParamPattern;

function functionsOf(declaration: ESTree.Declaration): [string, Parameter[]][] {
  if (declaration.type === 'FunctionDeclaration')
    return declaration.id ? [[declaration.id.name, declaration.params]] : [];
  if (declaration.type !== 'VariableDeclaration') return [];
  return declaration.declarations.flatMap(({ id, init }): [string, Parameter[]][] => {
    if (id.type !== 'Identifier' || !init) return [];
    const isFunction = init.type === 'ArrowFunctionExpression' || init.type === 'FunctionExpression';
    return isFunction ? [[id.name, init.params]] : [];
  });
}

function isText(kind: Kind | null): boolean {
  return kind === 'text' || kind === 'texts';
}

function isOptional(param: Parameter): boolean {
  return (
    param.type === 'AssignmentPattern' ||
    param.type === 'RestElement' ||
    ('optional' in param && param.optional === (true as boolean))
  );
}

function nameOf(param: Parameter): string {
  if (param.type === 'AssignmentPattern') return nameOf(param.left as Parameter);
  return param.type === 'Identifier' ? param.name : '';
}

function kindOf(param: Parameter): Kind | null {
  if (param.type === 'AssignmentPattern') return kindOf(param.left as Parameter);
  const annotation = 'typeAnnotation' in param ? param.typeAnnotation?.typeAnnotation : undefined;
  return annotation ? kindOfType(annotation) : null;
}

function kindOfType(type: ESTree.TSType): Kind | null {
  if (type.type === 'TSStringKeyword') return 'text';
  if (type.type === 'TSNumberKeyword') return 'number';
  if (type.type === 'TSBooleanKeyword') return 'flag';
  if (type.type === 'TSUnionType') return type.types.map(kindOfType).find((kind) => kind !== null) ?? null;
  if (type.type === 'TSTypeOperator') return kindOfType(type.typeAnnotation);
  if (type.type === 'TSArrayType') return kindOfType(type.elementType) === 'text' ? 'texts' : null;
  return null;
}
