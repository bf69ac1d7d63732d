import Crypto
import Foundation
import PhotosBase
import Synchronization
import TransferRules

/// A bucket of S3.
///
/// Safe on any thread; the mutex guards the region, which a redirect may change.
final class S3Remote: ServiceRemote {
    private let place: Mutex<S3Place>
    private let statedRegion: String
    private let keys: AWSKeys
    private let wire: Wire
    private let link: WireLink

    init(place: S3Place, keys: AWSKeys, wire: Wire, link: WireLink) {
        self.place = Mutex(place)
        statedRegion = place.region
        self.keys = keys
        self.wire = wire
        self.link = link
    }

    var host: String { link.host }

    /// The object's whole name in the bucket.
    func fullKey(of name: String) -> String { place.withLock { $0.prefix + name } }

    var otherRegion: String? {
        let region = place.withLock { $0.region }
        return region == statedRegion ? nil : region
    }

    // MARK: Requests

    private enum Outcome<Value: Sendable>: Sendable {
        case value(Value)
        case redirect(String)
    }

    /// Signs and sends a request.
    ///
    /// A redirect to another region is followed once.
    func send<Value: Sendable>(
        _ call: S3Call,
        reading read: @escaping @Sendable (WireAnswer) async throws -> Value
    ) async throws -> Value {
        var isRedirected = false
        while true {
            let place = place.withLock { $0 }
            let meaning = S3Meaning(host: link.host, bucket: place.bucket)
            let outcome: Outcome<Value> = try await wire.exchange(
                wireCall(for: call, at: place),
                over: link
            ) {
                answer in
                if call.success.contains(answer.head.status) {
                    return .value(try await read(answer))
                }
                let error = try await answer.document()
                if let region = S3Meaning.otherRegion(answer.head, error: error, than: place.region)
                {
                    return .redirect(region)
                }
                throw meaning.failure(
                    answer.head,
                    error: error,
                    name: call.name,
                    hasBody: call.method != "HEAD",
                    now: SteadyClock.date
                )
            }
            switch outcome {
            case .value(let value): return value
            case .redirect(let region):
                guard !isRedirected else { throw meaning.otherRegion() }
                isRedirected = true
                self.place.withLock { $0.region = region }
            }
        }
    }

    private func wireCall(for call: S3Call, at place: S3Place) -> WireCall {
        let path = place.requestPath(of: call.name)
        let query = RequestSignature.queryText(call.query)
        let headers = RequestSignature(keys: keys, region: place.region).signedHeaders(
            method: call.method,
            path: path,
            query: call.query,
            headers: call.headers + [("host", place.authority)],
            payload: call.payload,
            at: SteadyClock.date
        )
        return WireCall(
            method: call.method,
            origin: place.origin,
            path: query.isEmpty ? path : "\(path)?\(query)",
            headers: headers,
            body: call.body
        )
    }

    /// Sends a request whose answer is a short document.
    func requestDocument(_ call: S3Call) async throws -> XMLElement {
        let host = link.host
        return try await send(call) { answer in
            guard let document = try await answer.document(upTo: 8 << 20) else {
                throw AnswerMeaning.foreignAnswer(from: host)
            }
            return document
        }
    }

    // MARK: As any remote

    func findObject(_ name: String) async throws -> FoundObject? {
        do {
            return try await requestHead(of: name)
        } catch let failure as TransferFailure {
            // Answers to HEAD have no body that names the reason.
            guard
                [.missing, .refused, .otherRegion, .notTheService, .wrongKey].contains(
                    failure.code
                ), !failure.retry || failure.code == .notTheService
            else { throw failure }
            return try await requestFirstByte(of: name)
        }
    }

    private func requestHead(of name: String) async throws -> FoundObject {
        let host = link.host
        return try await send(S3Call(method: "HEAD", name: name)) { answer in
            guard answer.head["etag"] != nil, let bytes = answer.head.length else {
                throw AnswerMeaning.foreignAnswer(from: host)
            }
            return FoundObject(bytes: bytes, modified: answer.head.modified)
        }
    }

    private func requestFirstByte(of name: String) async throws -> FoundObject? {
        let host = link.host
        let call = S3Call(
            method: "GET",
            name: name,
            headers: [("range", "bytes=0-0")],
            success: [200, 206]
        )
        do {
            return try await send(call) { answer in
                let total = answer.head["content-range"].flatMap(ContentRange.init)?.total
                guard answer.head["etag"] != nil, let bytes = total ?? answer.head.length else {
                    throw AnswerMeaning.foreignAnswer(from: host)
                }
                return FoundObject(bytes: bytes, modified: answer.head.modified)
            }
        } catch let failure as TransferFailure where failure.code == .missing {
            return nil
        }
    }

    func readObject<Value: Sendable>(
        _ name: String,
        with reading: ReadCall,
        reading read: @escaping @Sendable (WireAnswer) async throws -> Value
    ) async throws -> Value {
        let host = link.host
        let call = S3Call(
            method: "GET",
            name: name,
            headers: reading.headers,
            success: [200, 206]
        )
        return try await send(call) { answer in
            guard answer.head["etag"] != nil else { throw AnswerMeaning.foreignAnswer(from: host) }
            return try await read(answer)
        }
    }

    func putObject(_ name: String, from upload: Upload) async throws -> Bool {
        if let found = try await upload.retrying.run({ try await existingObject(named: name) }) {
            guard found.bytes == upload.file.bytes else { throw AnswerMeaning.occupiedName(name) }
            return true
        }
        if upload.file.bytes > PartPlan.largestWhole {
            try await S3Multipart(remote: self, name: name, upload: upload).run()
        } else {
            try await putWhole(name, from: upload)
        }
        return false
    }

    // A request that stores the object names a missing bucket, so that no further request is needed.
    private func existingObject(named name: String) async throws -> FoundObject? {
        do {
            return try await requestHead(of: name)
        } catch let failure as TransferFailure where failure.code == .missing {
            return nil
        } catch let failure as TransferFailure where !failure.retry {
            return try await findObject(name)
        }
    }

    private func putWhole(_ name: String, from upload: Upload) async throws {
        let meter = BodyMeter(upload.meter)
        let bytes = upload.file.bytes
        try upload.checkEmpty()
        let payload = try await upload.payloadDigest()
        let call = S3Call(
            method: "PUT",
            name: name,
            body: bytes == 0 ? .bytes([]) : .file(upload.file, 0..<bytes, sha256: payload, meter),
            payload: payload
        )
        let host = link.host
        try await upload.retrying.run {
            try await send(call) { answer in
                guard answer.head["etag"] != nil else {
                    throw AnswerMeaning.foreignAnswer(from: host)
                }
                try await answer.drain()
            }
        }
    }

    func listObjects(prefix: String, after: String, limit: Int) async throws -> TransferResult {
        var result = TransferResult()
        var items: [ListedObject] = []
        var continuation: String?
        let own = place.withLock { $0.prefix }
        repeat {
            var query = [
                ("list-type", "2"), ("encoding-type", "url"), ("prefix", own + prefix),
                ("max-keys", String(min(1_000, limit - items.count))),
            ]
            if let continuation {
                query.append(("continuation-token", continuation))
            } else if !after.isEmpty {
                query.append(("start-after", own + after))
            }
            let document = try await requestDocument(S3Call(method: "GET", query: query))
            guard let page = S3Listing(document, prefix: own) else {
                throw AnswerMeaning.foreignAnswer(from: link.host)
            }
            guard page.continuation == nil || page.continuation != continuation else {
                throw AnswerMeaning.foreignAnswer(from: link.host)
            }
            items += page.objects
            continuation = page.continuation
        } while continuation != nil && items.count < limit
        result.items = items
        result.more = continuation != nil
        return result
    }

    func deleteObject(_ name: String) async throws -> Bool? {
        do {
            try await send(S3Call(method: "DELETE", name: name, success: [200, 204])) { answer in
                // A page with the status 200 has deleted nothing.
                let isPage =
                    answer.head.status == 200
                    && answer.head["content-type"]?.hasPrefix("text/html") == true
                if isPage { throw AnswerMeaning.foreignAnswer(from: self.host) }
                try await answer.drain()
            }
        } catch let failure as TransferFailure where failure.code == .missing {
            return false
        }
        return nil
    }
}
