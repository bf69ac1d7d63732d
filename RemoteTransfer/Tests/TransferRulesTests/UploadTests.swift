import Foundation
import PhotosBase
import Testing
import TransferRules

/// Uploads to addresses of the caller's choice: what is sent, and which redirects are followed.
struct UploadTests {
    private func address(_ text: String) throws -> UploadAddress {
        try #require(UploadAddress(text))
    }

    private func redirect(_ status: Int, to location: String?) -> AnswerHead {
        AnswerHead(status: status, headers: location.map { [("Location", $0)] } ?? [])
    }

    // MARK: Addresses

    @Test func `an address keeps its path and its query as they are`() throws {
        let plain = try address("https://Cloud.example.org:443/dav/a%2Fb%20c/?token=a%2Bb&x#part")
        #expect(plain.server.origin == "https://cloud.example.org")
        #expect(plain.target == "/dav/a%2Fb%20c/?token=a%2Bb&x")
        #expect(try address("https://h?q").target == "/?q")
        #expect(try address("https://h").target == "/")
        let user = try address("http://me:w%40rd@127.0.0.1:8080/x")
        #expect(user.user == "me:w@rd" && user.server.authority == "127.0.0.1:8080")
        #expect(try address("https://me@h/").user == "me:")
    }

    @Test(arguments: [
        "", "h/x", "ftp://h/", "file:///etc/passwd", "https://", "https:///x", "https://h:0/",
        "https://h/a b", "https://h/\u{e4}", "https://h/a\\b", "https://h/a\r\nb", "https://a b@h/",
        "https://%zz@h/",
    ])
    func `addresses of another form are refused`(_ text: String) {
        #expect(UploadAddress(text) == nil)
    }

    @Test func `texts for debugging show no path, query and user`() throws {
        let secret = try address("https://me:hidden@h/hidden?hidden")
        #expect(!"\(secret)".contains("hidden"))
        #expect(!String(reflecting: secret).contains("hidden"))
        var text = ""
        dump(secret, to: &text)
        #expect(!text.contains("hidden"))
    }

    // MARK: Redirects

    /// Where redirects start and lead to, each another origin.
    private static let origins = [
        "https://a.example", "https://a.example:8443", "https://b.example", "http://a.example",
        "http://127.0.0.1:1", "http://localhost:2", "https://127.0.0.1",
    ]

    @Test func `each redirect from each origin to each is followed as stated, and no other`()
        throws
    {
        for from in Self.origins {
            for to in Self.origins {
                for status in 100...599 {
                    for method in ["PUT", "POST", "PATCH", "HEAD"] {
                        let step = UploadStep(to: try address(from + "/x"), method: method)
                        let next = step.following(redirect(status, to: to + "/y?q"))
                        let loopback = ["http://127", "http://loc", "https://127"]
                        let isFollowed =
                            [301, 302, 303, 307, 308].contains(status)
                            && !(from.hasPrefix("https") && !to.hasPrefix("https"))
                            && !to.hasPrefix("http://a.example")
                            && !(loopback.contains(where: to.hasPrefix)
                                && !loopback.contains(where: from.hasPrefix))
                        #expect((next != nil) == isFollowed, "\(status) \(from) \(to)")
                        guard let next else { continue }
                        #expect(next.address.server.origin == to && next.address.target == "/y?q")
                        #expect(next.sendsFields == (from == to))
                        #expect(next.sendsFile == (status != 303))
                        let isRead = status == 303 && method != "HEAD"
                        #expect(next.method == (isRead ? "GET" : method))
                        #expect(next.redirects == 1)
                    }
                }
            }
        }
    }

    @Test func `five redirects are followed and no sixth`() throws {
        var step = UploadStep(to: try address("https://h/0"), method: "PUT")
        for number in 1...5 {
            step = try #require(step.following(redirect(308, to: "/\(number)")))
            #expect(step.address.target == "/\(number)" && step.sendsFile && step.sendsFields)
        }
        #expect(step.following(redirect(308, to: "/6")) == nil)
    }

    @Test func `a way back does not bring the header fields back, nor the file`() throws {
        let first = UploadStep(to: try address("https://me:word@a/"), method: "PUT")
        let away = try #require(first.following(redirect(303, to: "https://b/")))
        let back = try #require(away.following(redirect(307, to: "https://a/")))
        #expect(!back.sendsFields && !back.sendsFile && back.method == "GET")
        #expect(back.address.user == nil)
    }

    @Test func `references are resolved, and those that lead nowhere end the upload`() throws {
        let step = UploadStep(to: try address("https://h/a/b?c"), method: "PUT")
        func target(_ location: String?) -> String? {
            step.following(redirect(307, to: location)).map {
                $0.address.server.origin + $0.address.target
            }
        }
        #expect(target("d") == "https://h/a/d")
        #expect(target("../d?e") == "https://h/d?e")
        #expect(target("//other/d") == "https://other/d")
        #expect(target("https://x:y@other/d#f") == "https://other/d")
        for location in [nil, "ftp://h/", "javascript:alert(1)", "https://", "http://h/"] {
            #expect(target(location) == nil, "\(location ?? "-")")
        }
    }

    // MARK: Header fields

    @Test func `the connection's own fields are not the caller's`() {
        let fields = [
            "Authorization": "Bearer x", "HOST": "other", "Content-Length": "5", "X-A": "1",
            "Transfer-Encoding": "chunked", "Connection": "close", "Expect": "100-continue",
        ]
        let sent = SentFields.sentFields(of: fields, user: "me:word")
        #expect(sent.map(\.0) == ["authorization", "x-a"])
        #expect(sent.map(\.1) == ["Bearer x", "1"])
        let basic = SentFields.sentFields(of: [:], user: "me:word")
        #expect(basic.map(\.1) == ["Basic bWU6d29yZA=="])
        #expect(SentFields.sentFields(of: [:], user: nil).isEmpty)
    }

    @Test func `fields that would break a request are refused without their value`() {
        for fields in [["a b": "x"], ["": "x"], ["a:": "x"], ["a": "x\r\nb: c"], ["a": "\0"]] {
            let problem = SentFields.fieldProblem(fields)
            #expect(problem?.hasSuffix(".") == true && problem?.contains("b: c") == false)
        }
        #expect(SentFields.fieldProblem(["X-Ä": "x"]) != nil)
        #expect(SentFields.fieldProblem(["X-A": "ä\tb", "b": ""]) == nil)
    }

    // MARK: Answers

    @Test func `answers that pass are asked for again, and all others are the result`() {
        for status in 100...599 {
            let head = AnswerHead(status: status, headers: [("Retry-After", "7")])
            let failure = UploadMeaning.passingFailure(of: head, host: "h", now: 0)
            let passes = [408, 425, 429, 500, 502, 503, 504].contains(status)
            #expect((failure != nil) == passes)
            #expect(failure.map { $0.retry && $0.after == 7 } ?? true)
        }
    }

    @Test func `names of an answer's fields are in lower case, and have all values`() {
        let long = String(repeating: "x", count: 70_000)
        let head = AnswerHead(
            status: 201,
            headers: [("ETag", "\"a\""), ("X-B", "1"), ("x-b", "2"), ("Long", long), ("Late", "")]
        )
        #expect(head.fields == ["etag": "\"a\"", "x-b": "1, 2"])
        #expect(head["x-b"] == "1")
    }

    // MARK: Lines

    private func read(_ line: String) -> Result<TransferRequest, UnreadableRequest> {
        TransferRequest.decodeLine(Data(line.utf8))
    }

    @Test func `an upload is read from its line`() throws {
        var work = UploadWork(
            id: 4,
            url: "https://h/x",
            method: "PUT",
            headers: ["A": "b"],
            file: "/f",
            bytes: 3
        )
        work.sha256 = String(repeating: "0a", count: 32)
        let line = try JSONEncoder().encode(work)
        #expect(try TransferRequest.decodeLine(line).get() == .upload(work))
    }

    @Test(arguments: [
        #"{"id":7,"do":"upload"}"#,
        #"{"id":7,"do":"upload","url":"ftp://secret/","method":"PUT","headers":{},"file":"/f","bytes":1}"#,
        #"{"id":7,"do":"upload","url":"https://h","method":"","headers":{},"file":"/f","bytes":1}"#,
        #"{"id":7,"do":"upload","url":"https://h","method":"connect","headers":{},"file":"/f","bytes":1}"#,
        #"{"id":7,"do":"upload","url":"https://h","method":"PUT x","headers":{},"file":"/f","bytes":1}"#,
        #"{"id":7,"do":"upload","url":"https://h","method":"PUT","headers":{"a":"secret\n"},"file":"/f","bytes":1}"#,
        #"{"id":7,"do":"upload","url":"https://h","method":"PUT","headers":{},"file":"f","bytes":1}"#,
        #"{"id":7,"do":"upload","url":"https://h","method":"PUT","headers":{},"file":"/f","bytes":-1}"#,
        #"{"id":7,"do":"upload","url":"https://h","method":"PUT","headers":{},"file":"/f","bytes":1,"sha256":"0"}"#,
    ])
    func `an upload that nobody can carry out is refused without its words`(_ line: String) {
        guard case .failure(let problem) = read(line) else {
            Issue.record("It was accepted.")
            return
        }
        #expect(problem.id == 7 && problem.sentence.hasSuffix("."))
        #expect(!problem.sentence.contains("secret"))
    }
}
