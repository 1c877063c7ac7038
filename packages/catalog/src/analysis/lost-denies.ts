import { type KeyExplanation, type Shadowed, type Where } from "@polyglav/registry";
import { type Catalog } from "../catalog.ts";
import { CONFIG } from "../config.ts";
import { describe, isObject } from "../subject.ts";
import { type Explained, type LintFinding } from "./finding.ts";

const FIELDS = ["tool_permission", "grant_permission"] as const;

/** Denies of lower layers that a higher layer made vanish: who meant them may still rely on them. */
export function lostDenies({ roles, settings }: Catalog): readonly LintFinding[] {
  return [
    ...lostIn("config", CONFIG, settings.explain(CONFIG)),
    ...roles.names().flatMap((name) => lostIn("role", name, roles.explain(name))),
  ];
}

function lostIn(kind: "role" | "config", name: string, explanation: Explained | undefined): readonly LintFinding[] {
  const title = kind === "config" ? "the config" : `role ${describe(name)}`;
  return FIELDS.flatMap((field) =>
    Object.entries(explanation?.fields[field]?.keys ?? {}).flatMap(([key, explained]): readonly LintFinding[] => {
      const { low, lost } = lostAt(explained) ?? {};
      if (low === undefined || lost === undefined) return [];
      const what = lost.length === 0 ? "" : ` for ${lost.map(describe).join(", ")}`;
      const now = `${placeName(explained.from)} ${saying(explained.value)}`;
      return [
        {
          code: "lint/lost-deny",
          kind,
          severity: "warning",
          ...explained.from,
          name,
          field: `${field}.${key}`,
          message: `${title} loses the "deny"${what} of ${field}.${key} in ${placeName(low)}: ${now}`,
          hint: `Take "${key}" out of it to keep the "deny"`,
        },
      ];
    }),
  );
}

/** The highest of the lower layers that denies something which is denied no more; of a whole word nothing is listed. */
function lostAt({
  value,
  shadowed,
}: KeyExplanation): { readonly low: Shadowed; readonly lost: readonly string[] } | undefined {
  for (const low of shadowed.toReversed()) {
    if (isDenial(low.value) && !isDenial(value)) return { low, lost: [] };
    if (low.value === "deny" && !deniesAll(value)) return { low, lost: [] };
    const lost = deniesIn(low.value).filter((pattern) => !denies(value, pattern));
    if (lost.length > 0) return { low, lost };
  }
  return undefined;
}

const rulesOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(isObject(value) && isObject(value.rules) ? Object.entries(value.rules) : []);

const defaultOf = (value: unknown): unknown => (isObject(value) ? value.default : value);

/** The patterns that are denied, without what denies everything. */
const deniesIn = (value: unknown): readonly string[] =>
  [...rulesOf(value)].filter(([, word]) => word === "deny").map(([pattern]) => pattern);

const isDenial = (value: unknown): boolean => defaultOf(value) === "deny";

const deniesAll = (value: unknown): boolean =>
  isDenial(value) && [...rulesOf(value).values()].every((word) => word === "deny" || word === null);

const denies = (value: unknown, pattern: string): boolean =>
  (rulesOf(value).get(pattern) ?? defaultOf(value)) === "deny";

const placeName = ({ layer, file, line }: Where): string =>
  file === undefined
    ? `layer ${layer}`
    : `layer ${layer} (${[file, line].filter((part) => part !== undefined).join(":")})`;

const saying = (value: unknown): string =>
  value === undefined ? "takes it away" : typeof value === "string" ? `says ${describe(value)}` : "has other rules";
