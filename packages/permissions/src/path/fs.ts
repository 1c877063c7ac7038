/**
 * What is asked of a file system, in the shape of `node:fs/promises`. Paths are absolute. Each call may reject, with an
 * error whose `code` is that of the system, such as `ENOENT`; nothing is ever changed.
 */
export interface PathFs {
  /**
   * Gives the path with every link followed and, where the volume takes names in any case, in the case that it uses.
   * Called first; rejects where something on the way does not exist.
   */
  readonly realpath: (path: string) => Promise<string>;
  /** Looks at what stands at a path, without following a link there. `dev` and `ino` tell files apart. */
  readonly lstat: (path: string) => Promise<PathStats>;
  /** Gives what a link holds. Only called where `lstat` found one. */
  readonly readlink: (path: string) => Promise<string>;
  /** Gives the names in a folder. Only called to find out whether a volume takes names in any case. */
  readonly readdir: (path: string) => Promise<readonly string[]>;
}

/** What is asked of a file, folder or link. */
export interface PathStats {
  readonly isSymbolicLink: () => boolean;
  readonly dev: number | bigint;
  readonly ino: number | bigint;
}

/** Reads the code of a fault of the system, such as `ENOENT`; "" for anything else. */
export function codeOf(fault: unknown): string {
  return fault instanceof Error && "code" in fault && typeof fault.code === "string" ? fault.code : "";
}

/** Puts the code of a fault of the system into words; unknown ones are named as they are. */
export function describeFault(code: string): string {
  return FAULTS.get(code) ?? `the system says ${code === "" ? "no more than that it failed" : code}`;
}

const FAULTS = new Map([
  ["EACCES", "the system gives no permission"],
  ["EPERM", "the system gives no permission"],
  ["ELOOP", "its links lead in a circle"],
  ["ENAMETOOLONG", "the name is too long"],
]);
