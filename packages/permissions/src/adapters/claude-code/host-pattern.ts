import { readPattern } from "../../pattern/read.ts";
import { NONE, type Patterns } from "../imports/patterns-of.ts";
import { matchesText, readStarText } from "../imports/star-text.ts";

/** The host of a `WebFetch(domain:...)` rule, in small letters; `undefined` for what is no such rule. */
export function hostOf(about: string): string | undefined {
  const [, host] = /^\s*domain\s*:\s*(\S+)\s*$/.exec(about) ?? [];
  return host?.toLowerCase().replace(/\.$/, "");
}

/** A leading `*.` is one label or more, `*` alone is every host, and any other star stays between two dots. */
export function matchesHost(host: string, url: string): boolean {
  const given = URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, "") : "";
  if (host === "*") return true;
  const isBelow = host.startsWith("*.");
  const labels = (isBelow ? host.slice(2) : host).split(".");
  const names = given.split(".");
  const tail = names.slice(-labels.length);
  const isLong = isBelow ? names.length > labels.length : names.length === labels.length;
  return (
    isLong && labels.every((label, i) => matchesText(readStarText(label, { hasOptionalTail: false }), tail[i] ?? ""))
  );
}

/** The same hosts for a carve: every scheme, port and path of them. */
export function hostPatterns(host: string): Patterns {
  if (host === "*") return EVERY_HOST;
  const pattern = host.startsWith("*.") ? `**.${host}` : host;
  return readPattern("url", pattern, {}).ok ? { exact: [pattern], over: [] } : NONE;
}

/** All that can be fetched, and no search. */
export const EVERY_HOST: Patterns = Object.freeze({ exact: ["http://**", "https://**"], over: [] });
