import ServeRules
import TestPermits
import Testing

/// Which answers are compressed, and for whom.
@Suite(.permit) struct TextCodingTests {
    @Test(arguments: [
        ("gzip", true), ("gzip, deflate, br", true), ("br;q=1.0, GZIP;q=0.5", true), ("*", true),
        ("gzip;q=0", false), ("gzip; q=0.0, *", false), ("*;q=0", false), ("identity", false),
        ("", false), ("br", false), ("gzip;q=x", false), ("x-gzip", true), (",;,", false),
    ])
    func aClientSaysWhetherItTakesGzip(_ header: String, _ isTaken: Bool) {
        #expect(TextCoding.takesGzip(header) == isTaken)
    }

    @Test func nothingIsTakenWithoutTheHeader() {
        #expect(!TextCoding.takesGzip(nil))
        #expect(!TextCoding.takesGzip(String(repeating: "a,", count: 600) + "gzip"))
    }

    @Test(arguments: [
        ("application/json; charset=utf-8", true), ("text/javascript; charset=utf-8", true),
        ("TEXT/CSS", true), ("image/svg+xml", true), ("application/yaml", true),
        ("text/event-stream", false), ("image/jpeg", false), ("application/octet-stream", false),
        ("application/zip", false), ("", false),
    ])
    func textsAreCompressed(_ type: String, _ isText: Bool) {
        #expect(TextCoding.isText(type) == isText)
    }
}
