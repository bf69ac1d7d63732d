/// The reason why an archive was not unpacked.
///
/// Each description says what to do.
package struct ArchiveError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Code: String, Sendable {
        /// There is no worker program at any of the usual paths.
        case workerMissing
        /// The program with the decoders, which the worker program starts, cannot be used.
        case decodersMissing
        case cannotStart
        /// The file is no archive of a known format.
        case unknown
        case tooLarge
        case disk
        /// The worker ended before it had unpacked the archive.
        case died
        /// The worker made no progress for too long.
        case stalled
        /// The worker's message is invalid.
        case badReply
        case cancelled
        /// The worker's sandbox is incomplete, so the worker unpacks nothing.
        case noSandbox
    }

    package let code: Code
    package let detail: String?

    /// Whether the fault may be the worker's rather than the archive's.
    package var mayBeOfWorker: Bool {
        switch code {
        case .workerMissing, .decodersMissing, .cannotStart, .died, .stalled, .badReply, .noSandbox:
            true
        case .unknown, .tooLarge, .disk, .cancelled: false
        }
    }

    package init(_ code: Code, _ detail: String? = nil) {
        self.code = code
        self.detail = detail
    }

    package var description: String {
        let text =
            switch code {
            case .workerMissing:
                "Archives are unpacked by the program photokit-media, which was not found. Install it "
                    + "beside the running program or in the path, or name it in "
                    + "PHOTOKIT_MEDIA_WORKER. Or unpack the archive yourself and import the folder."
            case .decodersMissing:
                "Archives are unpacked by the program photokit-decoders, a part of photokit-media, which cannot be used. "
                    + "Install both programs of the same version beside each other, or unpack the archive yourself and "
                    + "import the folder."
            case .cannotStart:
                "The program photokit-media does not start. Run photokit-media --version to see why."
            case .unknown:
                "This is not an archive that can be read. Unpack it yourself and import the folder, or "
                    + "download it again."
            case .tooLarge:
                "The archive holds far more than its size lets expect. Unpack it yourself, if you "
                    + "trust it, and import the folder."
            case .disk:
                "The archive could not be unpacked where the library is. Make room on the disk and "
                    + "start again."
            case .died:
                "The program that unpacks archives crashed on this one. It is probably damaged or "
                    + "hostile: download it again."
            case .stalled:
                "Unpacking this archive went on no longer and was stopped. Check the disk, and start "
                    + "again."
            case .badReply:
                "The program photokit-media gave an answer that makes no sense. "
                    + "Install the version that belongs to this program."
            case .cancelled:
                "Unpacking was stopped."
            case .noSandbox:
                "The system does not give the program photokit-media all parts of its sandbox, which holds hostile "
                    + "archives, so it unpacks none. Unpack it yourself and import the folder; or, to allow an incomplete sandbox, set "
                    + "\(SandboxPolicy.variable) to \(SandboxPolicy.available.rawValue)."
            }
        return detail.map { "\(text) (\($0))" } ?? text
    }
}
