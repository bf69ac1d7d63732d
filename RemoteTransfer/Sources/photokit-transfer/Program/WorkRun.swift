import PhotosBase
import TransferRules

/// A request, from its start to its last reply.
struct WorkRun: Sendable {
    let work: TransferWork
    let remotes: ServiceRemotes

    func reply() async -> TransferReply {
        do {
            return .done(id: work.id, try await result())
        } catch let failure as TransferFailure {
            if failure.code == .wrongKey || failure.code == .noKey {
                remotes.removeRemote(work.remote)
            }
            return .failed(id: work.id, failure)
        } catch {
            return .failed(
                id: work.id,
                Task.isCancelled
                    ? .cancelled : TransferFailure(.localFile, "The request failed: \(error).")
            )
        }
    }

    private func result() async throws -> TransferResult {
        let remote = try remotes.serviceRemote(for: work.remote)
        var result = TransferResult()
        let retrying = Retrying(patience: remotes.patience)
        switch work.do {
        case .put: result = try await putObject(to: remote)
        case .get: result = try await getObject(from: remote)
        case .prove: result = try await proveObject(at: remote)
        case .look:
            let found = try await retrying.run { try await remote.findObject(work.name ?? "") }
            result.exists = found != nil
            result.bytes = found?.bytes
            result.modified = found?.modified
        case .list:
            result = try await retrying.run {
                try await remote.listObjects(
                    prefix: work.prefix ?? "",
                    after: work.after ?? "",
                    limit: work.limit ?? 1_000
                )
            }
        case .delete:
            result.existed = try await retrying.run {
                try await remote.deleteObject(work.name ?? "")
            }
        case .probe:
            // A person waits for this answer.
            let short = Retrying(patience: min(10, remotes.patience))
            result = try await RemoteProbe(remote: remote, retrying: short).run()
        }
        result.region = remote.otherRegion
        return result
    }

    private func putObject(to remote: any ServiceRemote) async throws -> TransferResult {
        let (path, bytes) = (work.file ?? "", work.bytes ?? 0)
        let upload = Upload(
            file: try await BlockingThreads.common.run { try UploadFile(path, bytes: bytes) },
            sha256: work.sha256,
            meter: ProgressMeter(id: work.id),
            retrying: Retrying(patience: remotes.patience)
        )
        let existed = try await remote.putObject(work.name ?? "", from: upload)
        var result = TransferResult()
        result.existed = existed
        result.bytes = bytes
        return result
    }

    private func proveObject(at remote: any ServiceRemote) async throws -> TransferResult {
        let bytes = work.bytes ?? 0
        let sink = DigestSink(parts: work.parts)
        try await readObject(at: remote, into: sink, range: 0..<bytes, total: bytes)
        guard sink.digest == work.sha256 else {
            throw AnswerMeaning.differingObject(work.name ?? "")
        }
        var result = readResult(of: sink)
        result.parts = sink.partDigests
        return result
    }

    private func getObject(from remote: any ServiceRemote) async throws -> TransferResult {
        let path = work.file ?? ""
        if work.isRange {
            let (offset, length) = (work.offset ?? 0, work.length ?? 0)
            let file = try await BlockingThreads.common.run {
                try TargetFile(path, bytes: length, continues: false, isHashed: false)
            }
            try await readObject(
                at: remote,
                into: file,
                range: offset..<(offset + length),
                total: nil
            )
            return try await finishFile(file)
        }
        let bytes = work.bytes ?? 0
        let isHashed = work.sha256 != nil
        let file = try await BlockingThreads.common.run {
            try TargetFile(path, bytes: bytes, continues: true, isHashed: isHashed)
        }
        let hadPart = file.position > 0
        if file.position < bytes || bytes == 0 {
            try await readObject(at: remote, into: file, range: 0..<bytes, total: bytes)
        }
        if file.digest != work.sha256 {
            try await BlockingThreads.common.run { try file.restart() }
            // The part that was there may be what is wrong.
            guard hadPart else { throw AnswerMeaning.differingObject(work.name ?? "") }
            try await readObject(at: remote, into: file, range: 0..<bytes, total: bytes)
            guard file.digest == work.sha256 else {
                try await BlockingThreads.common.run { try file.restart() }
                throw AnswerMeaning.differingObject(work.name ?? "")
            }
        }
        return try await finishFile(file)
    }

    private func finishFile(_ file: TargetFile) async throws -> TransferResult {
        if work.durable != false { try await BlockingThreads.common.run { try file.sync() } }
        return readResult(of: file)
    }

    private func readResult(of sink: any ByteSink) -> TransferResult {
        var result = TransferResult()
        result.bytes = sink.position
        result.sha256 = sink.digest
        return result
    }

    private func readObject(
        at remote: any ServiceRemote,
        into sink: any ByteSink,
        range wanted: Range<Int64>,
        total: Int64?
    ) async throws {
        let meter = ProgressMeter(id: work.id)
        meter.add(sink.position)
        let reading = ObjectReading(
            remote: remote,
            name: work.name ?? "",
            wanted: wanted,
            total: total,
            sink: sink,
            meter: meter,
            patience: remotes.patience
        )
        try await reading.run()
    }
}
