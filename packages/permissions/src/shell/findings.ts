import { quote } from "../path/quote.ts";
import type { Action, Advice } from "../request.ts";

/** A path that a command reads, changes or lists. */
export interface Touched {
  readonly category: "read" | "edit" | "list";
  /**
   * Absolute, by its text alone, with its `..` left in. Links are still to be followed:
   * `requestPath(category, path, { opens: "spelling", ... })` finds the other spellings.
   */
  readonly path: string;
}

/** Collects what is seen in a command, each thing once. */
export class Findings {
  readonly #actions = new Map<string, Action>();
  readonly #aliases = new Map<string, Action>();
  readonly #advice = new Map<string, Advice>();
  readonly #touched = new Map<string, Touched>();
  readonly #unseen = new Set<string>();
  /** The files that are written, and those that are run. */
  readonly #written = new Set<string>();
  readonly #run = new Map<string, string>();

  /** Says what is done. */
  act(category: string, resource: readonly string[]): void {
    const key = JSON.stringify([category, ...resource]);
    if (!this.#actions.has(key)) this.#actions.set(key, { category, resource });
  }

  /** Says what is done in other words. */
  alias(category: string, resource: readonly string[]): void {
    this.#aliases.set(JSON.stringify([category, ...resource]), { category, resource });
  }

  /** Says why the command cannot be read in full. */
  advise(why: string): void {
    if (!this.#advice.has(why)) this.#advice.set(why, { atMost: "ask", why });
  }

  touch(category: Touched["category"], path: string): void {
    const key = `${category} ${path}`;
    if (!this.#touched.has(key)) this.#touched.set(key, { category, path });
  }

  /** Names a program into whose files nobody here can see. */
  leaveUnseen(program: string): void {
    this.#unseen.add(program);
  }

  write(file: readonly string[]): void {
    this.#written.add(JSON.stringify(file));
  }

  run(file: readonly string[], source: string): void {
    this.#run.set(JSON.stringify(file), source);
  }

  get actions(): readonly Action[] {
    return [...this.#actions.values()];
  }

  get aliases(): readonly Action[] {
    return [...this.#aliases].filter(([key]) => !this.#actions.has(key)).map(([, action]) => action);
  }

  get advice(): readonly Advice[] {
    const own = [...this.#run].filter(([file]) => this.#written.has(file));
    return [
      ...this.#advice.values(),
      ...own.map(([, source]): Advice => ({
        atMost: "ask",
        why: `it runs a file that it writes itself: ${show(source)}`,
      })),
    ];
  }

  get touched(): readonly Touched[] {
    return [...this.#touched.values()];
  }

  get unseen(): readonly string[] {
    return [...this.#unseen];
  }
}

/** Shows a piece of a command in advice, no more of it than a line can take. */
export const show = (source: string): string => {
  const trimmed = source.trim();
  const letters = Array.from(trimmed.slice(0, 2 * MOST_SHOWN));
  return quote(letters.length > MOST_SHOWN ? `${letters.slice(0, MOST_SHOWN - 1).join("")}\u2026` : trimmed);
};

const MOST_SHOWN = 60;
