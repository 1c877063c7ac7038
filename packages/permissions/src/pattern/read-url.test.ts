import { describe, expect, it } from "vitest";
import { matches } from "./pattern.ts";
import { readUrlPattern, readUrlResource } from "./read-url.ts";
import { meanings, segments } from "./pattern.fixture.ts";

const pattern = (text: string) => meanings(readUrlPattern(text));
const resource = (text: string) => segments(readUrlResource(text));

/** Those of the URLs that a pattern is about. */
const about = (written: string, ...urls: readonly string[]) => {
  const read = readUrlPattern(written);
  if (!read.ok) throw new Error(`${written}: ${read.why}`);
  return urls.filter((url) => {
    const asked = readUrlResource(url);
    return asked.ok && read.value.some((each) => matches(each, asked.value));
  });
};
const all = (written: string, ...urls: readonly string[]) => {
  expect(about(written, ...urls)).toEqual(urls);
};
const none = (written: string, ...urls: readonly string[]) => {
  expect(about(written, ...urls)).toEqual([]);
};

describe("the resource of a URL", () => {
  it("is the scheme, the host from the right, one segment of port and query, and the path", () => {
    expect(resource("https://docs.example.com/a/b")).toEqual(["https", "com", "example", "docs", "/", "a", "b"]);
    expect(resource("https://example.com:8080/a?q=1#top")).toEqual(["https", "com", "example", ":8080/?q=1", "a"]);
    expect(resource("http://example.com?q")).toEqual(["http", "com", "example", "/?q", ""]);
    expect(resource("HTTPS://EXAMPLE.com.:443/A/../b//")).toEqual(["https", "com", "example", "/", "b", "", ""]);
    expect(resource("https://user:pw@example.com/")).toEqual(["https", "com", "example", "/", ""]);
  });

  it("has an address as one label", () => {
    expect(resource("http://127.1/")).toEqual(["http", "127.0.0.1", "/", ""]);
    expect(resource("http://0x7f000001:80/")).toEqual(["http", "127.0.0.1", "/", ""]);
    expect(resource("http://[::ffff:127.0.0.1]/")).toEqual(["http", "127.0.0.1", "/", ""]);
    expect(resource("http://[0:0::1]:8080/")).toEqual(["http", "[::1]", ":8080/", ""]);
    expect(resource("foo://Host.Example/x")).toEqual(["foo", "example", "host", "/", "x"]);
  });

  it("spells what is encoded in one way", () => {
    expect(resource("https://x/%61%C3%A9%20b")).toEqual(["https", "x", "/", "aé b"]);
    expect(resource("https://x/é b")).toEqual(["https", "x", "/", "é b"]);
    expect(resource("https://x/%2f/%3f/%23/%25/%00")).toEqual(["https", "x", "/", "%2F", "%3F", "%23", "%25", "%00"]);
    expect(resource("https://x/%zz/%c3%28/%61%ff/%F0%9F%98%80")).toEqual([
      "https",
      "x",
      "/",
      "%zz",
      "%C3(",
      "a%FF",
      "😀",
    ]);
    expect(resource("https://x/%2e%2e/a")).toEqual(["https", "x", "/", "a"]);
    expect(resource("https://x/?a=%61%26%3d%2b/?")).toEqual(["https", "x", "/?a=a%26%3D%2B%2F%3F", ""]);
    expect(resource("https://x/?%2f%3f%25")).toEqual(["https", "x", "/?%2F%3F%25", ""]);
  });

  it("is none for what has no host", () => {
    for (const text of ["", "example.com", "mailto:a@b.c", "file:///etc/passwd", "javascript:1", "http://"])
      expect(resource(text)).toBe("it is no URL with a host");
  });
});

describe("the pattern of URLs", () => {
  it("is about the host that it names", () => {
    all("https://*.example.com/docs/**", "https://a.example.com/docs", "https://a.example.com/docs/x/y");
    none("https://*.example.com/docs/**", "https://example.com/docs", "https://a.b.example.com/docs/x");
    all("https://**.example.com/", "https://example.com/", "https://a.b.example.com/");
    none("https://**.example.com/", "https://example.com.evil.test/", "https://evilexample.com/");
    all("https://api-*.example.com/", "https://api-1.example.com/");
    none("https://*/x", "https://a.b/x");
    all("https://*/x", "https://localhost/x");
  });

  it("without a scheme is about every scheme, without a path about every path", () => {
    all("example.com", "http://example.com/", "https://example.com/a/b?c", "ws://example.com", "foo://example.com:1/x");
    none("example.com", "http://www.example.com/");
    all("http*://example.com/", "http://example.com/", "https://example.com/");
    none("https://example.com", "http://example.com/");
    all("**", "http://a.b/c", "foo://x/");
  });

  it("without a port is about every port", () => {
    all("https://example.com/", "https://example.com/", "https://example.com:8443/");
    all("https://example.com:*/", "https://example.com/", "https://example.com:8443/");
    expect(pattern("localhost:3000")).toEqual(["<*> localhost <:3000/*> <**>"]);
    all("localhost:3000", "http://localhost:3000/x?y");
    none("localhost:3000", "http://localhost/", "http://localhost:30000/");
  });

  it("with a port knows which one goes without saying", () => {
    all("https://example.com:443/", "https://example.com/", "https://example.com:443/");
    none("https://example.com:443/", "https://example.com:8443/");
    all("https://example.com:/", "https://example.com/");
    none("https://example.com:/", "https://example.com:8443/");
    all(
      "example.com:80",
      "http://example.com/",
      "ws://example.com/",
      "https://example.com:80/",
      "foo://example.com:80/",
    );
    none("example.com:80", "https://example.com/", "foo://example.com/");
    all("http*://example.com:443/", "https://example.com/", "http://example.com:443/");
    none("http*://example.com:443/", "wss://example.com/", "http://example.com/");
    all("https://example.com:0443/", "https://example.com/");
    all("ftp://x:21", "ftp://x/");
    all("wss://x:443", "wss://x/");
    all("https://x:65535", "https://x:65535/");
    expect(pattern("https://example.com:70000/")).toBe("there is no port 70000");
  });

  it("never takes a port or a query for a part of the host or of the path", () => {
    none("https://*.example.com/", "https://example.com:8080/", "https://example.com/?a");
    none("https://**.x.example.com/", "https://example.com:8080/");
    none("https://cdn.test/**/*.png", "https://cdn.test/evil?.png", "https://cdn.test/?.png");
    none("https://example.com/*/*", "https://example.com/a?b", "https://example.com/?a");
    none("https://**.example.com/x", "https://example.com/a/%2F/x", "https://example.com/a//x");
    none("https://example.com/a/b", "https://example.com/a%2Fb");
    none("https://example.com/**/x", "https://example.com/?x");
  });

  it("without a query is about every query, so that a denied page is denied whole", () => {
    all(
      "https://example.com/admin",
      "https://example.com/admin",
      "https://example.com/admin?x",
      "https://example.com/admin#a",
    );
    none("https://example.com/admin", "https://example.com/admin/");
    all("https://example.com/admin/**", "https://example.com/admin/", "https://example.com/admin?x");
  });

  it("with a query is about that one", () => {
    all("https://example.com/a?q=*", "https://example.com/a?q=1", "https://example.com:8080/a?q=%20/");
    none("https://example.com/a?q=*", "https://example.com/a", "https://example.com/a?p=1&q=1");
    none("https://example.com/a?q=1", "https://example.com/a?q=12", "https://example.com/a?x=/?q=1");
    all("https://example.com/a?*", "https://example.com/a?x");
    none("https://example.com/a?*", "https://example.com/a");
    all("https://example.com/a?", "https://example.com/a", "https://example.com/a?");
    none("https://example.com/a?", "https://example.com/a?x");
    all("https://example.com:8080/a?x", "https://example.com:8080/a?x");
    all("https://example.com?x", "https://example.com/?x");
    none("https://example.com?x", "https://example.com/a?x");
    all("https://x/?a\\*/\\?%20b*", "https://x/?a*/?%20bc");
  });

  it("is about the same host however that is spelled", () => {
    all("https://münchen.de/", "https://xn--mnchen-3ya.de/", "https://MÜNCHEN.de/", "https://münchen.de./");
    all("https://*.münchen.de/", "https://a.xn--mnchen-3ya.de/");
    all("EXAMPLE.com.", "https://example.com/");
    all("*.EXAMPLE.com.", "https://a.example.com./");
    all("127.1", "http://127.0.0.1/", "http://0x7f.0.0.1/", "http://[::ffff:127.0.0.1]/");
    all("[::FFFF:7f00:1]", "http://127.0.0.1/", "http://[0:0:0:0:0:ffff:7f00:1]/");
    none("127.0.0.1", "http://[::fffe:7f00:1]/", "http://[::7f00:1]/");
    all("[0:0:0:0:0:0:0:1]:8080", "http://[::1]:8080/");
    none("[::1]:8080", "http://[::1]/", "http://[::2]:8080/");
    all("10.*", "http://10.0.0.1/", "http://10.9.9.9:1/");
    none("10.*", "http://110.0.0.1/", "http://10.example.com/");
    all("192.168.*.1", "http://192.168.0.1/");
  });

  it("is about the same path however that is spelled", () => {
    all("https://x/a%20b/%61*", "https://x/a b/abc", "https://x/a%20b/%61");
    all("https://x/é", "https://x/%C3%A9");
    all("https://x/%2a/\\*", "https://x/*/%2A");
    all("https://x/@scope/pkg", "https://x/@scope/pkg");
  });

  it("that is no URL is refused", () => {
    for (const text of ["", "/a", "https://", "https:///a", "https://u@h/", "https://h/#a", "1://h/"])
      expect(pattern(text)).toBe("it is no URL of a scheme, a host and a path");
    for (const text of ["https:h/a", "::1", "[::1", "a b", "[*]", "*.a b", "*.münch*", "*..x", "a:", "*:"])
      expect(readUrlPattern(text).ok).toBe(false);
    expect(pattern("h**://x")).toBe('"**" is part of a longer name');
    expect(pattern("https://x/[a]")).toBe('"[" is no wildcard here');
    expect(pattern("https://x/a/../b")).toBe('".." is no name in a URL');
    expect(pattern("https://x/%2e/b")).toBe('"." is no name in a URL');
    expect(pattern("https://x/a?[b]")).toBe('"[" is no wildcard here');
    expect(pattern("https://x/**b")).toBe('"**" is part of a longer name');
  });
});
