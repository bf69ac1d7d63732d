import Crypto
import Foundation
import PhotosBase
import TransferRules

/// Tries whether a remote can be listed, written, read and cleared with the keys.
struct RemoteProbe: Sendable {
    let remote: any ServiceRemote
    let retrying: Retrying

    func run() async throws -> TransferResult {
        let first = try await retrying.run {
            try await remote.listObjects(prefix: "", after: "", limit: 1)
        }
        let secret = SymmetricKey(size: .bits256).withUnsafeBytes { unsafe Array($0) }
        let text = Hexadecimal.digits(of: secret)
        let name = "probe-\(text.prefix(16))"
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("photokit-\(name)")
        try await BlockingThreads.common.run {
            guard FileManager.default.createFile(atPath: file.path, contents: Data(text.utf8))
            else {
                throw FileProblem.unusableFile(file.path, code: errno)
            }
        }
        defer { try? FileManager.default.removeItem(at: file) }
        do {
            try await storeAndRead(name, from: file.path, text: text)
        } catch {
            // The object may be there, whatever the failure was.
            let remote = remote
            _ = await Task { try? await remote.deleteObject(name) }.value
            throw error
        }
        _ = try await retrying.run { try await remote.deleteObject(name) }
        if try await retrying.run({ try await remote.findObject(name) }) != nil {
            throw TransferFailure(
                .refused,
                "\(remote.host) answers that it has deleted an object, and still has it. Check the bucket's or folder's settings."
            )
        }
        var result = TransferResult()
        result.isEmpty = first.items?.isEmpty
        return result
    }

    private func storeAndRead(_ name: String, from path: String, text: String) async throws {
        let digest = Hexadecimal.digits(of: SHA256.hash(data: Array(text.utf8)))
        let bytes = Int64(text.utf8.count)
        let upload = Upload(
            file: try await BlockingThreads.common.run { try UploadFile(path, bytes: bytes) },
            sha256: digest,
            meter: ProgressMeter(id: nil),
            retrying: retrying
        )
        _ = try await remote.putObject(name, from: upload)
        let sink = DigestSink()
        let reading = ObjectReading(
            remote: remote,
            name: name,
            wanted: 0..<bytes,
            total: bytes,
            sink: sink,
            meter: ProgressMeter(id: nil),
            patience: retrying.patience
        )
        try await reading.run()
        guard sink.digest == digest else { throw AnswerMeaning.differingObject(name) }
    }
}
