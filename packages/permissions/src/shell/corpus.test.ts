import { describe, expect, it } from "vitest";
import corpus from "../../corpus/shell.json" with { type: "json" };
import type { Action } from "../request.ts";
import { DYNAMIC } from "./dynamic.ts";
import { requestCommand } from "./request-command.ts";

type Names = readonly (string | null)[];

interface Case {
  readonly source: string;
  readonly note: string;
  readonly sees: readonly Names[];
  readonly opaque: boolean;
  readonly reads?: readonly Names[] | undefined;
  readonly edits?: readonly Names[] | undefined;
  readonly lists?: readonly Names[] | undefined;
  readonly web?: readonly Names[] | undefined;
}

const CASES: readonly Case[] = corpus.cases;

/** The resources of a category, `null` for what nobody knows; a word that may become several is there once. */
function resourcesOf(actions: readonly Action[], category: string): readonly Names[] {
  const isTwice = ({ resource }: Action): boolean =>
    resource.some((segment, i) => segment.startsWith(DYNAMIC) && resource[i + 1] === segment);
  const resources = actions
    .filter((action) => action.category === category && !isTwice(action))
    .map(({ resource }) => resource.map((segment) => (segment.startsWith(DYNAMIC) ? null : segment)));
  return [...new Map(resources.map((each) => [JSON.stringify(each), each])).values()];
}

describe("the corpus", () => {
  it.each(CASES)("$note: $source", ({ source, sees, opaque, reads = [], edits = [], lists = [], web = [] }) => {
    const { actions, advice } = requestCommand(source, corpus.options);
    expect(resourcesOf(actions, "bash")).toEqual(sees);
    expect(advice.length > 0, advice.map(({ why }) => why).join("; ")).toBe(opaque);
    expect(resourcesOf(actions, "read")).toEqual(reads);
    expect(resourcesOf(actions, "edit")).toEqual(edits);
    expect(resourcesOf(actions, "list")).toEqual(lists);
    expect(resourcesOf(actions, "web")).toEqual(web);
  });

  it("has many cases, and no two are the same", () => {
    expect(CASES.length).toBeGreaterThan(300);
    expect(new Set(CASES.map(({ source }) => source)).size).toBe(CASES.length);
  });
});
