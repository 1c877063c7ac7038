import type { Authority } from "./authority.ts";
import { overlay, type PartialCarve, partial } from "./carve.ts";
import { use } from "./chain.ts";
import type { Judgement } from "./decide.ts";
import type { Request } from "./request.ts";
import { adviceOf, fieldOf, type Found, wordsFor } from "./steps.ts";

/**
 * Says what would turn a verdict into `"allow"`, the fewest changes first. A change names the fields to set; each is
 * found by setting them and deciding again, so it is known to be enough and to contain nothing needless.
 */
export function remediesFor(a: Authority, request: Request, { verdict, categories }: Judgement): readonly string[] {
  if (verdict.decision === "allow") return [];
  const stuck = categories.filter(({ value }) => value !== "allow").map(({ category }) => category);
  const advice = adviceOf(a, request).filter(({ decision }) => decision !== "allow");
  const lasting = advice.some(({ kind }) => kind === "advice") ? [] : lastingChanges(a, stuck, advice);
  if (verdict.liftable === "confirm") return [...lasting, "answer the question with yes, for this call"];
  if (verdict.liftable === "elevate") return [...lasting, "ask the operator to grant this one call"];
  return lasting;
}

/** A field of one link that a remedy may set. */
interface Change {
  readonly link: Authority;
  readonly field: "tool_permission" | "grant_permission";
}

function lastingChanges(a: Authority, categories: readonly string[], advice: readonly Found[]): readonly string[] {
  const links: Authority[] = [];
  for (let link: Authority | undefined = a; link !== undefined; link = link.from) links.unshift(link);
  // Given up first is what widens most: the root's words before those of the holder.
  const uses = links.map((link): Change => ({ link, field: "tool_permission" }));
  const passes = links.map((link): Change => ({ link, field: "grant_permission" }));
  // Handing down more leaves a caller's own limits alone, so that way wins a tie.
  const orders = [
    [...uses, ...passes],
    [...passes, ...uses],
  ];
  const ways = orders.map((order) => categories.flatMap((category) => fewest(a, category, order)));
  const blockers = [
    ...categories.flatMap((category) => wordsFor(changed(a, category, [...uses, ...passes]), category)).filter(blocks),
    ...advice,
  ].map(unblock);
  const texts = ways
    .toSorted((x, y) => x.length - y.length)
    .map((fields) =>
      [...new Set(blockers), ...(fields.length > 0 ? [`set ${list(fields)} to "allow"`] : [])].join(", and "),
    );
  return [...new Set(texts)].filter((text) => text !== "");
}

/** Drops every change that is not needed, in the given order, as long as the rest does as much as all of them. */
function fewest(a: Authority, category: string, order: readonly Change[]): readonly string[] {
  const most = use(changed(a, category, order), category);
  let kept = order;
  for (const change of order) {
    const without = kept.filter((other) => other !== change);
    if (use(changed(a, category, without), category) === most) kept = without;
  }
  return kept.map(({ link, field }) => fieldOf(link, field, category));
}

/** The same chain with some fields set to allow. */
function changed(a: Authority, category: string, changes: readonly Change[]): Authority {
  const set = (field: Change["field"], says: PartialCarve | undefined): PartialCarve | undefined =>
    changes.some((change) => change.link === a && change.field === field)
      ? overlay(says ?? partial([], undefined), partial([[category, { decision: "allow" }]], undefined))
      : says;
  if (a.kind === "role") {
    const says = { ...a.says, use: set("tool_permission", a.says.use), pass: set("grant_permission", a.says.pass) };
    return { ...a, says, from: changed(a.from, category, changes) };
  }
  const parts = a.says.use.parts.map((part) => ({ ...part, says: set("tool_permission", part.says) ?? part.says }));
  return { ...a, says: { ...a.says, use: { kind: "total", parts }, pass: set("grant_permission", a.says.pass) } };
}

const blocks = (step: Found): boolean => step.unused !== true && step.decision !== "allow";

function unblock({ kind, text, who }: Found): string {
  switch (kind) {
    case "cap":
      return `raise the operator's ${text}`;
    case "bound":
      return `trust the folder that says ${text}`;
    case "target":
      return `set ${text} to "allow"`;
    case "unknown-category":
      return "use a known category";
    default:
      return `put ${who} into the catalog (${text})`;
  }
}

function list(fields: readonly string[]): string {
  return fields.length < 2 ? fields.join("") : `${fields.slice(0, -1).join(", ")} and ${fields.at(-1) ?? ""}`;
}
