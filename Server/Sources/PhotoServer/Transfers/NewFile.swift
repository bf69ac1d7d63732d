import Foundation
import Glibc
import HTTPTypes
import NIOCore

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
