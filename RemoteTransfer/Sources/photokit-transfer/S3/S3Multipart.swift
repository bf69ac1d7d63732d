import Crypto
import Foundation
import PhotosBase
import TransferRules

/// An upload to S3 in parts, which continues what an earlier request left.
///
/// The upload ends complete, or aborted. If a later try may succeed, the parts stay for that try.
struct S3Multipart: Sendable {
    let remote: S3Remote
    let name: String
    let upload: Upload

    private static let partsAtOnce = 3

    func run() async throws {
        let left = try await upload.retrying.run {
            try await S3UnfinishedUpload.latestUpload(of: name, at: remote)
        }
        guard let left else { return try await finishUpload(beginUpload()) }
        do {
            try await finishUpload(left)
        } catch let failure as TransferFailure where failure.code == .missing {
            // Somebody ended that upload meanwhile.
            try await finishUpload(beginUpload())
        }
    }

    private func finishUpload(_ upload: S3UnfinishedUpload) async throws {
        do {
            let tags = try await sendParts(of: upload)
            try await completeUpload(upload.identifier, tags: tags)
        } catch let failure as TransferFailure where failure.retry {
            throw failure
        } catch {
            // A cancelled request must not leave parts either, for which the service asks money.
            await abortUpload(upload.identifier)
            throw error
        }
    }

    private func abortUpload(_ identifier: String) async {
        let call = S3Call(
            method: "DELETE",
            name: name,
            query: [("uploadId", identifier)],
            success: [200, 204]
        )
        let retrying = Retrying(patience: min(10, upload.retrying.patience))
        let remote = remote
        _ = await Task {
            try? await retrying.run { try await remote.send(call) { try await $0.drain() } }
        }.value
    }

    private func beginUpload() async throws -> S3UnfinishedUpload {
        let document = try await upload.retrying.run {
            try await remote.requestDocument(
                S3Call(method: "POST", name: name, query: [("uploads", "")], body: .bytes([]))
            )
        }
        guard document.name.local == "InitiateMultipartUploadResult",
            let identifier = document.trimmedText(of: "UploadId"), !identifier.isEmpty
        else { throw AnswerMeaning.foreignAnswer(from: remote.host) }
        return S3UnfinishedUpload(identifier: identifier, parts: [:])
    }

    /// Sends the parts that the service has not, several at a time, and returns the tags of all.
    private func sendParts(of unfinished: S3UnfinishedUpload) async throws -> [String] {
        let plan = PartPlan(bytes: upload.file.bytes)
        var whole = upload.sha256 == nil ? nil : SHA256()
        var tags = [String](repeating: "", count: plan.count)
        try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for index in 0..<plan.count {
                if index >= Self.partsAtOnce, let (done, tag) = try await group.next() {
                    tags[done] = tag
                }
                let range = plan.byteRange(ofPart: index)
                // The parts are hashed in their order, so that the file is read once more and not twice.
                let earlier = whole
                let file = upload.file
                let comparesTags = unfinished.parts[index] != nil
                let (digests, later) = try await BlockingThreads.common.run {
                    try PartDigests.readDigests(
                        of: range,
                        in: file,
                        continuing: earlier,
                        md5: comparesTags
                    )
                }
                whole = later
                let length = range.upperBound - range.lowerBound
                if let md5 = digests.md5,
                    let tag = unfinished.tag(of: index, bytes: length, md5: md5)
                {
                    upload.meter.add(length)
                    group.addTask { (index, tag) }
                } else {
                    group.addTask {
                        (
                            index,
                            try await sendPart(
                                index,
                                of: unfinished.identifier,
                                range: range,
                                digest: digests.sha256
                            )
                        )
                    }
                }
            }
            while let (done, tag) = try await group.next() { tags[done] = tag }
        }
        guard whole.map({ Hexadecimal.digits(of: $0.finalize()) }) == upload.sha256 else {
            throw FileProblem.changedFile(upload.file.path)
        }
        return tags
    }

    private func sendPart(
        _ index: Int,
        of identifier: String,
        range: Range<Int64>,
        digest: String
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
                    throw AnswerMeaning.foreignAnswer(from: remote.host)
                }
                try await answer.drain()
                return tag
            }
        }
    }

    private func completeUpload(_ identifier: String, tags: [String]) async throws {
        let body = Array(PartPlan.completionDocument(tags: tags).utf8)
        let call = S3Call(
            method: "POST",
            name: name,
            query: [("uploadId", identifier)],
            headers: [("content-type", "application/xml")],
            body: .bytes(body),
            payload: Hexadecimal.digits(of: SHA256.hash(data: body))
        )
        try await upload.retrying.run {
            do {
                try await completeOnce(call)
            } catch let failure as TransferFailure where failure.code != .cancelled {
                // The answer to an earlier try may be what was lost.
                guard let found = try? await remote.findObject(name),
                    found.bytes == upload.file.bytes
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
            case .foreign: throw AnswerMeaning.foreignAnswer(from: remote.host)
            }
        }
    }
}
