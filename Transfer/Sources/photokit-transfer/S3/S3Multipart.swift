import Crypto
import Foundation
import TransferRules

/// An upload to S3 in parts.
///
/// It ends complete, or aborted.
struct S3Multipart: Sendable {
    let remote: S3Remote
    let name: String
    let upload: Upload

    private static let partsAtOnce = 3

    func run() async throws {
        let identifier = try await upload.retrying.run { try await begin() }
        do {
            let tags = try await parts(identifier)
            try await complete(identifier, tags)
        } catch {
            // A cancelled request must not leave parts either, for which the service asks money.
            let abort = S3Call(
                method: "DELETE",
                name: name,
                query: [("uploadId", identifier)],
                success: [200, 204]
            )
            let retrying = Retrying(patience: min(10, upload.retrying.patience))
            let remote = remote
            _ = await Task {
                try? await retrying.run { try await remote.send(abort) { try await $0.drain() } }
            }.value
            throw error
        }
    }

    private func begin() async throws -> String {
        let document = try await remote.document(
            S3Call(method: "POST", name: name, query: [("uploads", "")], body: .bytes([]))
        )
        guard document.name == "InitiateMultipartUploadResult",
            let identifier = document.value("UploadId"), !identifier.isEmpty
        else { throw AnswerMeaning.foreign(remote.host) }
        return identifier
    }

    /// Sends all parts, several at a time, and returns their tags.
    private func parts(_ identifier: String) async throws -> [String] {
        let plan = PartPlan(bytes: upload.file.bytes)
        var whole = SHA256()
        var tags = [String](repeating: "", count: plan.count)
        try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for index in 0..<plan.count {
                if index >= Self.partsAtOnce, let (done, tag) = try await group.next() {
                    tags[done] = tag
                }
                let range = plan.range(index)
                // The parts are hashed in their order, so that the file is read once more and not twice.
                let earlier = whole
                let file = upload.file
                let (digest, later) = try await Blocking.run {
                    try Self.digest(of: range, in: file, continuing: earlier)
                }
                whole = later
                group.addTask {
                    (index, try await part(identifier, index, range, digest))
                }
            }
            while let (done, tag) = try await group.next() { tags[done] = tag }
        }
        guard Hexadecimal.text(whole.finalize()) == upload.sha256 else {
            throw FileProblem.changed(upload.file.path)
        }
        return tags
    }

    private static func digest(
        of range: Range<Int64>,
        in file: SourceFile,
        continuing whole: SHA256
    ) throws -> (String, SHA256) {
        var whole = whole
        var part = SHA256()
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        var position = range.lowerBound
        while position < range.upperBound {
            let count = Int(min(Int64(buffer.count), range.upperBound - position))
            try buffer.withUnsafeMutableBytes { bytes in
                let bytes = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[..<count])
                try unsafe file.read(bytes, at: position)
                unsafe part.update(bufferPointer: UnsafeRawBufferPointer(bytes))
                unsafe whole.update(bufferPointer: UnsafeRawBufferPointer(bytes))
            }
            position += Int64(count)
        }
        return (Hexadecimal.text(part.finalize()), whole)
    }

    private func part(
        _ identifier: String,
        _ index: Int,
        _ range: Range<Int64>,
        _ digest: String
    ) async throws -> String {
        let call = S3Call(
            method: "PUT",
            name: name,
            query: [("partNumber", String(index + 1)), ("uploadId", identifier)],
            body: .file(upload.file, range, sha256: digest, BodyMeter(upload.meter)),
            payload: digest
        )
        let remote = remote
        return try await upload.retrying.run {
            try await remote.send(call) { answer in
                guard let tag = answer.head["etag"], !tag.isEmpty else {
                    throw AnswerMeaning.foreign(remote.host)
                }
                try await answer.drain()
                return tag
            }
        }
    }

    private func complete(_ identifier: String, _ tags: [String]) async throws {
        let body = Array(PartPlan.completion(tags).utf8)
        let call = S3Call(
            method: "POST",
            name: name,
            query: [("uploadId", identifier)],
            headers: [("content-type", "application/xml")],
            body: .bytes(body),
            payload: Hexadecimal.text(SHA256.hash(data: body))
        )
        try await upload.retrying.run {
            do {
                try await completeOnce(call)
            } catch let failure as TransferFailure where failure.code != .cancelled {
                // The answer to an earlier try may be what was lost.
                guard let found = try? await remote.look(name), found.bytes == upload.file.bytes
                else {
                    throw failure
                }
            }
        }
    }

    private func completeOnce(_ call: S3Call) async throws {
        let remote = remote
        let name = name
        try await remote.send(call) { answer in
            let document = try await answer.document()
            switch CompletionAnswer(document) {
            case .complete: return
            case .failed:
                throw S3Meaning(host: remote.host, bucket: "").failure(
                    answer.head,
                    error: document,
                    name: name,
                    hasBody: true,
                    now: SteadyClock.date
                )
            case .foreign: throw AnswerMeaning.foreign(remote.host)
            }
        }
    }
}
