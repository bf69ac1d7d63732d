import Foundation
import Glibc
import HTTPTypes
import Hummingbird
import NIOCore
import PhotosBase

/// A new file that nobody else may read.
final class NewFile: Sendable {
    private let descriptor: Int32

    init(_ url: URL) throws {
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        descriptor = open(
            url.path,
            O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW,
            0o600
        )
        guard descriptor >= 0 else {
            throw Problem(.conflict, "no-file", "The file cannot be stored under this path.")
        }
    }

    deinit { close(descriptor) }

    func write(_ bytes: ByteBuffer) throws {
        var rest = bytes
        while rest.readableBytes > 0 {
            let count = rest.withUnsafeReadableBytes { view in
                unsafe Glibc.write(descriptor, view.baseAddress, view.count)
            }
            guard count > 0 else {
                throw Problem(.diskFull, "disk-full", "The disk is full.")
            }
            rest.moveReaderIndex(forwardBy: count)
        }
    }
}

extension NewFile {
    /// Returns the length that a request states of its body.
    ///
    /// - Throws: ``Problem`` where it states none, or too much.
    static func announcedLength(of request: Request, upTo largest: Int64) throws -> Int64 {
        guard let length = request.headers[.contentLength].flatMap(Int64.init), length >= 0 else {
            throw Problem(.lengthRequired, "length-needed", "Send the length of the file.")
        }
        guard length <= largest else {
            throw Problem(.contentTooLarge, "too-large", "The file is too large.")
        }
        return length
    }

    /// Writes the body of a request into a new file.
    ///
    /// - Throws: ``Problem`` where the body has another length. Half a file is removed.
    static func receive(_ request: Request, of length: Int64, at url: URL) async throws {
        let file = try await BlockingThreads.common.run { try NewFile(url) }
        var count: Int64 = 0
        do {
            for try await bytes in request.body {
                count += Int64(bytes.readableBytes)
                guard count <= length else { throw Problem.badRequest("The file is too long.") }
                try await BlockingThreads.common.run { try file.write(bytes) }
            }
            guard count == length else { throw Problem.badRequest("The file is too short.") }
        } catch {
            unlink(url.path)
            throw error
        }
    }
}
