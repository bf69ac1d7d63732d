import Foundation
import PhotosBase
import Synchronization
import TransferRules

/// The lines of standard output.
///
/// Safe on any thread; the mutex keeps lines whole.
enum ReplyOutput {
    private static let order = Mutex(())

    /// Writes a reply.
    ///
    /// If nobody reads replies any more, the program ends.
    static func write(_ reply: TransferReply) {
        let line = reply.line()
        order.withLock { _ in
            var rest = line[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { unsafe Glibc.write(1, $0.baseAddress, $0.count) }
                if count < 0, errno == EINTR { continue }
                if count < 0 { exit(1) }
                rest = rest.dropFirst(count)
            }
        }
    }
}
