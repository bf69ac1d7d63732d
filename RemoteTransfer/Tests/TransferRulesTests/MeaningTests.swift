import PhotosBase
import Testing
import TransferRules

/// The failures that answers mean.
struct MeaningTests {
    private let meaning = S3Meaning(host: "h", bucket: "b")

    private func document(_ text: String) -> XMLElement? {
        try? XMLDocument.root(of: Array(text.utf8))
    }

    private func s3(
        _ status: Int,
        _ code: String? = nil,
        headers: [(String, String)] = [],
        hasBody: Bool = true
    ) -> TransferFailure {
        let error = code.flatMap {
            document("<Error><Code>\($0)</Code><Region>eu-west-1</Region></Error>")
        }
        return meaning.failure(
            AnswerHead(status: status, headers: headers),
            error: error,
            name: "n",
            hasBody: hasBody,
            now: 0
        )
    }

    @Test(arguments: [
        (403, "InvalidAccessKeyId", RemoteFailureCode.wrongKey),
        (403, "SignatureDoesNotMatch", .wrongKey),
        (400, "ExpiredToken", .wrongKey), (403, "AccessDenied", .refused),
        (404, "NoSuchBucket", .noBucket),
        (404, "NoSuchKey", .missing), (403, "RequestTimeTooSkewed", .clockOff),
        (301, "PermanentRedirect", .otherRegion),
        (400, "AuthorizationHeaderMalformed", .otherRegion), (403, "QuotaExceeded", .noSpace),
        (503, "SlowDown", .limited),
        (200, "InternalError", .refused), (200, "SlowDown", .limited), (500, "Unknown", .refused),
        (501, "NotImplemented", .unsupported),
        (400, "XAmzContentSHA256Mismatch", .cutOff),
    ])
    func `errors of S3 have their codes`(
        _ status: Int,
        _ code: String,
        _ expected: RemoteFailureCode
    ) {
        #expect(s3(status, code).code == expected)
    }

    @Test func `answers without an error of S3 have codes by their status`() {
        #expect(s3(404).code == .notTheService)
        #expect(s3(404, hasBody: false).code == .missing)
        #expect(s3(302).code == .notTheService && s3(511).code == .notTheService)
        #expect(s3(200).code == .notTheService)
        #expect(
            s3(301, headers: [("x-amz-bucket-region", "eu-west-1")], hasBody: false).code
                == .otherRegion
        )
        #expect(s3(401).code == .wrongKey && s3(403).code == .refused && s3(507).code == .noSpace)
        #expect(s3(407).code == .proxy)
    }

    @Test func `waits that a server asks for are kept`() {
        let failure = s3(503, headers: [("Retry-After", "7")])
        #expect(failure.after == 7 && failure.retry)
        let date = AnswerHead(
            status: 429,
            headers: [("retry-after", "Thu, 01 Jan 1970 00:01:00 GMT")]
        )
        #expect(date.retryAfter(now: 20) == 40)
        #expect(AnswerHead(status: 429, headers: [("retry-after", "-1")]).retryAfter(now: 0) == nil)
        #expect(
            AnswerHead(status: 429, headers: [("retry-after", "1e99")]).retryAfter(now: 0) == 86400
        )
    }

    @Test func `regions of redirects are followed where they differ`() {
        let error = document(
            "<Error><Code>AuthorizationHeaderMalformed</Code><Region>eu-west-1</Region></Error>"
        )
        let head = AnswerHead(status: 400, headers: [])
        #expect(S3Meaning.otherRegion(head, error: error, than: "us-east-1") == "eu-west-1")
        #expect(S3Meaning.otherRegion(head, error: error, than: "eu-west-1") == nil)
        #expect(S3Meaning.otherRegion(head, error: nil, than: "us-east-1") == nil)
        let moved = AnswerHead(status: 301, headers: [("x-amz-bucket-region", "us.evil/x")])
        #expect(S3Meaning.otherRegion(moved, error: nil, than: "us-east-1") == nil)
    }

    @Test func `a remote's text is not repeated`() {
        let failure = s3(400, "&#27;[31mSecret&lt;script&gt;")
        #expect(!failure.sentence.contains("\u{1b}") && !failure.sentence.contains("<"))
    }

    @Test(arguments: [
        (401, RemoteFailureCode.wrongKey), (403, .refused), (404, .missing), (409, .noBucket),
        (405, .notTheService),
        (507, .noSpace), (423, .refused), (503, .limited), (302, .notTheService),
        (200, .notTheService), (413, .refused),
    ])
    func `answers of WebDAV have their codes`(_ status: Int, _ expected: RemoteFailureCode) {
        let head = AnswerHead(status: status, headers: [])
        #expect(
            DAVMeaning(host: "h", hasKeys: true).failure(head, name: "n", now: 0).code == expected
        )
    }

    @Test func `WebDAV without keys says so`() {
        let head = AnswerHead(status: 401, headers: [])
        #expect(
            DAVMeaning(host: "h", hasKeys: false).failure(head, name: nil, now: 0).code == .noKey
        )
    }

    private func judge(
        _ status: Int,
        _ headers: [(String, String)],
        _ wanted: Range<Int64>,
        total: Int64? = 100,
        tag: String? = nil
    ) -> ReadAnswer {
        ReadAnswer(
            AnswerHead(status: status, headers: headers),
            wanted: wanted,
            total: total,
            tag: tag,
            isRangeAlone: total == nil
        )
    }

    @Test func `parts continue only where they are parts of the same bytes`() {
        let part = [("Content-Range", "bytes 10-99/100"), ("ETag", "\"a\"")]
        #expect(judge(206, part, 10..<100, tag: "\"a\"") == .continues)
        #expect(judge(206, part, 10..<100, tag: "\"b\"") == .changed)
        #expect(judge(206, part, 20..<100) == .foreign)
        #expect(judge(206, [("Content-Range", "bytes 10-98/99")], 10..<100) == .otherLength)
        #expect(judge(206, [("Content-Range", "bytes 10-49/100")], 10..<100) == .otherLength)
        #expect(judge(206, [], 10..<100) == .foreign)
        #expect(judge(206, part + [("Content-Length", "5")], 10..<100) == .foreign)
        #expect(judge(200, [("Content-Length", "100")], 10..<100) == .beginsAnew)
        #expect(judge(200, [("Content-Length", "100")], 0..<100) == .continues)
        #expect(judge(200, [("Content-Length", "5")], 0..<100) == .otherLength)
        #expect(judge(200, [("Content-Length", "100")], 10..<20, total: nil) == .noRanges)
        #expect(judge(206, [("Content-Range", "bytes 10-19/*")], 10..<20, total: nil) == .continues)
    }

    @Test(arguments: [
        "bytes 5-4/10", "bytes 0-9/9", "bytes -1-4/9", "items 0-1/2", "bytes 0-1", "bytes 0-1/x",
        "bytes 99999999999999999999-1/2",
    ])
    func `impossible ranges are refused`(_ text: String) {
        #expect(ContentRange(text) == nil)
    }

    @Test func `an upload is complete when S3 says so in the body`() {
        func answer(_ text: String) -> CompletionAnswer {
            CompletionAnswer(document(text))
        }
        #expect(
            answer("<CompleteMultipartUploadResult><ETag>x</ETag></CompleteMultipartUploadResult>")
                == .complete
        )
        #expect(answer("<Error><Code>InternalError</Code></Error>") == .failed)
        #expect(answer("<html></html>") == .foreign && answer("") == .foreign)
        #expect(answer("<CompleteMultipartUploadResult/>") == .foreign)
    }
}
