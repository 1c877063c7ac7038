import { no, type Read, yes } from "./result.ts";
import { readGlob } from "./read-glob.ts";
import { ANY, canonical, globOf, literal, matchesSegment, type Pattern, type Segment } from "./segment.ts";

/**
 * Reads the pattern of URLs, such as `https://*.example.com/docs/**`. Without a scheme it means every scheme, without
 * a port every port, without a path every path and without a query every query, so that a denied host is denied whole.
 * `?` begins the query: `/a?` means no query.
 */
export function readUrlPattern(text: string): Read<readonly Pattern[]> {
  if (text === "**") return yes([[ANY]]);
  const [found, written, authority = "", path, query] = URL_PATTERN.exec(text) ?? [];
  const [, host = "", port] = HOST_AND_PORT.exec(authority) ?? [];
  // A colon without a scheme in front of it is one of `https:`, not of a port.
  if (found === undefined || (written === undefined && port === ""))
    return no("it is no URL of a scheme, a host and a path", 'write "https://example.com/docs/**"');
  const scheme = written ?? "*";
  const head = readGlob(scheme.toLowerCase(), ":");
  const labels = readHost(host);
  const names = path === undefined && query === undefined ? yes([ANY]) : readPath(path ?? "/");
  const asked = query === undefined ? yes(ANY) : readGlob(query, "?");
  if (!head.ok) return head;
  if (!labels.ok) return labels;
  if (!names.ok) return names;
  if (!asked.ok) return asked;
  if (Number(port) > 65_535) return no(`there is no port ${port ?? ""}`);
  const spelled = eachText(asked.value, spellQuery);
  const build = (first: Segment, at: string | undefined): Pattern =>
    canonical([first, ...labels.value, separator(at, spelled), ...names.value]);
  return yes(portsOf(head.value, port).map(([first, at]) => build(first, at)));
}

/**
 * Reads a URL into the segments of a resource: the scheme, the labels of the host from the right, then one segment of
 * its port, a slash and its query, such as `/` or `:8080/?q=1`, and the names of its path. It is the only one with a
 * slash, so that nothing else can be taken for it. What is not sent to the host, and the credentials, are left out.
 */
export function readUrlResource(text: string): Read<readonly string[]> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.host === "") return no("it is no URL with a host");
  const port = url.port === "" ? "" : `:${url.port}`;
  const query = url.search === "" ? "" : `?${spellQuery(url.search.slice(1))}`;
  const path = url.pathname.slice(1).split("/").map(spellName);
  return yes([url.protocol.slice(0, -1), ...labelsOf(spellHost(url.hostname)), `${port}/${query}`, ...path]);
}

/** The port that a scheme stands for, which is not written. */
export const DEFAULT_PORTS: ReadonlyMap<string, string> = new Map([
  ["ftp", "21"],
  ["http", "80"],
  ["https", "443"],
  ["ws", "80"],
  ["wss", "443"],
]);

const URL_PATTERN = /^(?:([A-Za-z*][A-Za-z0-9+.*-]*):\/\/)?([^/?#@]+)(\/[^?#]*)?(?:\?([^#]*))?$/s;
const HOST_AND_PORT = /^(.*?|\[.*\])(?::([0-9]*|\*))?$/s;

/** The schemes and ports that a written port means; `undefined` is every port, `""` the one that is not written. */
function portsOf(scheme: Segment, port: string | undefined): readonly (readonly [Segment, string | undefined])[] {
  if (port === undefined || port === "*") return [[scheme, undefined]];
  if (port === "") return [[scheme, ""]];
  const wanted = String(Number(port));
  const implied = [...DEFAULT_PORTS].filter(([name, each]) => each === wanted && matchesSegment(scheme, name));
  const isKnown = scheme.kind === "literal" && implied.length > 0;
  return [
    ...(isKnown ? [] : [[scheme, `:${wanted}`] as const]),
    ...implied.map(([name]) => [literal(name), ""] as const),
  ];
}

/** The segment between host and path. */
function separator(port: string | undefined, query: Segment): Segment {
  const [first, ...rest] = askedOf(query);
  return globOf(port === undefined ? ["", first, ...rest] : [`${port}${first}`, ...rest]);
}

function askedOf(query: Segment): readonly [string, ...string[]] {
  switch (query.kind) {
    case "any":
      return ["/", ""];
    case "one":
      return ["/?", ""];
    case "literal":
      return [query.text === "" ? "/" : `/?${query.text}`];
    case "glob":
      return [`/?${query.parts[0] ?? ""}`, ...query.parts.slice(1)];
  }
}

function readHost(host: string): Read<readonly Segment[]> {
  if (!host.includes("*")) {
    const spelled = URL.canParse(`http://${host}/`) ? spellHost(host) : "";
    return spelled === "" ? no(`${JSON.stringify(host)} is no host`) : yes(labelsOf(spelled).map(literal));
  }
  const labels: Segment[] = [];
  for (const label of labelsOf(host.toLowerCase())) {
    const segment = label === "**" ? yes(ANY) : label.includes("*") ? readLabel(label) : readWholeLabel(label);
    if (!segment.ok) return segment;
    labels.push(segment.value);
  }
  return yes(labels);
}

const readLabel = (label: string): Read<Segment> =>
  /^[\w.*-]*$/.test(label) ? readGlob(label, ".") : no(`${JSON.stringify(label)} is no part of a host`);

function readWholeLabel(label: string): Read<Segment> {
  const spelled = spellHost(`${label}.x`).slice(0, -2);
  const isOne = /^[\w-]+$/.test(spelled);
  return isOne ? yes(literal(spelled)) : no(`${JSON.stringify(label)} is no part of a host`);
}

/** The one spelling of a host, as it is looked up. */
function spellHost(host: string): string {
  const url = URL.canParse(`http://${host}/`) ? new URL(`http://${host}/`) : undefined;
  return url === undefined ? host.toLowerCase() : url.hostname.replace(MAPPED, asAddress);
}

/** An address of IPv4 in the spelling of IPv6, which leads to the same machine. */
const MAPPED = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/;

const asAddress = (_: string, ...groups: readonly string[]): string =>
  groups
    .slice(0, 2)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((number) => [number >> 8, number & 255])
    .join(".");

/** The labels of a host from the right, so that what owns the others comes first. An address is one label. */
function labelsOf(host: string): readonly string[] {
  if (host.startsWith("[") || /^[0-9.*]*[0-9][0-9.*]*$/.test(host)) return [host];
  return host.replace(/\.$/, "").split(".").toReversed();
}

function readPath(path: string): Read<readonly Segment[]> {
  const segments: Segment[] = [];
  for (const name of path.slice(1).split("/")) {
    const segment = name === "**" ? yes(ANY) : readGlob(name, "/");
    if (!segment.ok) return segment;
    const spelled = eachText(segment.value, spellName);
    if (spelled.kind === "literal" && (spelled.text === "." || spelled.text === ".."))
      return no(`"${spelled.text}" is no name in a URL`, "write the path without it");
    segments.push(spelled);
  }
  return yes(segments);
}

function eachText(segment: Segment, spell: (text: string) => string): Segment {
  if (segment.kind === "literal") return literal(spell(segment.text));
  return segment.kind === "glob" ? globOf(segment.parts.map(spell)) : segment;
}

/** One spelling of a name of a path: what is encoded is decoded, but for what would then mean something else. */
const spellName = (text: string): string => text.replace(ENCODED, (code) => decoded(code, "%/?#\0"));

/** The same for a query, in which slashes and question marks mean nothing, and are encoded. */
const spellQuery = (text: string): string =>
  text.replace(/[/?]/g, encodeURIComponent).replace(ENCODED, (code) => decoded(code, "%/?#\0&=+"));

/** The bytes of one character, or one byte where they are none. */
const ENCODED =
  /%(?:[0-7][0-9a-f]|[cd][0-9a-f]%[89ab][0-9a-f]|e[0-9a-f](?:%[89ab][0-9a-f]){2}|f[0-7](?:%[89ab][0-9a-f]){3}|[0-9a-f]{2})/gi;

function decoded(code: string, kept: string): string {
  try {
    const character = decodeURIComponent(code);
    return kept.includes(character) ? code.toUpperCase() : character;
  } catch {
    return code.toUpperCase(); // not UTF-8: it is sent as it stands
  }
}
