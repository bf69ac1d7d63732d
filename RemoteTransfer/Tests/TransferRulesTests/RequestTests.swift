import Foundation
import PhotosBase
import Testing
import TransferRules

/// Requests and replies as lines of JSON.
struct RequestTests {
    private static let digest = String(repeating: "0a", count: 32)

    private func read(_ line: String) -> Result<TransferRequest, UnreadableRequest> {
        TransferRequest.decodeLine(Data(line.utf8))
    }

    private func problem(_ line: String) -> String? {
        guard case .failure(let problem) = read(line) else { return nil }
        return problem.sentence
    }

    @Test func `a request has its parts`() throws {
        let line = """
            {"id":1,"do":"put","remote":{"url":"s3://b/p","endpoint":"https://s3.example.org","pathStyle":true,"rate":1e6},\
            "name":"originals/ab/ä.jpg","file":"/a b","bytes":3,"sha256":"\(Self.digest)"}
            """
        guard case .work(let work) = try read(line).get() else { throw CancellationError() }
        #expect(work.id == 1 && work.do == .put && work.name == "originals/ab/ä.jpg")
        #expect(work.remote.pathStyle == true && work.remote.rate == 1e6)
        #expect(try read(#"{"cancel":3}"#).get() == .cancel(3))
    }

    @Test(arguments: [
        "nonsense", "[]", "{}", #"{"id":1}"#, #"{"id":1,"do":"fly","remote":{"url":"s3://b"}}"#,
        #"{"id":1,"do":"put","remote":{"url":"s3://b"}}"#,
        #"{"id":1,"do":"look","remote":{"url":"s3://b"}}"#,
        #"{"id":1,"do":"look","remote":{"url":"s3://b"},"name":"a//b"}"#,
        #"{"id":1,"do":"look","remote":{"url":"s3://b"},"name":"../b"}"#,
        #"{"id":1,"do":"look","remote":{"url":"s3://b"},"name":"/b"}"#,
        #"{"id":1,"do":"look","remote":{"url":"s3://b"},"name":"a\u0000"}"#,
        #"{"id":1,"do":"delete","remote":{"url":"s3://b"},"name":"folder/"}"#,
        #"{"id":1,"do":"list","remote":{"url":"s3://b"},"prefix":"a/../"}"#,
        #"{"id":1,"do":"list","remote":{"url":"s3://b"},"limit":0}"#,
        #"{"id":1,"do":"look","remote":{"url":"s3://b"},"name":"a","parts":4194304}"#,
        #"{"id":1,"do":"prove","remote":{"url":"s3://b"},"name":"a","bytes":1,"sha256":"\#(digest)","parts":1000}"#,
        #"{"id":1,"do":"prove","remote":{"url":"s3://b"},"name":"a","bytes":1,"sha256":"00"}"#,
        #"{"id":1,"do":"prove","remote":{"url":"s3://b"},"name":"a","bytes":1}"#,
        #"{"id":1,"do":"put","remote":{"url":"s3://b"},"name":"a","file":"/f","bytes":1,"sha256":"00"}"#,
        #"{"id":1,"do":"get","remote":{"url":"s3://b"},"name":"a","file":"/f"}"#,
        #"{"id":1,"do":"prove","remote":{"url":"s3://b"},"name":"a","bytes":-1,"sha256":"\#(digest)"}"#,
        #"{"id":1,"do":"get","remote":{"url":"s3://b"},"name":"a","file":"relative","bytes":1,"sha256":"\#(digest)"}"#,
        #"{"id":1,"do":"get","remote":{"url":"s3://b"},"name":"a","file":"/f","offset":9223372036854775807,"length":1}"#,
        #"{"id":1,"do":"get","remote":{"url":"s3://b"},"name":"a","file":"/f","offset":1}"#,
        #"{"id":1,"do":"look","remote":{"url":"s3://b","rate":0},"name":"a"}"#,
    ])
    func `a request that nobody can fulfil is refused with a sentence`(_ line: String) {
        #expect(problem(line)?.hasSuffix(".") == true)
    }

    @Test func `a refused request keeps its number`() {
        guard case .failure(let problem) = read(#"{"id":7,"do":"fly","remote":{"url":""}}"#) else {
            Issue.record("It was accepted.")
            return
        }
        #expect(problem.id == 7)
    }

    @Test func `lines of any bytes are refused and do not trap`() {
        var chance = SystemRandomNumberGenerator()
        let valid = Array(#"{"id":1,"do":"list","remote":{"url":"s3://b/p"},"prefix":"a/"}"#.utf8)
        for _ in 0..<3_000 {
            var line = valid
            for _ in 0..<Int.random(in: 1...4, using: &chance) {
                line[Int.random(in: 0..<line.count, using: &chance)] = .random(
                    in: 0...255,
                    using: &chance
                )
            }
            _ = TransferRequest.decodeLine(Data(line))
        }
    }

    @Test func `replies are single lines`() {
        var result = TransferResult()
        result.items = [ListedObject(name: "a\n\"b/", bytes: 1)]
        let failure = TransferFailure(.limited, "Try later.", retry: true, after: 2)
        for reply in [
            TransferReply.done(id: 1, result), .progress(id: 1, bytes: 5), .failed(id: 1, failure),
        ] {
            let line = String(decoding: reply.line(), as: UTF8.self)
            #expect(line.hasSuffix("}\n") && line.filter { $0 == "\n" }.count == 1)
        }
        let text = String(decoding: TransferReply.failed(id: 2, failure).line(), as: UTF8.self)
        #expect(
            text
                == "{\"failed\":{\"after\":2,\"code\":\"limited\",\"retry\":true,\"sentence\":\"Try later.\"},\"id\":2}\n"
        )
    }
}
