import type * as Sqlite from "node:sqlite";

/**
 * Loads SQLite when it is first needed: most programs that import this entry never open a database. Node 22 warns that it
 * is experimental, once and to everybody; that one warning is kept back.
 */
export function loadSqlite(): typeof Sqlite {
  const emitWarning: unknown = Reflect.get(process, "emitWarning");
  process.emitWarning = (warning: string | Error, ...rest: readonly unknown[]): void => {
    if (String(warning).includes("SQLite is an experimental feature")) return;
    if (typeof emitWarning === "function") Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    Reflect.set(process, "emitWarning", emitWarning);
  }
}
