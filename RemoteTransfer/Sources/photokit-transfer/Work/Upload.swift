import PhotosBase
import TransferRules

/// A local file that is uploaded.
struct Upload: Sendable {
    var file: UploadFile
    /// The SHA-256 that the file must have, in hexadecimal digits; nil where only its length is known.
    var sha256: String?
    var meter: ProgressMeter
    var retrying: Retrying

    /// Compares the checksum of a file without bytes, which is not sent as a file.
    ///
    /// - Throws: `TransferFailure` with `changed`.
    func checkEmpty() throws {
        guard file.bytes == 0, let sha256 else { return }
        guard sha256 == RequestSignature.emptyPayload else {
            throw FileProblem.changedFile(file.path)
        }
    }

    /// Returns the SHA-256 of the file, which is read if the checksum was not stated.
    ///
    /// - Throws: `TransferFailure`.
    func payloadDigest() async throws -> String {
        if let sha256 { return sha256 }
        let file = file
        return try await BlockingThreads.common.run {
            try PartDigests.readDigests(of: 0..<file.bytes, in: file, continuing: nil, md5: false).0
                .sha256
        }
    }
}
