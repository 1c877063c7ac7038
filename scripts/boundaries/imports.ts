/**
 * Reads what a source file imports, with the compiler's own parser.
 *
 * @module
 */
import ts from "typescript";

/** One import, export-from, dynamic import or `require` of a file. */
export interface Import {
  readonly specifier: string;
  /** 1-based. */
  readonly line: number;
  /** Nothing of it is left when the program runs. */
  readonly typeOnly: boolean;
}

/** Lists the imports of a TypeScript or JavaScript file, in the order they stand there. */
export function importsOf(file: string, text: string): readonly Import[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false);
  const found: Import[] = [];
  const add = (specifier: ts.Node, typeOnly: boolean): void => {
    if (!ts.isStringLiteralLike(specifier)) return;
    const { line } = source.getLineAndCharacterOfPosition(specifier.getStart(source));
    found.push({ specifier: specifier.text, line: line + 1, typeOnly });
  };

  // Elsewhere `require` is a name like any other.
  const requires = text.includes("createRequire") || /\.c[jt]s$/.test(file);
  const isLoad = (called: ts.Expression): boolean =>
    called.kind === ts.SyntaxKind.ImportKeyword || (requires && ts.isIdentifier(called) && called.text === "require");

  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnlyImport(node));
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier) add(node.moduleSpecifier, isTypeOnlyExport(node));
    else if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference))
      add(node.moduleReference.expression, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
    else if (ts.isCallExpression(node) && node.arguments[0] && isLoad(node.expression)) add(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isTypeOnlyImport({ importClause: clause }: ts.ImportDeclaration): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = clause.namedBindings;
  return (
    clause.name === undefined &&
    named !== undefined &&
    ts.isNamedImports(named) &&
    named.elements.length > 0 &&
    named.elements.every((element) => element.isTypeOnly)
  );
}

function isTypeOnlyExport({ isTypeOnly, exportClause: clause }: ts.ExportDeclaration): boolean {
  if (isTypeOnly) return true;
  return (
    clause !== undefined &&
    ts.isNamedExports(clause) &&
    clause.elements.length > 0 &&
    clause.elements.every((element) => element.isTypeOnly)
  );
}
