import Foundation

/// What the worker tells while it unpacks an archive: one line of JSON each.
package enum UnpackMessage: Hashable, Sendable, Codable {
    /// A file is there, whole.
    case file(path: String, bytes: Int64)
    /// An entry that is not unpacked.
    case skipped(path: String, reason: String)
    /// Bytes written so far: the sign of life while a large file is unpacked.
    case progress(bytes: Int64)
    case done(files: Int, bytes: Int64)
    /// It went no further.
    case failed(UnpackFailure, reason: String)
}

/// Why an archive was not unpacked to its end.
package enum UnpackFailure: String, Sendable, Codable {
    /// It is no archive of a kind that is known.
    case unknown
    /// It contradicts itself or ends too early; what stands before that is unpacked.
    case damaged
    /// It holds more than it may.
    case tooLarge
    /// The disk takes no more.
    case disk
    /// The system does not wall the worker in.
    case walls
}

/// How messages become lines.
package enum UnpackCoding {
    /// Bytes of a line at most.
    package static let maximumLine = 64 << 10

    package static func line(_ message: UnpackMessage) throws -> [UInt8] {
        [UInt8](try JSONEncoder().encode(message)) + [0x0A]
    }

    /// Nil for what is no message; what wrote it may have been taken over by a file.
    package static func message(_ line: some Sequence<UInt8>) -> UnpackMessage? {
        guard let message = try? JSONDecoder().decode(UnpackMessage.self, from: Data(line)) else {
            return nil
        }
        switch message {
        case .file(let path, let bytes) where bytes < 0 || !isPlain(path): return nil
        case .skipped(let path, let reason) where !isPlain(path) || !isPlain(reason): return nil
        case .progress(let bytes) where bytes < 0: return nil
        case .done(let files, let bytes) where files < 0 || bytes < 0: return nil
        case .failed(_, let reason) where !isPlain(reason): return nil
        default: return message
        }
    }

    private static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
}
