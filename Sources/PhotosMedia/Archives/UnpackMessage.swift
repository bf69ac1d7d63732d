import Foundation

/// A message of the worker while it unpacks an archive: one line of JSON.
package enum UnpackMessage: Hashable, Sendable, Codable {
    /// A file was unpacked completely.
    case file(path: String, bytes: Int64)
    /// An entry was not unpacked.
    case skipped(path: String, reason: String)
    /// The number of bytes written so far, sent so that the caller sees progress within a large file.
    case progress(bytes: Int64)
    case done(files: Int, bytes: Int64)
    /// Unpacking stopped.
    case failed(UnpackFailure, reason: String)
}

/// The reason why an archive was not unpacked to its end.
package enum UnpackFailure: String, Sendable, Codable {
    /// The file is no archive of a known format.
    case unknown
    /// The archive contradicts itself or ends too early.
    ///
    /// The files before that point were unpacked.
    case damaged
    /// The archive's content exceeds the limits.
    case tooLarge
    /// The disk is full, or writing failed.
    case disk
    /// The system does not support the worker's sandbox.
    case sandbox
    /// The program that unpacks cannot be used.
    case decoders
}

/// Converts messages to lines and back.
package enum UnpackCoding {
    /// The largest number of bytes of a line.
    package static let maximumLine = 64 << 10

    package static func line(_ message: UnpackMessage) throws -> [UInt8] {
        [UInt8](try JSONEncoder().encode(message)) + [0x0A]
    }

    /// Reads a message; returns nil for an invalid line, since a file may have taken over the worker.
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
