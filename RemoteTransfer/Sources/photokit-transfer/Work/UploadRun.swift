import Foundation
import PhotosBase
import TransferRules

/// An upload to an address of the caller's choice, from its start to its last reply.
struct UploadRun: Sendable {
    let work: UploadWork
    let wire: Wire
    let patience: Double

    func reply() async -> TransferReply {
        do {
            let head = try await lastAnswer()
            var result = TransferResult()
            result.bytes = work.bytes
            result.status = head.status
            result.headers = head.fields
            return .done(id: work.id, result)
        } catch let failure as TransferFailure {
            return .failed(id: work.id, failure)
        } catch {
            return .failed(
                id: work.id,
                Task.isCancelled
                    ? .cancelled : TransferFailure(.localFile, "The upload failed: \(error).")
            )
        }
    }

    /// Sends the file until an answer is the last one, or the patience has ended.
    private func lastAnswer() async throws -> AnswerHead {
        guard let address = UploadAddress(work.url) else {
            throw TransferFailure(.unsupported, "The address of the upload cannot be read.")
        }
        let path = work.file
        let bytes = work.bytes
        let file = try await BlockingThreads.common.run { try UploadFile(path, bytes: bytes) }
        let meter = BodyMeter(ProgressMeter(id: work.id))
        var backoff = Backoff(patience: patience)
        while true {
            let start = SteadyClock.now
            do {
                let head = try await followedAnswer(from: address, sending: file, meter: meter)
                guard
                    let failure = UploadMeaning.passingFailure(
                        of: head,
                        host: address.server.host,
                        now: SteadyClock.date
                    )
                else { return head }
                do {
                    try await Retrying.waitForRetry(&backoff, after: failure, since: start)
                } catch let end as TransferFailure where end.code != .cancelled {
                    return head
                }
            } catch let failure as TransferFailure where failure.code != .cancelled {
                try await Retrying.waitForRetry(&backoff, after: failure, since: start)
            }
        }
    }

    /// Sends the request once, and follows redirects.
    private func followedAnswer(
        from address: UploadAddress,
        sending file: UploadFile,
        meter: BodyMeter
    ) async throws -> AnswerHead {
        var step = UploadStep(to: address, method: work.method)
        while true {
            let head = try await answer(to: step, sending: file, meter: meter)
            guard let next = step.following(head) else { return head }
            step = next
        }
    }

    private func answer(
        to step: UploadStep,
        sending file: UploadFile,
        meter: BodyMeter
    ) async throws -> AnswerHead {
        let server = step.address.server
        try ConnectionRules.checkEncryption(of: server, keys: .none, isAllowed: false)
        let link = WireLink(
            host: server.host,
            certificates: work.certificates,
            proxy: try ConnectionRules.proxy(
                for: server,
                environment: ProcessInfo.processInfo.environment
            )
        )
        let fields =
            step.sendsFields
            ? SentFields.sentFields(of: work.headers, user: firstUser) : []
        var call = WireCall(
            method: step.method,
            origin: server.origin,
            path: step.address.target,
            headers: fields
        )
        if step.sendsFile {
            call.body =
                file.bytes == 0
                ? .bytes([]) : .file(file, 0..<file.bytes, sha256: work.sha256, meter)
        }
        let expected = step.sendsFile ? file.bytes : 0
        return try await wire.exchange(call, over: link) { answer in
            do {
                // A long or slow page closes the connection.
                try await answer.drain(forSeconds: 10)
            } catch {
                // A server that had the whole file has answered. The rest of its page changes nothing, and no second try follows.
                guard meter.count >= expected else { throw error }
            }
            guard !answer.head.isSuccess || meter.count >= expected else {
                throw TransferFailure(
                    .cutOff,
                    "\(server.host) answered before it had the whole file. Try again.",
                    retry: true
                )
            }
            return answer.head
        }
    }

    /// The user of the first address, who counts at the same server after a redirect, too.
    private var firstUser: String? { UploadAddress(work.url)?.user }
}
