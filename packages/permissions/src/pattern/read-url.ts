import { no, type Read, yes } from "./result.ts";
import { readGlob } from "./read-glob.ts";
import { ANY, canonical, literal, ONE, type Pattern, type Segment } from "./segment.ts";

/**
 * Reads the pattern of URLs, such as `https://*.example.com/docs/**`. Without a scheme it means every scheme, without
 * a port every port, without a path every path, so a denied host is denied whole.
 */
export function readUrlPattern(text: string): Read<readonly Pattern[]> {
  if (text === "**") return yes([[ANY]]);
  const found = /^(?:([A-Za-z*][A-Za-z0-9+.*-]*):\/\/)?([^/?#@]+)(\/.*)?$/s.exec(text);
  if (found === null) return no("it is no URL of a scheme, a host and a path", 'write "https://example.com/docs/**"');
  const [, scheme = "*", authority = "", path] = found;
  const [, host = "", port] = /^(.*?|\[.*\])(?::([0-9]+|\*))?$/.exec(authority) ?? [];
  const labels = readAll(hostLabels(host.toLowerCase()), ".");
  if (!labels.ok) return labels;
  const names = path === undefined ? yes([ANY]) : readAll(path.slice(1).split("/"), "/");
  if (!names.ok) return names;
  const head = readGlob(scheme.toLowerCase(), ":");
  if (!head.ok) return head;
  const build = (ports: readonly Segment[]): Pattern =>
    canonical([head.value, ...labels.value, ...ports, SEPARATOR, ...names.value]);
  if (port === undefined) return yes([build([]), build([ANY_PORT])]);
  return yes(port === "*" ? [build([ANY_PORT])] : [build([literal(`:${port}`)])]);
}

/** Reads a URL into the segments of a resource. What is not sent to the host, and the credentials, are left out. */
export function readUrlResource(text: string): Read<readonly string[]> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || url.host === "") return no("it is no URL with a host");
  const port = url.port === "" ? [] : [`:${url.port}`];
  const path = url.pathname.slice(1).split("/").map(decode);
  const query = url.search === "" ? [] : [url.search];
  const resource = [url.protocol.slice(0, -1), ...hostLabels(url.hostname), ...port, "/", ...path, ...query];
  return yes(resource);
}

/** The labels of a host from the right, so that what owns the others comes first. An address is one label. */
function hostLabels(host: string): readonly string[] {
  if (host.startsWith("[") || /^[0-9.*]*[0-9][0-9.*]*$/.test(host)) return [host];
  return host.replace(/\.$/, "").split(".").toReversed();
}

function readAll(names: readonly string[], separator: string): Read<readonly Segment[]> {
  const segments: Segment[] = [];
  for (const name of names) {
    const segment =
      name === "**"
        ? yes(ANY)
        : name === "*"
          ? yes(ONE)
          : name.startsWith("[")
            ? yes(literal(name))
            : readGlob(name, separator);
    if (!segment.ok) return segment;
    segments.push(segment.value);
  }
  return yes(segments);
}

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text);
    return decoded.includes("\0") ? text : decoded;
  } catch {
    return text; // it is sent as it stands
  }
}

/** Stands between host and path, so that neither can be taken for the other: no label and no port is called so. */
const SEPARATOR = literal("/");
const ANY_PORT: Segment = Object.freeze({ kind: "glob", parts: Object.freeze([":", ""]) });
