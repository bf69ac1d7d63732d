import ServeRules
import TestPermits
import Testing

/// Hosts, origins, ranges, tags, paths and headers.
@Suite(.permit) struct WebRulesTests {
    @Test(arguments: [
        ("localhost", true), ("LOCALHOST:8086", true), ("127.0.0.1:1", true), ("[::1]:80", true),
        ("photos.example.org", true), ("photos.example.org.:443", true), ("localhost.", true),
        ("evil.example", false), ("localhost.evil.example", false), ("127.0.0.1.evil", false),
        ("", false), ("localhost:99999", false), ("localhost:80:80", false), ("[::1", false),
        ("user@localhost", false), ("localhost/path", false), ("127.0.0.2", false),
        ("localhost:", false), ("local host", false), ("lócalhost", false),
    ])
    func hosts(_ header: String, _ isAllowed: Bool) {
        #expect(AllowedHosts(["Photos.Example.org"]).allows(header) == isAllowed)
        #expect(!AllowedHosts().allows(nil))
    }

    @Test(arguments: [
        (false, [], false), (false, ["keep-alive"], false), (false, ["close"], true),
        (false, ["TE, Close"], true), (false, ["TE", "close"], true), (false, ["closed"], false),
        (true, [], true), (true, ["keep-alive"], false), (true, ["Keep-Alive, TE"], false),
        (true, ["keep-alive", "close"], true), (true, ["x"], true),
    ])
    func endsOfConnections(_ isVersion10: Bool, _ fields: [String], _ isLast: Bool) {
        #expect(
            ConnectionLifetime.isLastRequest(isVersion10: isVersion10, connection: fields) == isLast
        )
    }

    private static func request(
        change: Bool = true,
        cookie: Bool = true,
        host: String = "localhost:8086",
        origin: String? = nil,
        site: String? = nil
    ) -> OriginRule.Request {
        OriginRule.Request(
            isChange: change,
            hasCookie: cookie,
            host: host,
            origin: origin,
            fetchSite: site
        )
    }

    @Test func originsOfChanges() {
        let rule = OriginRule(hosts: AllowedHosts(), hasTLS: false, isBehindProxy: false)
        #expect(rule.refusal(of: Self.request(origin: "http://localhost:8086")) == nil)
        #expect(
            rule.refusal(of: Self.request(origin: "HTTP://LOCALHOST:8086", site: "same-origin"))
                == nil
        )
        #expect(rule.refusal(of: Self.request()) == .missingOrigin)
        #expect(rule.refusal(of: Self.request(cookie: false)) == nil)
        for origin in [
            "http://evil.example", "http://localhost:1", "https://localhost:8086", "null", "",
            "http://127.0.0.1:8086", "http://localhost:8086.evil.example", "localhost:8086",
            "file://", "http://localhost:8086/x", "http://evil@localhost:8086",
        ] {
            #expect(rule.refusal(of: Self.request(origin: origin)) == .foreignOrigin, "\(origin)")
            #expect(rule.refusal(of: Self.request(cookie: false, origin: origin)) == .foreignOrigin)
        }
        for site in ["cross-site", "same-site", "none", "CROSS-SITE"] {
            let request = Self.request(origin: "http://localhost:8086", site: site)
            #expect(rule.refusal(of: request) == .foreignSite, "\(site)")
        }
    }

    @Test func originsOfReads() {
        let rule = OriginRule(hosts: AllowedHosts(), hasTLS: false, isBehindProxy: false)
        #expect(rule.refusal(of: Self.request(change: false)) == nil)
        #expect(rule.refusal(of: Self.request(change: false, site: "none")) == nil)
        #expect(rule.refusal(of: Self.request(change: false, site: "cross-site")) == .foreignSite)
        #expect(
            rule.refusal(of: Self.request(change: false, origin: "http://evil.example"))
                == .foreignOrigin
        )
        var file = Self.request(change: false, site: "cross-site")
        file.isPageFile = true
        #expect(rule.refusal(of: file) == nil)
        file.isChange = true
        #expect(rule.refusal(of: file) != nil)
    }

    @Test func originsBehindProxyAndTLS() {
        let proxy = OriginRule(
            hosts: AllowedHosts(["p.example"]),
            hasTLS: false,
            isBehindProxy: true
        )
        #expect(
            proxy.refusal(of: Self.request(host: "localhost:8086", origin: "https://p.example"))
                == nil
        )
        #expect(proxy.refusal(of: Self.request(origin: "https://q.example")) == .foreignOrigin)
        let tls = OriginRule(hosts: AllowedHosts(["p.example"]), hasTLS: true, isBehindProxy: false)
        #expect(
            tls.refusal(of: Self.request(host: "p.example", origin: "https://p.example")) == nil
        )
        #expect(
            tls.refusal(of: Self.request(host: "p.example", origin: "http://p.example"))
                == .foreignOrigin
        )
    }

    @Test(
        arguments: [
            (nil, ByteRange.whole), ("bytes=0-0", .part(0..<1)), ("bytes=0-", .part(0..<10)),
            ("bytes=5-100", .part(5..<10)), ("bytes=-3", .part(7..<10)),
            ("bytes=-30", .part(0..<10)),
            ("BYTES=2-4", .part(2..<5)), ("bytes=10-", .unsatisfiable),
            ("bytes=10-12", .unsatisfiable),
            ("bytes=-0", .unsatisfiable), ("bytes=99999999999999999999-", .unsatisfiable),
            ("bytes=0-99999999999999999999", .part(0..<10)), ("bytes=4-2", .whole),
            ("bytes=-", .whole),
            ("bytes=0-1,3-4", .whole), ("bytes=a-b", .whole), ("items=0-1", .whole),
            ("bytes=1", .whole),
            ("bytes= 1-2", .whole), ("bytes=--1", .whole),
            ("bytes=-99999999999999999999", .part(0..<10)),
        ] as [(String?, ByteRange)]
    )
    func ranges(_ header: String?, _ expected: ByteRange) {
        #expect(ByteRange(header, size: 10) == expected)
    }

    @Test func rangesOfAnEmptyFile() {
        #expect(ByteRange("bytes=0-", size: 0) == .unsatisfiable)
        #expect(ByteRange("bytes=-5", size: 0) == .unsatisfiable)
        #expect(ByteRange(nil, size: 0) == .whole)
    }

    @Test func entityTags() {
        #expect(EntityTag("é").header == "\"__\"")
        let tag = EntityTag("3-1 \"x\"")
        #expect(tag.header == "\"3-1__x_\"")
        for list in ["*", tag.header, "W/" + tag.header, "\"a\", " + tag.header + " ,\"b\""] {
            #expect(tag.matches(ifNoneMatch: list), "\(list)")
        }
        for list in ["", "\"3\"", "3-1__x_", String(repeating: "*,", count: 9000)] {
            #expect(!tag.matches(ifNoneMatch: list))
        }
        #expect(!tag.matches(ifNoneMatch: nil))
        #expect(tag.allowsRange(ifRange: nil) && tag.allowsRange(ifRange: tag.header))
        #expect(!tag.allowsRange(ifRange: "Wed, 21 Oct 2015 07:28:00 GMT"))
    }

    @Test func staticPaths() {
        #expect(StaticPath.safeComponents(of: "/") == ["index.html"])
        #expect(StaticPath.safeComponents(of: "/grid/layout.js") == ["grid", "layout.js"])
        for path in [
            "/../etc/passwd", "/a/../b", "/.git/config", "/a/.hidden", "/a\\b", "/a\0b", "/ä",
            "/%2e%2e/x", "/a b", String(repeating: "/a", count: 9),
            "/" + String(repeating: "a", count: 600),
        ] {
            #expect(StaticPath.safeComponents(of: path) == nil, "\(path)")
        }
    }

    @Test func editionsOfThePage() {
        let html = """
            <link rel="stylesheet" href="style/base.css"><script src="js/main.js"></script>
            <link rel="icon" href="icons/photos.svg"><a href="#main">x</a>
            """
        let addressed = """
            <link rel="stylesheet" href="/page-7f/style/base.css"><script src="/page-7f/js/main.js"></script>
            <link rel="icon" href="/page-7f/icons/photos.svg"><a href="#main">x</a>
            """
        #expect(PageEdition.indexPage(html, withEdition: "7f") == addressed)
        let names = StaticPath.safeComponents(of: "/page-7f/js/main.js") ?? []
        #expect(PageEdition.editionAndFile(in: names).edition == "7f")
        #expect(PageEdition.editionAndFile(in: names).rest == ["js", "main.js"])
        #expect(PageEdition.editionAndFile(in: ["js", "main.js"]).edition == nil)
        #expect(PageEdition.editionAndFile(in: ["page-7f"]).rest == ["page-7f"])
    }

    @Test func filenames() {
        #expect(
            FilenameHeader.attachment(named: "a \"b\"\r\nü;.jpg")
                == "attachment; filename=\"a _b_____.jpg\"; filename*=UTF-8''a%20%22b%22%0D%0A%C3%BC%3B.jpg"
        )
        #expect(!FilenameHeader.attachment(named: "\r\nSet-Cookie: x").contains("\n"))
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\n\r\nok", true), ("HTTP/1.1 200", true),
        ("HTTP/1.1 503 Service Unavailable", false), ("HTTP/1.1 401 Unauthorized", false),
        ("HTTP/1.1 20", false), ("\u{15}\u{3}\u{1}", false), ("", false),
    ])
    func health(_ answer: String, _ isHealthy: Bool) {
        #expect(HealthAnswer.isHealthy(answer) == isHealthy)
        #expect(HealthAnswer.length == "HTTP/1.1 200".utf8.count)
    }
}
