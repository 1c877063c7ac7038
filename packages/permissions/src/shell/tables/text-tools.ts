import type { WrittenTool } from "./tools.ts";

/** Tools that read files and print what they find in them. */
export const TEXT_TOOLS: Readonly<Record<string, WrittenTool>> = {
  "cat gcat rev colrm": { operands: "read*" },
  tac: { options: "s: separator:", operands: "read*" },
  nl: {
    options: `
        b: body-numbering: d: section-delimiter: f: footer-numbering: h: header-numbering: i: line-increment: l:
        join-blank-lines: n: number-format: s: number-separator: v: starting-line-number: w: number-width:
      `,
    operands: "read*",
  },
  "expand unexpand": { options: "t: tabs:", operands: "read*" },
  fold: { options: "w: width:", operands: "read*" },
  fmt: { options: "w: width: p% prefix: g: goal: d% l% t%", operands: "read*" },
  pr: {
    options: `
        D: date-format: e~ h: header: i~ l: length: n~ N: first-line-number: o: indent: s~ S~ w: width: W: page-width:
        L%
      `,
    operands: "read*",
  },
  column: {
    options: `
        s: separator: o: output-separator: c: columns: output-width: N: table-columns: R: table-right: T:
        table-truncate: E: table-noextreme: W: table-wrap: H: table-hide: O: table-order: C: table-column: n:
        table-name: l: table-columns-limit: r: tree: i: tree-id: p: tree-parent:
      `,
    operands: "read*",
  },
  strings: {
    options: "n: bytes: t: radix: e: encoding: T: target: s: output-separator: U: unicode:",
    operands: "read*",
  },
  "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum sum cksum shasum": {
    options: "a: algorithm: l: length: o%",
    operands: "read*",
  },
  md5: { options: "s% c%", operands: "read*" },
  "head tail": {
    options: `
        n: lines: c: bytes: s: sleep-interval: pid: max-unchanged-stats: b: f F r q v z follow~ retry quiet silent
        verbose
      `,
    operands: "read*",
  },
  "less zless": {
    options: `
        k& lesskey-file& lesskey-src& lesskey-content! o> O> log-file> LOG-FILE> t: tag: T< tag-file< p: pattern: x:
        tabs: y: max-forw-scroll: z: window: j: jump-target: b: buffers: D: color: P: prompt: h: max-back-scroll: #:
        shift: +!
      `,
    operands: "read*",
  },
  "more most zmore": { options: "n% lines: t% P% +!", operands: "read*" },
  "bat batcat": {
    options: `
        l: language: H: highlight-line: m: map-syntax: r: line-range: theme: style: color: wrap: tabs: terminal-width:
        pager! file-name: diff-context: nonprintable-notation: completion:
      `,
    operands: "read*",
  },
  wc: { options: "files0-from< total: c m l w L", operands: "read*" },
  sort: {
    options: `
        k: key: t: field-separator: S: buffer-size: T: temporary-directory: o> output> compress-program! files0-from<
        parallel: batch-size: random-source< sort: b d f g h i M n R r V c C m s u z
      `,
    operands: "read*",
  },
  uniq: {
    options: "f: skip-fields: s: skip-chars: w: check-chars: all-repeated~ group~ c d D i u z",
    operands: "read edit",
  },
  cut: { options: "b: bytes: c: characters: d: delimiter: f: fields: output-delimiter:", operands: "read*" },
  paste: { options: "d: delimiters:", operands: "read*" },
  "comm tsort": { options: "output-delimiter:", operands: "read*" },
  join: { options: "a: e: j: o: t: v: 1: 2:", operands: "read*" },
  look: { options: "t: terminate:", operands: "read*" },
  od: {
    options: `
        A: address-radix: j: skip-bytes: N: read-bytes: S: strings~ t: format: w~ width~ endian:
      `,
    operands: "read*",
  },
  "hexdump hd": { options: "e: f< n: s: length: skip: format: format-file<", operands: "read*" },
  xxd: {
    options:
      "- c: -cols: cols: g: -groupsize: groupsize: l: -len: len: n: -name: name: o: -offset: offset: R: s: -seek: seek: p r e",
    operands: "read edit",
  },
  file: { options: "f< files-from< m< magic-file< F: separator: P: parameter: e: exclude:", operands: "read*" },
  "base64 base32 basenc": { options: "w: wrap: i< input< o> output> d decode D ignore-garbage b:", operands: "read*" },
  "grep egrep fgrep zgrep bzgrep xzgrep ggrep": {
    options: `
        e: regexp: f< file< m: max-count: A: after-context: B: before-context: C: context: d: directories: D: devices:
        label: binary-files: color~ colour~ exclude: include: exclude-dir: exclude-from< include-dir: r R recursive
        dereference-recursive i v w x c l L o q s n H h b z a I P E F G U Z T u y
      `,
    operands: "skip read*",
    when: { "e regexp f file": "read*" },
    bare: "read",
    bareWith: "r R recursive dereference-recursive",
  },
  "rg ripgrep": {
    options: `
        e: regexp: f< file< g: glob: iglob: t: type: T: type-not: type-add: type-clear: A: after-context: B:
        before-context: C: context: m: max-count: d: max-depth: maxdepth: max-filesize: M: max-columns: j: threads: r:
        replace: E: encoding: color: colors: sort: sortr: ignore-file< pre! pre-glob: engine: path-separator:
        context-separator: field-context-separator: field-match-separator: dfa-size-limit: regex-size-limit:
        hostname-bin! hyperlink-format: generate: files type-list
      `,
    operands: "skip read*",
    when: { "e regexp f file files": "read*" },
    bare: "read",
  },
  ag: {
    options: `
        A% after~ B% before~ C% context~ G: file-search-regex: g: m: max-count: depth: ignore: ignore-dir: p<
        path-to-ignore< pager! W: width: color-match: color-path: color-line-number: workers:
      `,
    operands: "skip read*",
    when: { g: "read*" },
    bare: "read",
  },
  ack: {
    options: `
        A: after-context: B: before-context: C% context% p% proximate% m: max-count: g t: type: T: output: pager!% ackrc&
        files-from< ignore-dir: ignore-file:
      `,
    operands: "skip read*",
    when: { g: "read*" },
    bare: "read",
  },
  "diff colordiff": {
    options: `
        U: unified~ C: context~ W: width: F: show-function-line: I: ignore-matching-lines: label: L: x: exclude: X<
        exclude-from< S: starting-file: D: ifdef: horizon-lines: tabsize: color~ palette: from-file< to-file<
        line-format: old-line-format: new-line-format: unchanged-line-format: r N u c q s i w b B a y
      `,
    operands: "read*",
  },
  "cmp diff3 sdiff": {
    options: "i% ignore-initial: n: bytes: o> output> w: diff-program! I: L: label:",
    operands: "read*",
  },
  jq: {
    options: `
        f& from-file& arg: argjson: slurpfile: rawfile: argfile: indent: L: r R s n c C M a S e j raw-output raw-input slurp
        null-input tab sort-keys compact-output exit-status args jsonargs
      `,
    operands: "skip read*",
    when: { "f from-file": "read*" },
  },
  yq: {
    options: "i inplace expression: from-file& f% p: input-format: o: output-format: I: indent: s% split-exp:",
    operands: "skip read*",
    when: { "i inplace in-place": "skip edit*" },
  },
  "xmllint xsltproc": {
    options: `
        - o> -o> -output> output> -xpath: xpath: -schema< schema< -dtdvalid< dtdvalid< -relaxng< relaxng< -schematron<
        schematron< -encode: encode: -pretty: pretty: -path: path: -stringparam: stringparam: -param: param:
        -writesubtree@ writesubtree@ -load-trace -maxdepth: maxdepth:
      `,
    operands: "read*",
  },
  iconv: { options: "f: from-code: t: to-code: o> output> c l s", operands: "read*" },
  stat: { options: "c: format: printf: cached: f% t%", operands: "list*" },
  "readlink realpath": { options: "relative-to: relative-base:", operands: "list*" },
  "ls dir vdir gls": {
    options: `
        I% ignore: hide: w% width: T% tabsize: D% block-size: format: sort: time: time-style: quoting-style:
        indicator-style: color~ colour~ hyperlink~ classify~
      `,
    operands: "list*",
    bare: "list",
  },
  "exa eza lsd": {
    options: `
        L% level: I: ignore-glob: s% sort: t% time: w% width: X% time-style: depth: date: size: blocks: icon: icon-theme:
        permission: color% colour% icons% hyperlink% classify%
      `,
    operands: "list*",
    bare: "list",
  },
  tree: {
    options: "L: P: I: o> H: T: charset: filelimit: timefmt: gitfile< infofile< sort~",
    operands: "list*",
    bare: "list",
  },
  du: {
    options: `
        B: block-size: d: max-depth: exclude: I% X< exclude-from< files0-from< t: threshold: time~ time-style:
      `,
    operands: "list*",
    bare: "list",
  },
  "fd fdfind": {
    options: `
        e: extension: E: exclude: t: type: d: max-depth: min-depth: exact-depth: S: size: changed-within:
        changed-before: o: owner: c: color: j: threads: base-directory@ search-path@ ignore-file< max-results:
        path-separator: format: batch-size: x exec X exec-batch H I u s i g F a l L p 0
      `,
    operands: "skip list*",
    bare: "list",
  },
  "locate mlocate plocate": { options: "d< database< n: limit: l:", operands: "" },
  "zcat gzcat bzcat xzcat zstdcat lz4cat uncompress": { operands: "read*" },
  "nm objdump readelf size ldd ar-t otool": {
    options: "M% j% section: start-address: stop-address:",
    operands: "read*",
  },
};
