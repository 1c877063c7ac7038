/** What a script of sed does besides changing its text. */
export interface SedEffects {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Whether it runs commands. */
  readonly runs: boolean;
}

/** Reads a script of sed. `undefined` when nobody here can be sure what it does. */
export function readSed(script: string): SedEffects | undefined {
  const reads: string[] = [];
  const writes: string[] = [];
  let runs = false;
  let rest = script;
  /** Takes what matches at the beginning. */
  const take = (pattern: RegExp): string | undefined => {
    const found = pattern.exec(rest)?.[0];
    if (found !== undefined) rest = rest.slice(found.length);
    return found;
  };
  for (;;) {
    take(/^[\s;{}]+/);
    if (rest === "") return { reads, writes, runs };
    if (take(/^#.*/) !== undefined) continue;
    if (!skipAddresses()) return undefined;
    const command = take(/^./s) ?? "";
    switch (command) {
      case "{":
        continue;
      case "s": {
        const delimiter = take(/^[^\\\n]/) ?? "";
        if (!skipTo(delimiter) || !skipTo(delimiter)) return undefined;
        const flags = take(/^[gpiImMe\d]*/) ?? "";
        runs ||= flags.includes("e");
        if (take(/^w/) !== undefined) writes.push((take(/^[^\n]*/) ?? "").trim());
        break;
      }
      case "y": {
        const delimiter = take(/^[^\\\n]/) ?? "";
        if (!skipTo(delimiter) || !skipTo(delimiter)) return undefined;
        break;
      }
      case "r":
      case "R":
        reads.push((take(/^[^\n]*/) ?? "").trim());
        break;
      case "w":
      case "W":
        writes.push((take(/^[^\n]*/) ?? "").trim());
        break;
      case "e":
        return { reads, writes, runs: true };
      case "a":
      case "i":
      case "c":
        take(/^(?:\\\n|[^\n\\]|\\[^\n])*/);
        break;
      case "b":
      case "t":
      case "T":
      case ":":
        take(/^[^;\n}]*/);
        break;
      case "l":
      case "L":
      case "q":
      case "Q":
        take(/^\s*\d*/);
        break;
      default:
        if (!"=dDgGhHnNpPxzF".includes(command)) return undefined;
    }
    // A command ends here, or a file name went on to the end of the line.
    if (take(/^[ \t]*(?:[;\n}]|#|$)/) === undefined) return undefined;
  }

  /** Skips up to a delimiter that is not escaped. Between brackets it may mean nothing: that is not followed. */
  function skipTo(delimiter: string): boolean {
    let isBracket = false;
    for (let i = 0; i < rest.length; i += 1) {
      const character = rest[i];
      if (character === "\\") i += 1;
      else if (character === delimiter) {
        if (isBracket) return false;
        rest = rest.slice(i + 1);
        return true;
      } else if (character === "[") isBracket = true;
      else if (character === "]") isBracket = false;
    }
    return false;
  }

  function skipAddresses(): boolean {
    for (;;) {
      if (take(/^(?:\d+(?:[~]\d+)?|\$|[+~]\d+)/) === undefined) {
        const [opening] = /^(?:\/|\\[^\\\n])/.exec(rest) ?? [];
        if (opening === undefined) break;
        rest = rest.slice(opening.length);
        if (!skipTo(opening.at(-1) ?? "")) return false;
        take(/^[IM]+/);
      }
      if (take(/^\s*,\s*/) === undefined) break;
    }
    take(/^[\s!]+/);
    return true;
  }
}

/** Tells whether a program of awk may run commands, or open files by names that are in it. */
export const isPlainAwk = (program: string): boolean => {
  if (/system|getline|@|\bfflush\b|\bARGV\b/.test(program) || program.replaceAll("||", "").includes("|")) return false;
  // Where a slash may begin a pattern, or a comment stands, quotes in it are none, and so nothing ends a command.
  const isSure = !/[/#]/.test(program);
  const bare = program.replace(/"(?:[^"\\]|\\.)*"/gs, '""');
  return !(isSure ? bare.split(/[;}]/) : [program]).some(writesFile);
};

function writesFile(command: string): boolean {
  const at = command.search(/printf?\b/);
  return at >= 0 && command.includes(">", at);
}
