/// The reason why the worker gave no facts or pictures.
///
/// Each description says what to do.
package struct MediaWorkerError: Error, Sendable, Equatable, CustomStringConvertible {
    package enum Code: String, Sendable {
        /// There is no worker program at any of the usual paths.
        case notFound
        /// The program exists, but does not start.
        case cannotStart
        /// The worker ended twice while it read this file.
        case died
        /// The worker did not finish this file in time.
        case timedOut
        /// The worker's answer is invalid.
        case badReply
        /// The worker's sandbox is incomplete, so the worker reads no files.
        case noSandbox
        /// The program with the decoders is missing, does not start, or is of another version.
        case noDecoders
        /// The request itself is invalid.
        case badRequest
        /// There is no memory to share with the worker.
        case noMemory
        /// The program exists, but does not read a small picture that is known to be good.
        case unusable
        /// Nobody wants the answer any more.
        case cancelled
        /// As many workers make movies as there may be.
        case busy
    }

    package let code: Code
    package let detail: String?

    package init(_ code: Code, _ detail: String? = nil) {
        self.code = code
        self.detail = detail
    }

    package var description: String {
        let text =
            switch code {
            case .notFound:
                "The program photokit-media was not found. " + Self.remedy
            case .cannotStart:
                "The program photokit-media does not start. Run photokit-media --version to see why."
            case .died:
                "The program that reads media files crashed on this file. The file is probably "
                    + "damaged or hostile: leave it out."
            case .timedOut:
                "Reading this file took too long and was stopped. The file is probably damaged: "
                    + "leave it out, or try again when the machine is less busy."
            case .badReply:
                "The program photokit-media gave an answer that makes no sense. "
                    + "Install the version that belongs to this program."
            case .noSandbox:
                "The system does not give the program photokit-media all parts of its sandbox, which holds hostile "
                    + "files, so it reads none. Run photokit doctor to see which are missing; to allow an incomplete sandbox, set "
                    + "\(SandboxPolicy.variable) to \(SandboxPolicy.available.rawValue)."
            case .noDecoders:
                "The program photokit-decoders, a part of photokit-media, cannot be used. Install both programs of the same "
                    + "version beside each other, or build it with swift build --product photokit-decoders."
            case .badRequest:
                "What was asked of the program photokit-media makes no sense. Ask for a picture that can be."
            case .noMemory:
                "The system gives no memory for pictures. Close other programs, or try again later."
            case .cancelled:
                "The work was cancelled. Ask again if the picture is wanted."
            case .busy:
                "Other movies are being made for browsers. Try again in a second."
            case .unusable:
                "The program photokit-media does not work. " + Self.remedy
            }
        return detail.map { "\(text) (\($0))" } ?? text
    }

    private static let remedy =
        "Install the one that belongs to this program beside it or in the path, or name it in PHOTOKIT_MEDIA_WORKER."

    /// Whether the file is the cause: with another one, or another version of the worker, the same request may succeed.
    package var isOfFile: Bool {
        switch code {
        case .died, .timedOut, .badReply: true
        case .notFound, .cannotStart, .noSandbox, .noDecoders, .badRequest, .noMemory, .unusable,
            .cancelled, .busy:
            false
        }
    }

    /// Whether the error applies to all files, so that the worker cannot be used at all.
    package var isOfAllFiles: Bool {
        switch code {
        case .notFound, .cannotStart, .noSandbox, .noDecoders, .unusable: true
        case .died, .timedOut, .badReply, .badRequest, .noMemory, .cancelled, .busy:
            false
        }
    }
}
