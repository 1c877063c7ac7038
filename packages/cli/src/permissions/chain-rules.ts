import { type Authority, type Decision, type PartialCarve, type Source } from "@polyglav/permissions";

/** A rule that somebody in a chain wrote about a category. */
export interface ChainRule {
  readonly who: string;
  readonly field: "tool_permission" | "grant_permission" | "bash_allow" | "cap";
  readonly pattern: string;
  readonly decision: Decision;
  readonly source?: Source | undefined;
}

/** Lists the rules of a chain about a category, the holder's first. Which of them decides says `explain` of a call. */
export function rulesAbout(holder: Authority, category: string): readonly ChainRule[] {
  const rules: ChainRule[] = [];
  for (let link: Authority | undefined = holder; link !== undefined; link = link.from) {
    const who = link.role ?? "config";
    const uses = link.kind === "role" ? [link.says.use] : link.says.use.parts.map(({ says }) => says);
    const cap = link.kind === "root" ? (link.says.cap?.parts ?? []).map(({ says }) => says) : [];
    rules.push(
      ...[...uses, link.says.bound?.use].flatMap((says) => rulesIn(says, category, { who, field: "tool_permission" })),
      ...[link.says.pass, link.says.bound?.pass].flatMap((says) =>
        rulesIn(says, category, { who, field: "grant_permission" }),
      ),
      ...cap.flatMap((says) => rulesIn(says, category, { who: "hard cap", field: "cap" })),
    );
  }
  return rules;
}

function rulesIn(
  says: PartialCarve | undefined,
  category: string,
  of: Pick<ChainRule, "who" | "field">,
): readonly ChainRule[] {
  const entry = says !== undefined && Object.hasOwn(says.named, category) ? says.named[category] : undefined;
  const named = entry !== undefined && "rules" in entry ? entry.rules : [];
  const prefixes = category === "bash" ? (says?.bashAllow?.rules ?? []) : [];
  return [
    ...named.map(({ pattern, decision, source }) => ({ ...of, pattern, decision, source })),
    ...prefixes.map(({ pattern, decision, source }) => {
      const field = of.field === "cap" ? "cap" : "bash_allow";
      return { ...of, field, pattern: `${pattern} **`, decision, source } as const;
    }),
  ];
}
