import type { WrittenTool } from "./tools.ts";

/** Tools that reach hosts. What else `curl`, `wget` and `git` do is in `transfers.ts` and `git.ts`. */
export const NET_TOOLS: Readonly<Record<string, WrittenTool>> = {
  curl: {
    options: `
        K& config& o> output> T< upload-file< D> dump-header> c> cookie-jar> E< cert< key< cacert< capath@ netrc-file<
        trace> trace-ascii> stderr> etag-save> etag-compare< hsts> alt-svc> libcurl> crlfile< pinnedpubkey:
        unix-socket< abstract-unix-socket: d: data: data-ascii: data-binary: data-raw: data-urlencode: json: F: form:
        form-string: b: cookie: url: url-query: proto-default: output-dir: x: proxy: proxy1.0: preproxy: ipfs-gateway: socks4: socks4a:
        socks5: socks5-hostname: resolve: connect-to: doh-url: e: referer: A: user-agent: H: header: proxy-header: u:
        user: U: proxy-user: X: request: m: max-time: connect-timeout: retry: retry-delay: retry-max-time: w:
        write-out: r: range: C: continue-at: y: Y: z: time-cond: limit-rate: max-redirs: max-filesize: interface:
        local-port: dns-servers: ciphers: tls-max: tls13-ciphers: cert-type: key-type: pass: oauth2-bearer: aws-sigv4:
        ftp-port: P: Q: quote: t: telnet-option: noproxy: keepalive-time: rate: parallel-max: engine: service-name:
        delegation: login-options: mail-from: mail-rcpt: mail-auth: variable: expand-url: expand-output> expand-upload-file< expand-config& expand-dump-header> expand-cookie-jar> expand-trace> expand-stderr> expand-data: s S f L i I v k g G O J N a
        j l n q p R Z 0 1 2 3 4 6 silent show-error fail location include head verbose insecure globoff get
        remote-name remote-header-name no-buffer append compressed create-dirs remote-name-all
      `,
    operands: "web*",
  },
  wget: {
    options: `
        O> output-document> o> output-file> a> append-output> P> directory-prefix> i< input-file< config&
        load-cookies< save-cookies> post-file< body-file< ca-certificate< ca-directory@ certificate< private-key<
        use-askpass! warc-file> rejected-log> hsts-file> e: execute: B: base: t: tries: T: timeout: dns-timeout:
        connect-timeout: read-timeout: w: wait: waitretry: Q: quota: limit-rate: l: level: A: accept: R: reject:
        accept-regex: reject-regex: D: domains: exclude-domains: I: include-directories: X: exclude-directories: U:
        user-agent: user: password: header: post-data: method: body-data: referer: cut-dirs: default-page:
        max-redirect: bind-address: prefer-family: restrict-file-names: local-encoding: remote-encoding: progress:
        report-speed: secure-protocol: http-user: http-password: ftp-user: ftp-password: start-pos: q v nv c N S r np
        k p m E H K L x nH nd nc b d F spider no-check-certificate quiet recursive mirror continue
      `,
    operands: "web*",
  },
  "http https xh xhs": {
    options: `
        o> output> d download a: auth: A: auth-type: p: print: s: style: session: session-read-only: proxy: timeout:
        verify: cert< cert-key< f form j json v b h
      `,
    operands: "skip*",
  },
  "aria2c axel": {
    options: `
        o> out> d^ dir^ i< input-file< l> log> on-download-complete! on-download-start! on-download-error! conf-path&
        x: s: k% n% U: H: header:
      `,
    operands: "web*",
    fills: "o out d dir",
  },
  "lynx w3m links elinks": { options: "o% -o: -cfg& cfg& dump source", operands: "web*" },
  scp: { options: "S! o: F& i< c: D! J: l: P: X: r p q v B C 3 4 6 O R T", operands: "copy* into" },
  sftp: { options: "S! b& o: F& i< B: c: D! J: l: P: R: s:", operands: "host skip*", opens: "" },
  ssh: {
    options: `
        b: B: c: D: E> e: F& I! i< J: L: l: m: O: o: p: P: Q: R: S: W: w: A a C f G g K k M N n q s T t V v X x Y y 1
        2 4 6
      `,
    operands: "host skip*",
  },
  "ping ping6 traceroute dig host nslookup whois": { operands: "" },
  "nc ncat netcat": {
    options: "e!% c!% exec! sh-exec! lua-exec! i: w: p: s: x: X: q: o> G: g: T: O: I: P: l u v z n k",
    operands: "host skip*",
  },
  socat: { operands: "", opens: "" },
  telnet: { options: "l: e: n> X: S: b:", operands: "host skip*" },
};
